import { askSearchTexts } from '../../api/esim';

let loading: Promise<ReadonlyMap<number, string> | undefined> | undefined;

/**
 * The search text of each place, by bundle number: 10 KB that only visitors who search wait for. Undefined when it
 * cannot be loaded; then the form is submitted and the server searches, and the next key press retries.
 */
export function loadSearchTexts(): Promise<ReadonlyMap<number, string> | undefined> {
  loading ??= askSearchTexts().then((answer) => {
    if (answer.kind === 'ok') return new Map(answer.value.data.map(({ id, text }) => [id, text]));
    loading = undefined;
    return undefined;
  });
  return loading;
}
