import type { PageAssets } from './document.tsx';

type ManifestEntry = { file: string; css?: string[]; imports?: string[]; assets?: string[]; src?: string };
export type Manifest = Record<string, ManifestEntry>;

const ENTRY = 'src/storefront/entry-client.tsx';
const FONT = 'host-grotesk-latin-wght-normal';

/** Says what a page loads, from the bundler's manifest: the entry, the matched screens' chunks, styles and one font. */
export function createPageAssets(manifest: Manifest): (routeIds: string[]) => PageAssets {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`the build has no ${ENTRY}; run the build again`);
  const fontFile = Object.values(manifest).find((item) => item.src?.includes(FONT))?.file ?? null;
  const styles = (entry.css ?? []).map((file) => `/${file}`);
  const known = new Map<string, PageAssets>();

  return function assetsOf(routeIds) {
    const key = routeIds.join();
    const cached = known.get(key);
    if (cached) return cached;
    const files = new Set<string>();
    collectImports(manifest, ENTRY, files);
    // Several addresses of one screen have its name with a word of their own behind it.
    for (const id of routeIds) collectImports(manifest, `src/storefront/routes/${id.split(':')[0]}.tsx`, files);
    files.delete(entry.file);
    const assets = {
      script: `/${entry.file}`,
      styles,
      preloads: [...files].map((file) => `/${file}`),
      font: fontFile && `/${fontFile}`,
    };
    known.set(key, assets);
    return assets;
  };
}

function collectImports(manifest: Manifest, name: string, files: Set<string>) {
  const chunk = manifest[name];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collectImports(manifest, imported, files);
}
