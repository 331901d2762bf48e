// Which WireGuard peers may connect, from the entitlements and the peers that the company has registered.
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const PUBLIC_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw480]=$/;

/** Whether `wg` takes both fields: it refuses the whole list for one that it cannot read. */
function isPeer(value) {
  const [address, length, ...more] = `${value?.allowedIp}`.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  const isRange = longest && !address.includes('%') && /^\d{1,3}$/.test(length ?? longest) && (length ?? 0) <= longest;
  return PUBLIC_KEY.test(value?.publicKey) && isRange && more.length === 0;
}

/** Reads `peers.json`; an entry that is no peer is reported and left out, so that it does not block the others. */
export async function readPeers(file) {
  const registered = Object.entries(JSON.parse(await readFile(file, 'utf8')));
  return registered.map(([account, value]) => {
    const peers = [value].flat();
    const good = peers.filter(isPeer);
    if (good.length < peers.length) console.error(`${file}: ${account} has an entry that is no peer`);
    return [account, good];
  });
}

const mayConnect = ({ state, until }, now) => (state === 'active' || state === 'grace') && Date.parse(until) > now;

/** An account that was joined into another one leaves its peers to that one. */
function heir(entitlements, account) {
  const passed = new Set();
  let last = account;
  while (entitlements.get(last)?.joined_into && !passed.has(last)) {
    passed.add(last);
    last = entitlements.get(last).joined_into;
  }
  return last;
}

/**
 * @param {Map<string, object>} entitlements the newest of each account
 * @param {[string, { publicKey: string, allowedIp: string }[]][]} registered the peers of each account
 * @param {number} now
 * @returns {{ text: string, lapsesAt: number }} the list as `wg syncconf` reads it, and when its next entry lapses
 */
export function allowedPeers(entitlements, registered, now) {
  const byAccount = new Map();
  for (const [account, peers] of registered) {
    const owner = heir(entitlements, account);
    byAccount.set(owner, [...(byAccount.get(owner) ?? []), ...peers]);
  }
  let text = '';
  let lapsesAt = Number.POSITIVE_INFINITY;
  for (const [account, peers] of byAccount) {
    const entitlement = entitlements.get(account);
    if (!entitlement || !mayConnect(entitlement, now)) continue;
    lapsesAt = Math.min(lapsesAt, Date.parse(entitlement.until));
    for (const { publicKey, allowedIp } of peers.slice(0, entitlement.devices)) {
      text += `[Peer]\nPublicKey = ${publicKey}\nAllowedIPs = ${allowedIp}\n\n`;
    }
  }
  return { text, lapsesAt };
}
