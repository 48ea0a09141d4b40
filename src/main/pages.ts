// Where the storefront's code comes from: the build, or in development the bundler, which rebuilds what changes.
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AdminAssets, adminAssets } from '#admin/document.ts';
import type { render } from '#storefront/entry-server.tsx';
import type { PageAssets } from '#storefront/rendering/document.tsx';
import { createPageAssets, type Manifest } from '#storefront/rendering/page-assets.ts';

export type Pages = {
  render: typeof render;
  assetsOf: (routeIds: string[]) => PageAssets;
  admin: AdminAssets;
  development?: boolean;
  close?: () => Promise<void>;
};

export async function loadPages(root: string, server: Server, development: boolean): Promise<Pages> {
  return development ? developmentPages(root, server) : builtPages(root);
}

async function builtPages(root: string): Promise<Pages> {
  const read = async (part: string) =>
    JSON.parse(await readFile(join(root, `build/client/.vite/${part}.json`), 'utf8')) as Manifest;
  const [manifest, admin] = [await read('storefront'), await read('admin')];
  const built = await import(pathToFileURL(join(root, 'build/server/entry-server.js')).href);
  return { render: built.render, assetsOf: createPageAssets(manifest), admin: adminAssets(admin) };
}

async function developmentPages(root: string, server: Server): Promise<Pages> {
  const [{ createServer }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } });
  const assets = {
    script: '/src/storefront/entry-client.tsx',
    styles: ['/src/storefront/app.css'],
    preloads: [],
    prefetches: [],
    font: null,
    preamble: `import '/@vite/client';\n${react.preambleCode.replace('__BASE__', '/')}`,
  };
  const admin = { ...assets, script: '/src/admin/entry-client.tsx', styles: ['/src/admin/admin.css'] };
  // The bundler speaks Node's own requests: it goes in front of the listener that the shop has already.
  const [shop] = server.listeners('request') as Array<(...args: unknown[]) => void>;
  server.removeAllListeners('request');
  server.on('request', (request, response) => vite.middlewares(request, response, () => shop?.(request, response)));
  return {
    async render(request, deps) {
      const entry = await vite.ssrLoadModule('/src/storefront/entry-server.tsx');
      // An edit changes the page of the same data.
      return entry.render(request, { ...deps, isKnown: () => false });
    },
    assetsOf: () => assets,
    admin,
    development: true,
    close: () => vite.close(),
  };
}
