// What stands below /api/account needs a session. One router guards all of it, so a route of that prefix stands in its list and
// nowhere else.
import { finding, isTest, rustCode, sources } from './sources.mjs';

const LIST = 'server/src/http/account/routes.rs';

/** Places in a text of Rust that mount something below the prefix, by line. */
export function mounts(lines) {
  const text = lines.join('\n');
  const found = [];
  // The path of a route may stand on the next line.
  for (const { index } of text.matchAll(/\b(?:route|route_service|nest|nest_service)\(\s*"\/api\/account/g)) {
    found.push(text.slice(0, index).split('\n').length);
  }
  return found;
}

export function account() {
  const found = [];
  for (const file of sources('server/src', '.rs')) {
    if (isTest(file) || file.endsWith(LIST)) continue;
    for (const line of mounts(rustCode(file))) {
      found.push(finding(file, line, `a route of /api/account stands in ${LIST}, behind its guard`));
    }
  }
  return found;
}
