import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compiledMessages } from './scripts/language/compiled-messages.ts';

/**
 * Where each part that has screens begins in a browser. Each is built by itself (scripts/build.ts), so that the pages of
 * one load nothing that only another needs.
 */
export const clientEntries = {
  storefront: 'src/storefront/entry-client.tsx',
  admin: 'src/admin/entry-client.tsx',
};

// Browsers that know light-dark() and @starting-style; older ones still get every word and link, in light colours.
const browsers = ['chrome123', 'edge123', 'firefox129', 'safari17.5'];

const everyPage = /node_modules\/(react|react-dom|scheduler|react-router|nanostores|@nanostores)\//;
// The entry waits for its page's screens, which need the shell: it cannot be in there itself, nor can its styles.
const allButEntry = /(?<!\/entry-client)\.m?[jt]sx?$/;

// Wherever a sentence counts or has elements in it.
const wordParts = /\/src\/(language\/|ui\/rich\.)/;

// Where there is a form there are its fields and its button.
const formParts = /\/ui\/form\/(field|submit-button)\.tsx$|\/loader-circle\.m?js$/;

// What goes into the cart, from whichever page.
const lineParts =
  /\/contract\/catalogue\/product\/variant\.ts$|\/storefront\/(ordering\/cart\/(cart-lines|change-cart|order-items|price-units)|catalogue\/product\/options\/options-query)\.ts$/;

// What asks the price of a cart and pays it, on the cart's page and the checkout's.
const payParts =
  /\/contract\/money\/amount\/card-amount\.ts$|\/storefront\/ordering\/(cart\/(proceed\/(coupon-problem|start-payment)|use-quote)\.ts|checkout\/(accepted-\w+|\w+-leaving)\.tsx?)$/;

// Price and stock of a product among others, on cards and wherever else it is named.
const priceParts = /\/catalogue\/product\/(product-price\.tsx|stock-text\.ts)$|\/ui\/link-button\.tsx$/;

// A product among others: on lists, on the page of another one, and among those that are saved.
const cardParts = /\/catalogue\/product\/(card\/(product-card|late-card-tools)|summary-facts|sold-out-button)\.tsx?$/;

// Price, stock and delivery of what is chosen of a product.
const offerParts =
  /\/catalogue\/product\/(options\/variant-offer|product-stock|delivery)\.ts$|\/contract\/goods\/goods\.ts$/;

/** What every page has already. */
const alwaysLoaded = /\/(library|shell|rolldown-runtime)-/;
/** The screens that a visitor walks through, and those of the back office. */
const walked = /\/((home|category|keyword|product|cart|overview)\.screen|lists|screens)-/;

/**
 * The files that are asked for together with a chunk which is loaded on the way. Their names stand in what every page waits for:
 * what is opened rarely, or comes after a page can be used, finds its files in a second step.
 */
function preloadsOf(chunk: string, files: string[]): string[] {
  return walked.test(chunk) ? files.filter((file) => !alwaysLoaded.test(file)) : [];
}

/** Lets go of what no screen uses of React Router: the names that developer tools show would keep it. */
const unusedComponents: Plugin = {
  name: 'unused-components',
  transform: {
    filter: { id: /\/node_modules\/react-router\// },
    handler(code) {
      const nameless = code.replace(/^\w+\.displayName = .*$/gm, '');
      return {
        code: nameless.replace(/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      };
    },
  },
};

const inEnglish = () => compiledMessages('en', (message) => message);

/** Screens are built twice: for the browser, and for the server (`--ssr`), which draws the storefront's. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    ...(command === 'build' ? [unusedComponents] : []),
    ...(command === 'build' && !isSsrBuild ? [inEnglish()] : []),
  ],
  worker: { plugins: () => (command === 'build' ? [inEnglish()] : []) },
  resolve: {
    alias: [
      { find: '../createLucideIcon.mjs', replacement: join(import.meta.dirname, 'src/ui/create-icon.tsx') },
      // In React Router: what only its own framework uses, in whose pages nothing of ours stands.
      {
        find: /^\.(\/dom)?\/ssr\/components\.js$/,
        replacement: join(import.meta.dirname, 'src/ui/router-without-framework.ts'),
      },
    ],
  },
  publicDir: false,
  appType: 'custom',
  // The built server carries its packages; in development Node loads them itself.
  ...(command === 'build' && { ssr: { noExternal: true } }),
  build: isSsrBuild
    ? { outDir: 'build/server', ssr: 'src/storefront/entry-server.tsx', target: 'node22', emptyOutDir: true }
    : {
        outDir: 'build/client',
        target: browsers,
        cssTarget: browsers,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false, resolveDependencies: preloadsOf },
        rollupOptions: {
          // What the back office has at once the storefront loads when it is needed: they share the module that asks for it.
          checks: { ineffectiveDynamicImport: false },
          // What every page stands on is one file, which browsers keep while the shop's own code changes; so is what
          // every page has of the latter, which is smaller than many files of a few lines.
          output: {
            codeSplitting: {
              groups: [
                { name: 'library', test: everyPage },
                { name: 'shell', tags: ['$initial'], test: allButEntry },
                { name: 'words', test: wordParts },
                { name: 'form', test: formParts },
                { name: 'lines', test: lineParts },
                { name: 'pay', test: payParts },
                { name: 'price', test: priceParts },
                { name: 'offer', test: offerParts },
                { name: 'card', test: cardParts },
              ],
            },
          },
        },
      },
}));
