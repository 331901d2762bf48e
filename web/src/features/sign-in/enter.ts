import { localPath } from '../../browser/leaving';
import { store } from '../../browser/storage';

/**
 * The value that the specification stores under `authToken`: a placeholder made here. It grants nothing; the session is
 * a cookie that no script can read.
 */
const PLACEHOLDER = 'signed-in';

/** Opens the page that the server names after signing in, if it is one of ours. */
export function enter(address: string): void {
  store('authToken', PLACEHOLDER);
  window.location.replace(localPath(address, window.location.origin, '/panel'));
}
