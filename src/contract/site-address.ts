// Terms of every address of the site: who may cache an answer, which parameters it depends on, what search engines are told, and
// what working on it counts as. Pages, files and parts stand here; routes of the API say it themselves (api/http/create-route.ts).
// test/site-address.test.ts asks it of every mounted route.

import { productPageNames } from './catalogue/product/read-product-query.ts';
import { shopPageNames } from './catalogue/shop-pages.ts';

export type Caching =
  /** The same for every visitor: `public`, and cached by the shop itself. */
  | 'shared'
  /** The same for everybody who does not say who they are: cached for them, `private` for the others. */
  | 'shared unless signed in'
  /** The same for every visitor, and not cached by the shop: streams, what is asked for once. */
  | 'streamed'
  /** Somebody's own, or of this moment. */
  | 'private'
  /** The answer says itself how long it is good for; the shop caches none of it. */
  | 'own';

export type Search =
  /** In the sitemap, with a canonical address. */
  | 'listed'
  /** Nobody is kept from it, nobody is sent there: files, pictures, redirects. */
  | 'open'
  /** It may be read, and does not want to be found. */
  | 'noindex'
  /** robots.txt asks not to read it. */
  | 'disallowed';

/** Kind of work of which there may be only so much at once; null: it is not counted. */
export type Work =
  | 'reading'
  | 'making'
  | 'changing'
  | 'drawing'
  | 'picture'
  | 'upload'
  | 'staff upload'
  | 'download'
  | 'buying'
  | 'webhook'
  | null;

export type SiteAddress = {
  /** Steps that begin with ':' stand for one step of any text, '*' at the end for any rest. */
  path: string;
  caching: Caching;
  /** The parameters that change the answer. All others are left out of the address that it is cached under. */
  query: readonly string[];
  search: Search;
  /** Kind of work, or that of the methods that are named, where it is not simply 'reading' or 'changing'. */
  work?: Work | Partial<Record<string, Work>>;
  /**
   * Milliseconds of a processor that making the answer takes at most, with 10,000 products, where that is more than a page may
   * take: what one network has made of these is limited (platform/http/door/limit-making.ts), and counts as 'making'. So much is set
   * aside beforehand, and what was not taken comes back.
   */
  costs?: number;
  /** Asked for again with each letter that somebody types: it leaves half of what its network may have made to pages. */
  whileTyping?: true;
  /** A file as it is. */
  isFile?: true;
  /** Answered as the Hugging Face Hub would, to programs made for it. */
  isHub?: true;
  /** The bytes that a body sent there may have, where they are more than those of a form. */
  largestBody?: number;
  /** A body is read while it comes, and as large as whoever answers allows. */
  streamsBody?: true;
};

const none: readonly string[] = [];
const row = (path: string, caching: Caching, search: Search, more: Partial<SiteAddress> = {}): SiteAddress => ({
  path,
  caching,
  query: none,
  search,
  ...more,
});

