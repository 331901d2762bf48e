// A buyer in an attacked shop: begins payments, pays at the sandbox, and waits for the letter without asking the shop
// about the payment meanwhile.

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

export const pause = (milliseconds) => new Promise((next) => setTimeout(next, milliseconds));

/** Sends JSON and returns the response, whatever its status. */
export const send = (url, value, method = 'POST') =>
  fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

/** Tells the sandbox what to do. */
export async function control(shop, path, value = {}) {
  const answer = await send(`${shop.sandbox}/control/${path}`, value);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Requests a hosted page for twelve months. */
export const checkout = (shop, email) =>
  send(`${shop.url}/api/subscription/get_checkout_link`, {
    email,
    selectedPackage: 'vpn-12m',
    currency: 'AED',
    expected_amount: 15_000,
  });

/** Begins a payment and returns the provider's id of its hosted page. */
export async function begin(shop, email) {
  const answer = await checkout(shop, email);
  if (!answer.ok) throw new Error(`checkout: ${answer.status} ${await answer.text()}`);
  const { checkout_url: page } = await answer.json();
  return page.split('/').pop().split(/[?#]/)[0];
}

export const pay = (shop, session) => control(shop, `sessions/${session}/pay`);

/** Milliseconds until the receipt for an address arrives; infinite when it does not arrive in time. */
export async function delivered(shop, email, most) {
  const since = performance.now();
  while (performance.now() - since < most) {
    const { letters } = await (await fetch(`${shop.mailbox}.json`)).json();
    if (letters.some((letter) => JSON.stringify(letter.to).includes(email))) return performance.now() - since;
    await pause(100);
  }
  return Number.POSITIVE_INFINITY;
}

/** Milliseconds until the condition holds; infinite when it does not hold in time. */
export async function until(isSo, most) {
  const since = performance.now();
  while (performance.now() - since < most) {
    if (await isSo()) return performance.now() - since;
    await pause(50);
  }
  return Number.POSITIVE_INFINITY;
}

export const isReady = async (shop) => (await fetch(`${shop.ops}/readyz`)).ok;

/** One figure of /metrics, 0 when it is not there yet. */
export async function figure(shop, name) {
  const text = await (await fetch(`${shop.ops}/metrics`)).text();
  const found = text.split('\n').find((one) => one.startsWith(`${name} `));
  return found ? Number(found.slice(name.length + 1)) : 0;
}
