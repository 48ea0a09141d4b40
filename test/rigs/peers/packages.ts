// Packages of a peer in a folder of its own outside the repository, and what packages take on a disk.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodePackages } from '../../../scripts/bootstrap.mjs';
import { run } from './processes.ts';

const INSTALL_MS = 15 * 60_000;

export type Disk = { packages: number; megabytes: number };

type Lock = { packages: Record<string, { version?: string; dev?: boolean; link?: boolean }> };

/** Installs the newest of `packages` unless `folder` has them, copies `templates` there, and tells their exact versions. */
export async function install(folder: string, given: { packages: string[]; templates: string }): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    await run('npm', ['install', '--save-exact', '--no-audit', '--no-fund', ...given.packages], {
      environment: process.env,
      cwd: folder,
      withinMs: INSTALL_MS,
    });
  }
  await cp(given.templates, folder, { recursive: true });
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
}

/** Packages that a folder runs on: neither those for its development, nor a Node among them. */
export async function diskOf(folder: string): Promise<Disk> {
  const { packages } = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as Lock;
  const nodes = new Set(Object.values(nodePackages).map((name) => `node_modules/${name}`));
  const paths = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link && !nodes.has(path))
    .map(([path]) => join(folder, path))
    .filter((path) => existsSync(path));
  let bytes = 0;
  for (const path of paths) bytes += await sizeOf(path);
  return { packages: paths.length, megabytes: Math.round(bytes / 1e6) };
}

/** Bytes of its files, without packages inside of it, which are counted by themselves. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : await sizeOf(path);
    else if (entry.isFile()) bytes += (await stat(path)).size;
  }
  return bytes;
}
