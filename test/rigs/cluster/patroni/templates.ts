import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the files that operators are given. */
export const deploy = join(import.meta.dirname, '../../../../deploy/patroni');

/** Text of a template with these values. */
export function fillTemplate(name: string, values: Record<string, string>): string {
  return readFileSync(join(deploy, name), 'utf8')
    .replaceAll(/^[#;].*\n/gm, '')
    .replaceAll(/\$\{(\w+)\}/g, (_, variable) => values[variable] ?? '');
}
