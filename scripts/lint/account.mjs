// Every call below /api/account needs a session. One router guards all of them, so a route of that prefix stands in its
// list and nowhere else: neither by its path nor by a handler whose description has the path.
import { finding, isTest, rustCode, sources } from './sources.mjs';

const LIST = 'server/src/http/account/routes.rs';

/** The handlers in a Rust source that are described below the prefix. */
export function handlers(lines) {
  const described = /#\[utoipa::path\(\s*\w+,\s*path = "\/api\/account[^\]]*\)\]\s*pub async fn (\w+)/g;
  return [...lines.join('\n').matchAll(described)].map((match) => match[1]);
}

/** Places in a text of Rust that mount something below the prefix, by line; a handler is named as `file::function`. */
export function mounts(lines, guarded = []) {
  const text = lines.join('\n');
  // The path of a route may stand on the next line.
  const byPath = text.matchAll(/\b(?:route|route_service|nest|nest_service)\(\s*"\/api\/account/g);
  const byHandler = [...text.matchAll(/\broutes!\(([^)]*)\)/g)].filter(([, named]) =>
    named.split(',').some((path) => guarded.includes(path.trim().split('::').slice(-2).join('::'))),
  );
  const found = [...byPath, ...byHandler].map(({ index }) => text.slice(0, index).split('\n').length);
  return found.sort((one, other) => one - other);
}

/** Every handler below the prefix, as `file::function`. */
export function guarded() {
  return sources('server/src/http', '.rs').flatMap((file) => {
    const name = file.split('/').at(-1).replace(/\.rs$/, '');
    return handlers(rustCode(file)).map((handler) => `${name}::${handler}`);
  });
}

export function account() {
  const found = [];
  const known = guarded();
  for (const file of sources('server/src', '.rs')) {
    if (isTest(file) || file.endsWith(LIST)) continue;
    for (const line of mounts(rustCode(file), known)) {
      found.push(finding(file, line, `a route of /api/account stands in ${LIST}, behind its guard`));
    }
  }
  return found;
}