/** Pages, files, and parts beside the API. */
export const siteAddresses: readonly SiteAddress[] = [
  // Pages
  row('/', 'shared', 'listed'),
  row('/contact', 'shared', 'listed', { query: ['message'] }),
  ...shopPageNames.map((name) => row(`/${name}`, 'shared', 'listed')),
  row('/products', 'own', 'open'),
  row('/products/category/:category', 'shared', 'listed', { query: productPageNames, costs: 40 }),
  row('/products/keyword', 'own', 'open'),
  row('/products/keyword/:keyword', 'shared', 'noindex', { query: productPageNames, costs: 60 }),
  row('/products/id/:id', 'shared', 'listed', { query: ['reviews', 'options'], costs: 30 }),
  row('/sellers/:address', 'shared', 'listed', { query: ['after'], costs: 25 }),
  row('/licenses/:id', 'shared', 'open', { query: ['sha256'], costs: 25 }),
  row('/compare', 'shared', 'noindex', { query: ['id', 'rows'], costs: 50 }),
  row('/account/login', 'private', 'disallowed'),
  row('/account/register', 'private', 'disallowed'),
  row('/account/forgotPassword', 'private', 'disallowed'),
  row('/profile', 'private', 'disallowed'),
  row('/profile/order', 'private', 'disallowed'),
  row('/profile/library', 'private', 'disallowed'),
  row('/profile/products-management', 'private', 'disallowed'),
  row('/profile/products-management/new', 'private', 'disallowed'),
  row('/profile/products-management/:productId', 'private', 'disallowed'),
  row('/profile/become-a-seller', 'private', 'disallowed'),
  row('/profile/shop', 'private', 'disallowed'),
  row('/profile/wallet', 'private', 'disallowed'),
  row('/profile/wallet/payouts', 'private', 'disallowed'),
  row('/profile/wallet/payouts/:id', 'private', 'disallowed'),
  row('/profile/wallet/settings', 'private', 'disallowed'),
  row('/profile/products-management/:productId/history', 'private', 'disallowed'),
  row('/profile/pending-approvals', 'private', 'disallowed'),
  // The back office; for everybody but the staff there is nothing there, and robots.txt does not speak of it.
  row('/admin', 'own', 'noindex'),
  row('/admin/*', 'own', 'noindex'),
  row('/profile/pending-approvals/:approvalId', 'private', 'disallowed'),
  row('/profile/shop-keys', 'private', 'disallowed'),
  row('/profile/figures', 'private', 'disallowed'),
  row('/profile/sales', 'private', 'disallowed'),
  row('/profile/disputes', 'private', 'disallowed'),
  row('/profile/disputes/:id', 'private', 'disallowed'),
  row('/profile/machine-hours', 'private', 'disallowed'),
  row('/profile/shop-reviews', 'private', 'disallowed'),
  row('/profile/messages', 'private', 'disallowed'),
  row('/profile/messages/:threadId', 'private', 'disallowed'),
  row('/saved', 'private', 'disallowed'),
  row('/saved/alerts/:token', 'private', 'disallowed'),
  row('/saved/searches', 'private', 'disallowed'),
  row('/saved/searches/alerts/:token', 'private', 'disallowed'),
  row('/cart', 'private', 'disallowed'),
  row('/checkout', 'private', 'disallowed'),
  row('/success', 'private', 'noindex'),

  // Pictures, files, and what search engines read
  row('/art/:type/:file', 'own', 'open'),
  row('/pictures/:file', 'own', 'open'),
  row('/og.jpg', 'own', 'open', { work: 'drawing' }),
  row('/og/product/:file', 'own', 'open', { work: 'drawing' }),
  row('/assets/*', 'own', 'open', { work: null, isFile: true }),
  row('/video/*', 'own', 'open', { work: null, isFile: true }),
  row('/favicon.svg', 'own', 'open', { work: null, isFile: true }),
  row('/robots.txt', 'shared', 'open'),
  row('/sitemap.xml', 'shared', 'open', { costs: 60 }),
  row('/sitemap/pages.xml', 'shared', 'open'),
  row('/sitemap/sellers.xml', 'shared', 'open'),
  row('/sitemap/products.xml', 'shared', 'open', { query: ['after'], costs: 200 }),
  row('/feeds/products.xml', 'streamed', 'open', { costs: 2_000 }),

  // Purchases, for the tools made for the Hugging Face Hub
  row('/api/whoami-v2', 'own', 'noindex', { isHub: true }),
  ...['models', 'datasets'].flatMap((kind) =>
    [
      '',
      '/revision/:revision',
      '/tree/:revision',
      '/tree/:revision/*',
      '/paths-info/:revision',
      '/refs',
      '/commits/:revision',
      '/auth-check',
    ].map((end) => row(`/api/${kind}/:namespace/:name${end}`, 'own', 'noindex', { isHub: true, work: 'reading' })),
  ),
  ...['/datasets', ''].flatMap((start) =>
    ['resolve', 'raw'].map((door) =>
      row(`${start}/:namespace/:name/${door}/:revision/*`, 'own', 'noindex', { isHub: true, work: 'download' }),
    ),
  ),

  // The API, whose routes say it themselves (api/http/create-route.ts); here for what none of them answers.
  row('/api/*', 'private', 'noindex'),

  // Parts whose answers are not cached, and say so themselves
  row('/identity', 'own', 'noindex'),
  row('/identity/*', 'own', 'noindex'),
  row('/outbox', 'own', 'noindex'),
  row('/outbox/*', 'own', 'noindex'),
  row('/pay/*', 'own', 'noindex'),
];

