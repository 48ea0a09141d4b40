// Where the storefront's code comes from: the build, or in development the bundler, which rebuilds what changes.
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Part } from '#platform/part.ts';
import type { PageAssets } from '#storefront/document.tsx';
import type { render } from '#storefront/entry-server.tsx';
import { createPageAssets, type Manifest } from '#storefront/page-assets.ts';

export type Pages = {
  render: typeof render;
  assetsOf: (routeIds: string[]) => PageAssets;
  transformHtml?: (url: string, html: string) => Promise<string>;
  /** Serves scripts and styles in place of the built files. */
  files?: Part;
  close?: () => Promise<void>;
};

export async function loadPages(root: string, server: Server, development: boolean): Promise<Pages> {
  return development ? developmentPages(root, server) : builtPages(root);
}

async function builtPages(root: string): Promise<Pages> {
  const manifest = JSON.parse(await readFile(join(root, 'build/client/.vite/manifest.json'), 'utf8')) as Manifest;
  const built = await import(pathToFileURL(join(root, 'build/server/entry-server.js')).href);
  return { render: built.render, assetsOf: createPageAssets(manifest) };
}

async function developmentPages(root: string, server: Server): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } });
  const assets = {
    script: '/src/storefront/entry-client.tsx',
    styles: ['/src/storefront/app.css'],
    preloads: [],
    font: null,
  };
  // The bundler speaks Node's own requests: it goes in front of the listener that the shop has already.
  const [shop] = server.listeners('request') as Array<(...args: unknown[]) => void>;
  server.removeAllListeners('request');
  server.on('request', (request, response) => vite.middlewares(request, response, () => shop?.(request, response)));
  return {
    async render(request, deps) {
      const entry = await vite.ssrLoadModule('/src/storefront/entry-server.tsx');
      return entry.render(request, deps);
    },
    assetsOf: () => assets,
    transformHtml: (url, html) => vite.transformIndexHtml(url, html),
    close: () => vite.close(),
  };
}
