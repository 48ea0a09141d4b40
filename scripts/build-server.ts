// Bundles the shop's own process, so that it starts from two files in place of some three thousand
// (docs/decisions/0081-the-server-is-bundled.md). `npm start`, the image and the units run the bundle; development and tests run the sources.
import { rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { build, normalizePath, type Plugin } from 'vite';

/** As Vite writes places, also where a system has backslashes. */
const root = normalizePath(join(import.meta.dirname, '..'));

/** Packages that stay outside the bundle: they read files beside their own, start threads from them, or are loaded by few settings. */
const outside = [
  '@opentelemetry/api',
  '@tus/server',
  '@vitejs/plugin-react',
  'dictionary-en',
  'pg-native',
  'pino',
  'sharp',
  'vite',
];

/** Sources name files beside them by `import.meta`, which in the bundle would say where the bundle lies. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(`${root}/`) || id.includes('/node_modules/') || !code.includes('import.meta.')) return null;
    const file = id.slice(root.length + 1);
    return code
      .replaceAll('import.meta.dirname', `__sourcePlace(${JSON.stringify(posix.dirname(file))})`)
      .replaceAll('import.meta.url', `__sourceUrl(${JSON.stringify(file)})`);
  },
};
/** Its names are none that a source has: the bundler does not know them. */
const banner = `import { join as __join } from 'node:path';
import { pathToFileURL as __toFileUrl } from 'node:url';
const __sourcePlace = (name) => __join(import.meta.dirname, '../..', name);
const __sourceUrl = (name) => __toFileUrl(__sourcePlace(name)).href;`;

/** V8 keeps a text with a single other character at two bytes each. */
const asciiAlone: Plugin = {
  name: 'ascii-alone',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code);
  },
};

function escaped(code: string): string {
  // Behind a backslash, and where a template is read as it is written, an escape would mean something else.
  const unsafe = code.match(/\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/);
  if (unsafe) throw new Error(`the bundle has a character that cannot be escaped: ${unsafe[0]}`);
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The other file of the bundle: `start` loads it, or starts it as workers. */
const shopProcess: Plugin = {
  name: 'shop-process',
  enforce: 'pre',
  resolveId: (name) => (name === './shop-process.ts' ? { id: './shop-process.js', external: true } : null),
};

// The stamp and the compiled code are those of the bundle before, which `npm start` would take for this one.
for (const name of ['build/shop/stamp', 'node_modules/.cache/compiled'])
  await rm(join(root, name), { recursive: true, force: true });
// Each program is one file, without parts that are loaded later: a later build leaves whole what a running shop has begun with.
for (const program of ['shop-process', 'start'])
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [placesOfSources, asciiAlone, ...(program === 'start' ? [shopProcess] : [])],
    ssr: { noExternal: true, external: outside },
    build: {
      ssr: `src/main/${program}.ts`,
      outDir: 'build/shop',
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        output: { banner, codeSplitting: false, comments: { jsdoc: false }, entryFileNames: `${program}.js` },
      },
    },
  });
