// Draws docs/map.md from the code: the rooms, what each holds and who imports whom. With --check it only compares.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/map.md');

const rooms: Record<string, string> = {
  language:
    "Words of the shop in the reader's language: messages, their plurals and numbers, catalogs of translations.",
  contract: 'The words both sides share: shapes, money, addresses of lists, error codes. No input or output.',
  platform: 'What every part stands on: configuration, database, log, secrets, caches, outboxes. Knows no shop.',
  api: 'What the shop knows and decides: tables, stores, rules, routes under /api, the catalogue import.',
  identity:
    'The account service: the protocol of sign-up, sign-in, second factors, tokens and hosted login, under /identity.',
  ledger:
    'Accounts, transfers and entries of a double-entry ledger, in a database schema of its own. Knows no shop; the API posts to it.',
  mail: 'The outbox and how it is delivered; `mailer.ts` is its port. The page that shows a trial installation its mails.',
  ui: 'How everything on a screen looks, and the components that know no shop: tokens, buttons, fields, dialogs, forms.',
  client:
    'What a browser does on any screen: calls of the API, its answers, who is signed in, what the person is told.',
  'product-form':
    'The fields of a product, as sellers and the staff write them: pictures, attributes, variants, what buyers get, the endpoint that sets it up.',
  storefront: 'What a visitor sees: screens, components, pictures, files for search engines.',
  admin:
    'The back office: what the staff see under /admin, in a build of its own that no page of a visitor loads anything of.',
  main: 'Reads the configuration, opens the stores, builds the parts, joins them and listens. The only room that knows all; `start.ts` is what npm start runs.',
};
/** The packages of the workspace. None of them sells anything. */
const packages: Record<string, string> = {
  'payment-sandbox':
    'Test equipment, the stand-in for the card payment provider: its API under /v1, signed webhooks, and the card page under /pay.',
};
/** The same shelves in every room that knows the shop. Each uses those above it in this list, never one below. */
const shelves: Record<string, string> = {
  operations:
    'what the staff run the shop with: lists and jobs over many rows, consistency checks, the audit log, the system status',
  people: 'users, customers, the staff, messages, the contact form; in the browser, accounts and sign-in too',
  catalogue:
    'products, their files for import and export, licenses, pictures, reviews, saved products, search, the pages of the shop',
  selling: 'sellers, their listings, keys and webhooks, approval by the staff, figures of sales, imports',
  money: 'wallets and the ledger, payouts, commission, taxes, invoices and receipts, reconciliation with the provider',
  goods: 'what buyers get: files of releases, downloads, keys, access, hours of machines, the library, the hub',
  ordering: 'carts, the checkout and its payments, orders, sales of a seller, coupons, disputes',
};
/** Folders of the API that are no domain. */
const apiFolders: Record<string, string> = {
  access: 'who may do what: tokens, keys, memberships of sellers and of the staff',
  audit: 'the actions that are written into the audit log; entries are never changed or deleted',
  docs: "the page that shows the API's document, and the document itself",
  domain: 'how a domain is made and joined to the others',
  event: 'what one domain announces and others handle',
  http: 'routes and their terms, pages of lists, request bodies, shapes of refusals and faults',
  migrations: 'the statements that make and change the tables, in their order',
  schema: 'tables and stored records, by shelf',
  text: 'sentences of refusals (coupon, stock, price), words of mails, folding for search',
};
const folders: Record<string, string> = {
  'catalogue/demo': 'the products, reviewers and reviews that fill an empty catalogue',
  docs: 'the specification, decisions, operation, performance, this map',
  public: 'files served as they are: videos and their posters, the icon',
  scripts: 'what a person types: start, test, backup, import, export, reset; the generator of the videos',
  test: 'helpers by topic (README.md says which is for what), factories, files to import in fixtures/, tests that cross rooms, browser tests in e2e/, measurements and trials in rigs/',
};

