// Image and units cannot be started here, so their texts are compared with `npm start`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shopFlags } from '../scripts/bootstrap.mjs';

const read = (name: string) => readFile(join(import.meta.dirname, '..', name), 'utf8');

test('whatever the image takes from the project is let into its build', async () => {
  const copied = [...(await read('Dockerfile')).matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' ').filter((source) => !source.startsWith('--')),
  );
  const admitted = (await read('.dockerignore')).split('\n');
  expect(copied).toContain('pages');
  for (const source of copied)
    expect(admitted.includes(`!${source.split('/')[0]}`) || admitted.includes(`!${source}`), source).toBe(true);
});

test('the image and the service start the shop with the flags of npm start', async () => {
  const [, command = '[]'] = (await read('Dockerfile')).match(/^CMD (\[.*\])$/m) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...shopFlags, 'build/shop/start.js']);
  const [, started] = (await read('deploy/systemd/hearth.service')).match(/^ExecStart=\S+ (.*)$/m) ?? [];
  expect(started?.split(' ')).toEqual([...shopFlags, 'build/shop/start.js']);
});

/** Lines of a part of the compose file's service, by its indentation: no more of YAML is needed for this file. */
async function shopService(part: string): Promise<string[]> {
  const [, service = ''] = (await read('compose.yaml')).match(/^ {2}shop:\n((?: {4}.*\n|\n)+)/m) ?? [];
  const [, lines = ''] = service.match(new RegExp(`^ {4}${part}:\\n((?: {6}.*\\n)+)`, 'm')) ?? [];
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const pairs = (lines: string[], separator: string) =>
  new Map(lines.map((line) => [line.split(separator, 1)[0] ?? '', line.slice(line.indexOf(separator) + 1).trim()]));

test('every variable of .env.example reaches the shop in its container', async () => {
  expect(await shopService('env_file')).toEqual(['- path: .env', 'required: false']);
  const own = ['HOST', 'PORT', 'DATA_DIR', 'STORE_FILE', 'PAGES_DIR'];
  const given = pairs(await shopService('environment'), ':');
  const names = [...(await read('.env.example')).matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(80);
  for (const [name, value] of given) {
    expect(names).toContain(name);
    // Settings of the operator come first, also where the variable is given here.
    if (!own.includes(name)) expect(value, name).toMatch(new RegExp(`^\\$\\{${name}:-.+\\}$`));
  }
  expect([...given.keys()]).toEqual(expect.arrayContaining(own));
});

test('the container has the store file, the pages and the data where its variables say, and the image the same port', async () => {
  const given = pairs(await shopService('environment'), ':');
  const defaults = pairs((await read('.env.example')).match(/^[A-Z0-9_]+=.*$/gm) ?? [], '=');
  const volumes = (await shopService('volumes')).map((line) => line.replace(/^- /, ''));
  expect(volumes).toEqual([
    `shop:${given.get('DATA_DIR')}`,
    `./${defaults.get('STORE_FILE')}:${given.get('STORE_FILE')}:ro`,
    `./${defaults.get('PAGES_DIR')}:${given.get('PAGES_DIR')}:ro`,
  ]);
  const image = await read('Dockerfile');
  for (const name of ['HOST', 'PORT', 'DATA_DIR'])
    expect(image).toMatch(new RegExp(`\\b${name}=${given.get(name)}\\b`));
  expect(image).toContain(`\nVOLUME ${given.get('DATA_DIR')}\n`);
  expect(image).toContain(`\nEXPOSE ${given.get('PORT')}\n`);
  const [port = ''] = await shopService('ports');
  expect(port).toBe(`- "127.0.0.1:\${PORT:-${given.get('PORT')}}:${given.get('PORT')}"`);
});
