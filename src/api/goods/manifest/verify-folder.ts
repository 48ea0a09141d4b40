// A folder that somebody has downloaded, against its manifest. Nothing is asked here: no database, no network.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { compareFiles, type FoundFile, isIgnored } from './compare-files.rules.ts';
import { isUnder } from './manifest-path.rules.ts';
import { type OpenedManifest, openManifest, type VerifyingKey } from './open-manifest.rules.ts';

type Verified = { manifest: OpenedManifest | null; problems: string[] };

/** `manifest` are the bytes of the manifest, which lies at `manifestFile`, inside the folder or not. Files are read piece by piece. */
export async function verifyFolder({
  folder,
  manifest,
  manifestFile,
  keys,
  allowsExtra,
}: {
  folder: string;
  manifest: Uint8Array;
  manifestFile: string;
  keys: readonly VerifyingKey[];
  allowsExtra: boolean;
}): Promise<Verified> {
  const read = openManifest(manifest, keys);
  if (!read.ok) return { manifest: null, problems: [read.problem] };
  const itself = toManifestPath(relative(folder, manifestFile));
  const opened = { ...read.manifest, ignored: [...read.manifest.ignored, itself] };
  const signed = new Set(opened.files.map(({ path }) => path));
  const found: FoundFile[] = [];
  for await (const file of filesIn(folder, opened, signed)) found.push(file);
  return { manifest: opened, problems: compareFiles(opened, found, { allowsExtra }) };
}

async function* filesIn(
  folder: string,
  manifest: OpenedManifest,
  signed: ReadonlySet<string>,
): AsyncGenerator<FoundFile> {
  const waiting = [''];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const entries = await readdir(join(folder, step), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = step === '' ? entry.name : `${step}/${entry.name}`;
      if (entry.isDirectory()) {
        const isEmptied = isIgnored(path, manifest) && ![...signed].some((name) => isUnder(name, [path]));
        if (!isEmptied) waiting.push(path);
      } else if (entry.isSymbolicLink()) yield { path, kind: 'link' };
      else if (!entry.isFile()) yield { path, kind: 'other' };
      else if (!signed.has(path)) yield { path, kind: 'file', size_bytes: 0, sha256: null };
      else yield { path, kind: 'file', ...(await factsOf(join(folder, path))) };
    }
  }
}

async function factsOf(file: string): Promise<{ size_bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const { size } = await stat(file);
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return { size_bytes: size, sha256: hash.digest('hex') };
}

/** As manifests write paths, on every system. */
function toManifestPath(path: string): string {
  return path.split(sep).join('/');
}
