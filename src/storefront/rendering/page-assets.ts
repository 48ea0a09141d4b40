import { filesOf, fontIn, type Manifest } from '#ui/build-manifest.ts';
import type { PageAssets } from './document.tsx';

export type { Manifest };

const ENTRY = 'src/storefront/entry-client.tsx';

/** Says what a page loads, from the bundler's manifest: the entry, the matched screens' chunks, styles and one font. */
export function createPageAssets(manifest: Manifest): (routeIds: string[]) => PageAssets {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`the build has no ${ENTRY}; run the build again`);
  const font = fontIn(manifest);
  const styles = (entry.css ?? []).map((file) => `/${file}`);
  const known = new Map<string, PageAssets>();

  return function assetsOf(routeIds) {
    const key = routeIds.join();
    const cached = known.get(key);
    if (cached) return cached;
    const script = `/${entry.file}`;
    // Several addresses of one screen have its name with a word of their own behind it.
    const screens = routeIds.map((id) => `src/storefront/${id.split(':')[0]}.screen.tsx`);
    const files = filesOf(manifest, [ENTRY, ...screens]);
    const assets = { script, styles, preloads: [...files].filter((file) => file !== script), font };
    known.set(key, assets);
    return assets;
  };
}
