import { localPath } from '../../browser/leaving';
import { store } from '../../browser/storage';

/**
 * What the specification keeps under `authToken`: a placeholder made here. It opens nothing; the session is a cookie that no
 * script can read.
 */
const PLACEHOLDER = 'signed-in';

/** Goes where the server says after signing in, if that is a page of ours. */
export function enter(address: string): void {
  store('authToken', PLACEHOLDER);
  window.location.replace(localPath(address, window.location.origin, '/panel'));
}
