import { askSearchTexts } from '../../api/esim';

let loading: Promise<ReadonlyMap<number, string> | undefined> | undefined;

/**
 * What each place is found by, by the number of its bundle: 10 KB that no visitor waits for who does not search. Nothing
 * when it cannot be had; then the form is sent and the server searches, and the next key asks again.
 */
export function loadSearchTexts(): Promise<ReadonlyMap<number, string> | undefined> {
  loading ??= askSearchTexts().then((answer) => {
    if (answer.kind === 'ok') return new Map(answer.value.data.map(({ id, text }) => [id, text]));
    loading = undefined;
    return undefined;
  });
  return loading;
}