/** Facts of an address that is not in the table: a page that is not there. */
const unknown: SiteAddress = row('/*', 'private', 'noindex');

/** The addresses of a site. */
export type AddressTable = {
  rows: readonly SiteAddress[];
  /** `path` begins with a slash and has no query; one slash at its end changes nothing. */
  find: (path: string) => SiteAddress;
  workOf: (request: { method: string; path: string }) => Work;
};

/** A step of addresses, and what may follow: a step that is fixed counts before one that varies, and that before any rest. */
type Step = { fixed: Map<string, Step>; varied: Step | null; row: SiteAddress | null; rest: SiteAddress | null };

const newStep = (): Step => ({ fixed: new Map(), varied: null, row: null, rest: null });

/** The table of `siteAddresses` and of `ofApi`, the routes of the API. */
export function createAddressTable(ofApi: readonly SiteAddress[]): AddressTable {
  const rows = [...siteAddresses, ...ofApi];
  const root = newStep();
  for (const address of rows) addBelow(root, address.path.split('/').slice(1), address);

  function find(path: string): SiteAddress {
    const [first = '', ...steps] = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
      .slice(1)
      .split('/');
    // A first step of the site's own stays so, whatever follows.
    const start = root.fixed.get(first) ?? root.varied;
    return (start && findBelow(start, steps, 0)) ?? unknown;
  }

  return {
    rows,
    find,
    workOf({ method, path }) {
      const reads = method === 'GET' || method === 'HEAD';
      const { work, costs } = find(path);
      const own = typeof work === 'object' && work !== null ? work[reads ? 'GET' : method] : work;
      if (own !== undefined) return own;
      if (!reads) return 'changing';
      return costs === undefined ? 'reading' : 'making';
    },
  };
}

function addBelow(step: Step, [next, ...more]: string[], address: SiteAddress): void {
  if (next === undefined) step.row ??= address;
  else if (next === '*') step.rest ??= address;
  else if (next.startsWith(':')) {
    step.varied ??= newStep();
    addBelow(step.varied, more, address);
  } else {
    const fixed = step.fixed.get(next) ?? newStep();
    step.fixed.set(next, fixed);
    addBelow(fixed, more, address);
  }
}

function findBelow(step: Step, given: readonly string[], at: number): SiteAddress | null {
  const next = given[at];
  if (next === undefined) return step.row;
  const fixed = step.fixed.get(next);
  const found = fixed && findBelow(fixed, given, at + 1);
  if (found) return found;
  return (next !== '' && step.varied && findBelow(step.varied, given, at + 1)) || step.rest;
}

/** Those of pages, files and parts. */
export const { find: findAddress } = createAddressTable([]);

const ownSteps = new Set(siteAddresses.map(({ path }) => firstStep(path)).filter((step) => !step.startsWith(':')));

/** True where addresses of the site's own begin with this step. */
export function isOwnStep(step: string): boolean {
  return ownSteps.has(step);
}

/** Answers that only the one who asks may see, and that are not stored for another request. */
export const noStore = 'private, no-store';

/** The `cache-control` of a whole answer; undefined where the answer says it itself. */
export function cacheControl(
  { caching, path }: Pick<SiteAddress, 'caching' | 'path'>,
  isSignedIn = false,
): string | undefined {
  if (caching === 'own') return undefined;
  // Such a page holds nothing of anybody until its scripts have asked: a browser may go back to it.
  if (caching === 'private') return path.startsWith('/api/') ? noStore : 'private, no-cache';
  return isSignedIn && path.startsWith('/api/') ? noStore : 'public, no-cache';
}

/** The lines of robots.txt that ask search engines to stay away. */
export function disallowedPaths(): string[] {
  const steps = Map.groupBy(siteAddresses, ({ path }) => firstStep(path));
  return [...steps]
    .filter(([, rows]) => rows.every(({ search }) => search === 'disallowed'))
    .map(([step, rows]) => (rows.some(({ path }) => path === `/${step}`) ? `/${step}` : `/${step}/`));
}

/** The listed pages whose address has no part that varies. */
export function listedPages(): string[] {
  return siteAddresses.filter(({ path, search }) => search === 'listed' && !path.includes(':')).map(({ path }) => path);
}

function firstStep(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}
