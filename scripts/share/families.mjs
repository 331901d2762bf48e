// Which share pictures there are, and their inputs.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { at, readJson, shown } from '../lib/paths.mjs';
import { filesBelow } from '../lib/stamp.mjs';
import { code, imports, resolved } from '../lint/sources.mjs';

export const FOLDER = at('web', 'share', 'pictures');
export const MANIFEST = at('web', 'share', 'pictures', 'manifest.json');
export const WIDTH = 1200;
export const HEIGHT = 630;
/** Largest file, in bytes: messengers leave out the picture of a link that takes long to fetch. */
export const LIMIT = 60_000;
const LANGUAGES = ['en', 'nl', 'de', 'fr', 'ar'];

const web = (path) => at('web', 'src', ...path.split('/'));

/** A digest, short enough for an address and long enough that no two files share one. */
export const digest = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
};

/** The name in the brand file that ships with the shop. */
function brandName() {
  const [, name] = /^name = "([^"]+)"$/m.exec(readFileSync(at('server', 'config', 'brand.toml'), 'utf8')) ?? [];
  if (!name) throw new Error('server/config/brand.toml names no brand');
  return name;
}

/** The files, and every file that they import. */
function withImports(...files) {
  const found = new Set(files);
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const { from, typeOnly } of imports(file)) {
      const target = typeOnly ? undefined : resolved(file, from);
      const path = target && ['', '.ts', '.tsx'].map((ending) => target + ending).find((name) => existsSync(name));
      if (path) found.add(path);
    }
  }
  return [...found].sort();
}

/** A comment draws nothing: one that changes without its length or its lines leaves every picture as it is. */
const content = (file) => (/\.(tsx?|css)$/.test(file) ? code(file) : readFileSync(file));

/** Everything that decides how the pictures of one drawing look, but for their texts. */
function drawn(drawing) {
  const template = [at('web', 'share', 'index.html'), ...filesBelow(at('web', 'src', 'styles', 'fonts'))];
  const files = [...template, ...withImports(at('web', 'share', 'main.tsx'), web(drawing.file))];
  return digest(...files.flatMap((file) => [shown(file), content(file)]));
}

/** Every picture: what it shows, where it lies, and the digest of what it is made of. */
export function wanted() {
  const brand = brandName();
  return readJson(at('web', 'share', 'families.json')).flatMap((family) => {
    const look = drawn(family.drawing);
    return LANGUAGES.map((language) => {
      const headline = readJson(web(`i18n/${language}/${family.text.catalog}.json`))[family.text.key];
      if (!headline || headline.includes('{')) {
        throw new Error(`${family.text.key} is no finished text in ${language}: a picture cannot show it`);
      }
      const { layout, place, drawing } = family;
      const direction = language === 'ar' ? 'rtl' : 'ltr';
      const shows = { language, direction, brand, headline, layout, place, drawing };
      const file = at('web', 'share', 'pictures', `${family.name}-${language}.png`);
      return { family: family.name, language, shows, file, inputs: digest(JSON.stringify(shows), look) };
    });
  });
}
