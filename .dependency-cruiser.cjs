// Who may import whom: one line a room, what is not listed is forbidden. docs/map.md draws the same from the code.
const may = {
  language: [],
  contract: [],
  platform: [],
  mail: ['platform'],
  ledger: ['platform'],
  api: ['contract', 'platform', 'ledger', 'mail'],
  identity: ['contract', 'platform', 'mail'],
  ui: ['language'],
  client: ['language', 'contract', 'ui'],
  'product-form': ['language', 'contract', 'ui', 'client'],
  storefront: ['language', 'contract', 'ui', 'client', 'product-form'],
  admin: ['language', 'contract', 'ui', 'client', 'product-form'],
};
const test = '\\.test\\.tsx?$';
// The stand-in for the card payment provider is test equipment, in a package of its own. What it takes from src/ comes through two doors.
const sandbox = '^packages/payment-sandbox/';
const sandboxDoors = `${sandbox}src/(platform|contract)\\.ts$`;
// What npm start does not install packages for: the tests, the commands that ask for all packages (run.mjs --all), and tools that
// are started without run.mjs. The other rigs, and the helpers they stand on, run on the packages of the shop.
const commands = Object.values(require('./package.json').scripts);
const shopRigs = commands.flatMap((line) => line.match(/run\.mjs (test\/rigs\/\w+\/)/)?.[1] ?? []);
const shopHelpers = [
  'test/database/(postgres|work-of)',
  'test/processes/(server-process|shop-process|free-port|nginx|pgbouncer)',
  'test/factories/(product|release|seller|shop)',
  'test/parts/described-api',
  'test/staff-lists/(fill-staff-lists|staff-list-questions)',
];
const development = `^(test/rigs/bench/(plot-growth|staff/staff-screens)\\.ts$|(?!${[...shopRigs, ...shopHelpers.map((file) => `${file}\\.ts$`)].join('|')})test/|scripts/((map|api-types|rights)\\.ts$|video/))`;
// The seven shelves of every room that knows the shop, and the domains of the API that each of them may use there, by their ports.
const below = {
  operations: [],
  people: ['operations'],
  catalogue: ['operations', 'people'],
  selling: ['operations', 'people', 'catalogue'],
  money: ['operations', 'people', 'catalogue', 'selling'],
  goods: ['operations', 'people', 'catalogue', 'selling', 'money'],
  ordering: ['operations', 'people', 'catalogue', 'selling', 'money', 'goods'],
};
const domains = Object.keys(below).join('|');
// What all of them stand on, each on those before it.
const base = ['schema', 'event', 'audit', 'text', 'http', 'access', 'domain'];
const no = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    ...Object.entries(may).map(([room, friends]) =>
      no(
        `${room}-keeps-to-its-neighbours`,
        { path: `^src/${room}/`, pathNot: test },
        { path: '^(src|packages|test|scripts)/', pathNot: [room, ...friends].map((friend) => `^src/${friend}/`) },
      ),
    ),
    no(
      'the-payment-sandbox-is-test-equipment',
      { pathNot: [sandbox, '^src/main/', '^test/', test] },
      { path: sandbox },
    ),
    no(
      'the-payment-sandbox-is-entered-by-its-entry',
      { pathNot: sandbox },
      { path: sandbox, pathNot: `${sandbox}src/(index|tables)\\.ts$` },
    ),
    no(
      'the-payment-sandbox-takes-from-the-rooms-by-its-doors',
      { path: sandbox, pathNot: [sandboxDoors, test] },
      { path: '^(src|test|scripts)/' },
    ),
    no(
      'the-doors-of-the-payment-sandbox-lead-to-one-room-each',
      { path: sandboxDoors },
      { path: '^(src|test|scripts)/', pathNot: '^src/$1/' },
    ),
    no('packages-are-declared', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
    no(
      'the-shop-needs-no-development-package',
      { path: '^(src|packages|scripts|test)/', pathNot: [test, development] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    no(
      'the-shop-imports-no-development-code',
      { path: '^(src|packages|scripts|test)/', pathNot: [test, development] },
      { path: development, dependencyTypesNot: ['type-only'] },
    ),
    no('no-cycles', {}, { circular: true }),
    no('no-unresolvable', {}, { couldNotResolve: true }),
    no(
      'programs-are-run-not-imported',
      { pathNot: '^src/main/start\\.ts$' },
      { path: '^src/main/(start|shop-process)\\.ts$' },
    ),
    // A pure rule may use the schema library, the license identifiers of SPDX with their parser, what compares texts, what writes XML, how
    // letters are spelled in Latin and stand in a line, the names that domains end in, and a hash.
    no(
      'rules-are-pure',
      { path: '\\.rules\\.ts$' },
      {
        pathNot: [
          '\\.rules\\.ts$',
          '^src/api/schema/[^/]+\\.record\\.ts$',
          '^src/contract/',
          sandboxDoors,
          'node_modules/(zod|spdx-license-ids|spdx-license-list|spdx-expression-parse|stemmer|diff|fast-xml-builder|any-ascii|bidi-js|tlds)/',
          '^(node:)?crypto$',
        ],
      },
    ),
    no(
      'stores-know-only-tables',
      { path: '\\.store\\.ts$' },
      {
        path: '^(src|packages)/',
        // Entries of the audit log are written in the transaction of what they tell of.
        // What statements share is in files of its own.
        pathNot: [
          '/schema\\.ts$',
          '\\.(rules|sql)\\.ts$',
          '^src/[^/]+/(audit/)?audit\\.ts$',
          '^src/api/schema/',
          '^src/(platform|contract)/',
          sandboxDoors,
        ],
      },
    ),
    // A route knows the database as something to hand on (api/schema/db.ts).
    no(
      'routes-do-not-touch-tables',
      { path: '^src/api/.*\\.routes\\.ts$' },
      { path: '^src/(api/schema/(?!db\\.)[^/]+(?<!\\.record)\\.ts$|[^/]+/schema\\.ts$)' },
    ),
    // Who builds statements with a database that was handed over is seen by test/only-stores-ask-the-database.test.ts.
    no(
      'only-stores-ask-the-database',
      { path: '^(src|packages)/', pathNot: ['\\.(store|sql)\\.ts$', '^src/platform/', test] },
      { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    ),
    no(
      'only-the-part-mounts-routes',
      { pathNot: ['/server\\.ts$', '^src/api/[a-z]+/create-[a-z]+\\.ts$', test, '^test/'] },
      { path: '\\.routes\\.ts$' },
    ),
    ...Object.entries(below)
      .filter(([, lower]) => lower.length < Object.keys(below).length - 1)
      .map(([domain, lower]) =>
        no(
          `${domain}-knows-only-domains-below`,
          { path: `^src/api/${domain}/`, pathNot: test },
          { path: `^src/api/(${domains})/`, pathNot: [domain, ...lower].map((name) => `^src/api/${name}/`) },
        ),
      ),
    no(
      'domains-meet-at-ports',
      { path: `^src/api/(${domains})/`, pathNot: test },
      { path: `^src/api/(${domains})/`, pathNot: ['^src/api/$1/', '^src/api/[^/]+/ports(\\.rules|\\.sql)?\\.ts$'] },
    ),
    no(
      'own-domain-without-ports',
      { path: `^src/api/(${domains})/` },
      { path: '^src/api/$1/ports(\\.rules|\\.sql)?\\.ts$' },
    ),
    ...base
      .slice(0, -1)
      .map((folder, place) =>
        no(
          `${folder}-stands-below-${base[place + 1]}`,
          { path: `^src/api/${folder}/`, pathNot: test },
          { path: `^src/api/(${base.slice(place + 1).join('|')})/` },
        ),
      ),
    no(
      'what-domains-share-knows-no-domain',
      { path: `^src/api/(${base.join('|')})/`, pathNot: test },
      { path: `^src/api/((${domains})/|[^/]+$)` },
    ),
    no('domains-know-no-composition', { path: `^src/api/(${domains})/`, pathNot: test }, { path: '^src/api/[^/]+$' }),
    no(
      'mail-through-its-port',
      { path: '^src/(api|identity)/', pathNot: test },
      { path: '^src/mail/', pathNot: '^src/mail/mailer\\.ts$' },
    ),
    no('screens-do-not-import-screens', { path: '\\.screen\\.tsx$' }, { path: '\\.screen\\.tsx$' }),
    no(
      'telemetry-is-loaded-when-it-is-switched-on',
      { path: '^(src|packages)/', pathNot: ['^src/platform/observability/telemetry-(sdk|statements)\\.ts$', test] },
      {
        path: ['^src/platform/observability/telemetry-(sdk|statements)\\.ts$', 'node_modules/@opentelemetry/'],
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    ),
    // What is asked of the API and of the account service is asked by loaders, and by the files beside the components.
    no(
      'components-do-not-fetch',
      { path: '^src/((storefront|admin)/[^/]+/.+(?<!\\.screen)\\.tsx$|ui/)', pathNot: test },
      {
        path: '\\.screen\\.tsx$|^src/client/(api/|session/(session|accounts|account-protocol|as-signed-in)\\.ts$)',
      },
    ),
    no(
      'calls-know-no-component',
      { path: `^src/storefront/(${domains})/.+\\.ts$`, pathNot: test },
      { path: '^src/storefront/.+\\.tsx$' },
    ),
    no(
      'the-browser-carries-no-validator',
      {
        path: '^src/(storefront/|admin/|client/|ui/|product-form/|contract/(?!.*\\.schema\\.ts$|errors\\.ts$))',
        pathNot: test,
      },
      {
        path: '(\\.schema\\.ts$|node_modules/zod/)',
        dependencyTypesNot: ['type-only'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.d\\.mts$' },
    // TypeScript 7 has no API for tools yet; SWC parses the same sources.
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
