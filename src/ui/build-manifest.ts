// Manifest of the files that the bundler has made, by the names of the modules that they begin with.

export type Manifest = Record<
  string,
  { file: string; src?: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
>;

const FONT = 'host-grotesk-latin-wght-normal';

/** Addresses of the files of these modules, and of all that they import. Modules that were not built are left out. */
export function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const collect = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || files.has(`/${chunk.file}`)) return;
    files.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  for (const name of modules) collect(name);
  return files;
}

/** The address of the font that nearly every word is set in; null where the styles name none. */
export function fontIn(manifest: Manifest): string | null {
  const file = Object.values(manifest).find(({ src }) => src?.includes(FONT))?.file;
  return file ? `/${file}` : null;
}