async function draw(): Promise<string> {
  const { output } = await cruise(
    ['src', 'packages'],
    {
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '\\.test\\.tsx?$' },
    },
    {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  );
  const arrows = new Set<string>();
  for (const module of (output as ICruiseResult).modules) {
    for (const { resolved } of module.dependencies) {
      const [from, to] = [roomOf(module.source), roomOf(resolved)];
      if (from && to && from !== to) arrows.add(`  ${from} --> ${to}`);
    }
  }
  refuseUnknown('src', [rooms]);
  refuseUnknown('src/api', [shelves, apiFolders]);
  refuseUnknown('packages', [packages]);
  return [
    '# The map of the house',
    '',
    ...wrapped(
      'Drawn from the code by `node scripts/map.ts`; `npm test` fails when it is out of date. The arrows are imports. The parts of a running shop talk over HTTP requests, in the process or apart: the storefront never imports the API.',
    ),
    '',
    '```mermaid',
    'graph TD',
    ...[...arrows].sort(),
    '```',
    '',
    '## Rooms, in `src/`',
    '',
    ...Object.entries(rooms).flatMap(([room, purpose]) => [
      ...item(`\`${room}\`: ${purpose}`),
      ...item(`in it: ${contents(`src/${room}`)}`, '  '),
    ]),
    '',
    '## Shelves',
    '',
    ...wrapped(
      'The rooms that know the shop have the same seven shelves: `contract`, `api`, `client`, `storefront`, `admin`, and the tests in `test/e2e` and `test/security/routes`. One topic stands in the same place of each: `contract/ordering/dispute.ts`, `api/ordering/dispute/`, `storefront/ordering/dispute/`, `admin/ordering/dispute/`, `test/e2e/ordering/disputes.e2e.ts`.',
    ),
    '',
    ...wrapped(
      'In `api` a shelf is a domain. `create-DOMAIN.ts` mounts its routes, names its jobs and handles what happens elsewhere; `server.ts` joins the seven. A domain imports another by its `ports.ts` and `ports.rules.ts` alone, and only one that stands before it in this list. What it needs of a later one is handed to it by `server.ts`.',
    ),
    '',
    ...Object.entries(shelves).flatMap(([shelf, purpose]) => [
      ...item(`\`${shelf}\`: ${purpose}`),
      ...item(`in \`api\`: ${contents(`src/api/${shelf}`)}`, '  '),
      ...item(`in \`storefront\`: ${contents(`src/storefront/${shelf}`)}`, '  '),
      ...item(`in \`admin\`: ${contents(`src/admin/${shelf}`)}`, '  '),
    ]),
    '',
    '## Beside the shelves, in `src/api/`',
    '',
    ...Object.entries(apiFolders).flatMap(([folder, purpose]) => item(`\`${folder}\`: ${purpose}`)),
    '',
    '## Packages, in `packages/`',
    '',
    ...Object.entries(packages).flatMap(([name, purpose]) => [
      ...item(`\`${name}\`: ${purpose}`),
      ...item(`in its \`src/\`: ${contents(`packages/${name}/src`)}`, '  '),
    ]),
    '',
    '## Other folders',
    '',
    ...Object.entries(folders).flatMap(([folder, purpose]) => item(`\`${folder}\`: ${purpose}`)),
    '',
    '## Layers',
    '',
    ...wrapped(
      'The end of a file name says its layer. In the API: `.routes.ts` (addresses) -> verbs such as `list-products.ts` -> `.rules.ts` (pure) and `.store.ts` (statements); tables stand in `api/schema`, and `.record.ts` there is the shape of a stored record. In the browser: `.screen.tsx` (what an address shows, with its loader) -> `.tsx` (components, which fetch nothing) and `.ts` (what is asked of the API). `.dependency-cruiser.cjs` holds who may import whom, and `test/walls.test.ts` tries each wall.',
    ),
    '',
  ].join('\n');
}

/** An item of a list. */
function item(text: string, indent = ''): string[] {
  return wrapped(text, `${indent}- `, `${indent}  `);
}

/** In lines of a hundred characters at most, as test/docs.test.ts wants them. */
function wrapped(text: string, first = '', rest = first): string[] {
  const lines = [first];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const isEmpty = line === first || line === rest;
    if (isEmpty || line.length + 1 + word.length <= 100) lines[lines.length - 1] = line + (isEmpty ? '' : ' ') + word;
    else lines.push(rest + word);
  }
  return lines;
}

function roomOf(path: string): string | null {
  return path.match(/^(?:src|packages)\/([^/]+)\//)?.[1] ?? null;
}

/** Throws where a folder has no purpose in the map, or a purpose has no folder. */
function refuseUnknown(folder: string, described: ReadonlyArray<Record<string, string>>) {
  const purposes = described.flatMap((purposesOf) => Object.keys(purposesOf));
  const wrong = new Set(foldersIn(folder)).symmetricDifference(new Set(purposes));
  if (wrong.size > 0) throw new Error(`${folder}: scripts/map.ts and the folders differ in ${[...wrong].join(', ')}`);
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

function contents(folder: string): string {
  if (!existsSync(join(root, folder))) return 'nothing';
  return (
    foldersIn(folder)
      .map((name) => `\`${name}/\``)
      .join(' ') || 'files only'
  );
}

const drawn = await draw();
if (!process.argv.includes('--check')) writeFileSync(file, drawn);
else if (readFileSync(file, 'utf8') !== drawn) {
  console.error('docs/map.md no longer shows the code. Draw it again with: node scripts/map.ts');
  process.exit(1);
}
