// What cannot be started here, the image and the units, says what `npm start` does.
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
  expect(JSON.parse(command)).toEqual(['node', ...shopFlags, 'src/main/start.ts']);
  const [, started] = (await read('deploy/systemd/hearth.service')).match(/^ExecStart=\S+ (.*)$/m) ?? [];
  expect(started?.split(' ')).toEqual([...shopFlags, 'src/main/start.ts']);
});
