// Builds the storefront for the browser and for the server, and compresses once what is served many times.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { clientEntries } from '../vite.config.ts';

const root = join(import.meta.dirname, '..');
const assets = join(root, 'build/client/assets');
process.env.NODE_ENV = 'production';

// `npm start` takes nothing for built until this is.
await rm(join(root, 'build/stamp'), { force: true });
for (const [index, [part, input]] of Object.entries(clientEntries).entries()) {
  // The files of all parts lie together, named by what is in them; each part has a list of its own.
  const manifest = `.vite/${part}.json`;
  // Earlier builds go when the first part is about to be written: a shop that runs meanwhile serves from there.
  const emptyOutDir = index === 0;
  await build({ root, logLevel: 'warn', build: { manifest, emptyOutDir, rollupOptions: { input } } });
}
await build({ root, logLevel: 'warn', build: { ssr: 'src/storefront/entry-server.tsx' } });
for (const name of await readdir(assets)) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const bytes = await readFile(join(assets, name));
  await writeFile(
    join(assets, `${name}.br`),
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  await writeFile(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}
