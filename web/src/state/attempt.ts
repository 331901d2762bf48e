/** The key of an unfinished attempt to buy: a request sent again unchanged keeps its key, so that it stays the same order. */
export interface Attempt {
  keyFor: (request: object) => string;
  /** The attempt has an answer: the next request is a new attempt. */
  end: () => void;
}

export function createAttempt(newKey: () => string): Attempt {
  let open: { print: string; key: string } | undefined;
  return {
    keyFor: (request) => {
      const print = JSON.stringify(request);
      if (open?.print !== print) open = { print, key: newKey() };
      return open.key;
    },
    end: () => {
      open = undefined;
    },
  };
}
