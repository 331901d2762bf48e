import type * as Binding from './generated/onefare_wasm';

/** The rules a page may ask in the browser. The server decides the same things again with the same code. */
export interface Rules {
  /** Starts loading, so that a later question is answered at once. */
  warm: () => void;
  /** The problem code of an e-mail text, or nothing when it is fine, or when the rules cannot be loaded. */
  checkEmail: (text: string) => Promise<string | undefined>;
  /**
   * Whether the browser may be sent to this address to pay. Without the rules the answer is the exact match of
   * the address's host, which is all that the rule allows beyond its stricter reading of the text.
   */
  isCheckoutAddress: (address: string, hosts: readonly string[]) => Promise<boolean>;
}

let loading: Promise<typeof Binding> | undefined;

function load(): Promise<typeof Binding> {
  loading ??= import('./generated/onefare_wasm').catch((failure: unknown) => {
    // The next question tries again: the network may be back by then.
    loading = undefined;
    throw failure;
  });
  return loading;
}

/** The only door to the WASM package. Failing to load is no failure of the page: the server answers instead. */
export const rules: Rules = {
  warm: () => {
    load().catch(() => undefined);
  },
  checkEmail: async (text) => {
    try {
      return (await load()).check_email(text);
    } catch {
      return undefined;
    }
  },
  isCheckoutAddress: async (address, hosts) => {
    try {
      return (await load()).is_checkout_url(address, [...hosts]);
    } catch {
      return isListedHost(address, hosts);
    }
  },
};

function isListedHost(address: string, hosts: readonly string[]): boolean {
  try {
    const { protocol, host } = new URL(address);
    return (protocol === 'https:' || protocol === 'http:') && hosts.includes(host);
  } catch {
    return false;
  }
}
