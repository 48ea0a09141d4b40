import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { programText } from './program-text.ts';

const files = ['rows.csv', 'audio/part 1.tar', "it's 100% $HOME.txt", '-o', 'ü#?.txt'];
const hub = { repo: 'alder/calls', type: 'dataset' as const };

test('the lines for curl get every file of a version, whatever it is called, and again without failing', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${decodeURIComponent(request.url ?? '')} ${request.headers.authorization}`);
    if (request.headers.range) response.writeHead(416).end();
    else response.end('what is in it');
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'hearth-curl-'));
  const origin = `http://127.0.0.1:${port}`;
  const text = programText('curl', { origin, hub, version: '1.0.0', token: 'hf_secret', files });
  try {
    for (const _time of [1, 2]) await promisify(execFile)('bash', ['-ec', text], { cwd: folder });
    const found = await readdir(folder, { recursive: true });
    expect(found.sort()).toEqual([...files, 'audio'].sort());
    for (const file of files) expect(await readFile(join(folder, file), 'utf8'), file).toBe('what is in it');
    expect(asked.slice(0, files.length)).toEqual(
      files.map((file) => `/datasets/alder/calls/resolve/1.0.0/${file} Bearer hf_secret`),
    );
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
});
