// A name that fits everything collects everything.
import { execFileSync } from 'node:child_process';
import { root } from '../steps/places.mjs';

const banned = /^(utils?|helpers?|commons?|shared|misc(ellaneous)?|types?|models?|services?|managers?)$/i;

// What every area of the site says is common to them all, and its catalog says no more than that.
const allowed = /^web\/src\/i18n\/[a-z]{2}\/common\.json$/;

export function names() {
  // Tracked and new files alike, but nothing that is ignored.
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list
    .split('\n')
    .filter((path) => !allowed.test(path))
    .flatMap((path) => {
      const bad = path.split('/').find((part) => banned.test(part.replace(/\..*$/, '')));
      return bad ? [`${path}:1: "${bad}" says nothing: name it after what it does`] : [];
    });
}
