import { basename } from 'node:path';

/**
 * `PlanCard.module.css` + `.price` = `PlanCard_price`.
 *
 * Server and browser are bundled separately, so a name must follow from the file alone; and a person who reads the
 * markup finds the file. File names of style sheets are therefore unique in the whole tree.
 */
export function className(local: string, file: string): string {
  const sheet = basename(file.split('?')[0] ?? file, '.module.css');
  return `${sheet}_${local}`;
}
