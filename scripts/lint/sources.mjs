// Source files by line, with comments removed, so that a word in a comment is no violation.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { at, shown } from '../lib/paths.mjs';
import { filesBelow } from '../lib/stamp.mjs';

/** One finding, as an editor can open it. */
export const finding = (file, line, text) => `${shown(file)}:${line}: ${text}`;

/** Files below a folder of the project whose names have one of the given endings. */
export const sources = (folder, ...endings) =>
  filesBelow(at(...folder.split('/'))).filter((file) => endings.some((ending) => file.endsWith(ending)));

function withoutComments(text) {
  // Keeps every line break, so that line numbers stay true. `://` in an address starts no comment.
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/(^|[^:])\/\/.*$/gm, '$1');
}

export const code = (file) => withoutComments(readFileSync(file, 'utf8'));

/** Rust without its tests, which may use any module. */
export function rustCode(file) {
  const lines = code(file).split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    if (!/^\s*#\[cfg\(test\)\]/.test(lines[index])) continue;
    let depth = 0;
    let opened = false;
    // Skips from the attribute to the end of its item: a `;`, or the brace that closes the block.
    for (let end = index; end < lines.length; end += 1) {
      const line = lines[end];
      depth += (line.match(/\{/g) ?? []).length - (line.match(/\}/g) ?? []).length;
      opened ||= line.includes('{');
      lines[end] = '';
      if (opened ? depth <= 0 : /;\s*$/.test(line)) break;
    }
  }
  return lines;
}

export const isTest = (file) => /(^|[/_])tests?\.rs$|\/tests\/|\.test\.tsx?$/.test(file);

/** Every import of a TypeScript file: `{ line, from, typeOnly, dynamic }`. */
export function imports(file) {
  const text = code(file);
  const found = [];
  const lineOf = (index) => text.slice(0, index).split('\n').length;
  for (const match of text.matchAll(/^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?['"]([^'"]+)['"]/gm)) {
    found.push({
      line: lineOf(match.index + match[0].indexOf(match[2])),
      from: match[2],
      typeOnly: Boolean(match[1]),
      dynamic: false,
    });
  }
  for (const match of text.matchAll(/\bimport\(\s*['"`]([^'"`]+)['"`]\s*\)/g)) {
    // `import('…').Name` in a type position reads like a call; only a type may follow `typeof` or `:`.
    const before = text.slice(Math.max(0, match.index - 12), match.index);
    found.push({ line: lineOf(match.index), from: match[1], typeOnly: /(typeof|:|<)\s*$/.test(before), dynamic: true });
  }
  return found;
}

/** The file that a relative import means, or undefined for a package. */
export function resolved(file, from) {
  if (!from.startsWith('.')) return undefined;
  return normalize(join(dirname(file), from.replace(/\?.*$/, '')));
}
