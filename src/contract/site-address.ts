// What is true of every address of the site, in one table: who may cache an answer, which parameters it depends on, what
// search engines are told, and what working on it counts as. test/site-address.test.ts asks it of every mounted route.

import { licenseMaximumBytes } from './catalogue/named-license.ts';
import { productPageNames, productQueryNames } from './catalogue/product/read-product-query.ts';
import { shopPageNames } from './catalogue/shop-pages.ts';
import { productKeysMaximumBytes } from './goods/product-key.ts';
import { staffLists } from './operations/staff-list/staff-lists.ts';
import { disputeFileMaximum } from './ordering/dispute-terms.ts';
import { draftMaximumBytes, importMaximumBytes } from './selling/listing/listing-words.ts';
import { staffProductMaximumBytes } from './selling/staff-product/staff-product-words.ts';

type Caching =
  /** The same for every visitor: `public`, and cached by the shop itself. */
  | 'shared'
  /** The same for everybody who does not say who they are: cached for them, `private` for the others. */
  | 'shared unless signed in'
  /** The same for every visitor, and not cached by the shop: streams, what is asked for once. */
  | 'streamed'
  /** Somebody's own, or of this moment. */
  | 'private'
  /** What answers there says itself how long it is good for; the shop caches none of it. */
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

/** Of which kind of work there may be only so much at once; null: it is not counted. */
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
  /** What it counts as where it is not simply 'reading' or 'changing', as its method says. */
  work?: Work;
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

/** The first that fits a path counts. */
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

  // The API
  row('/api/product', 'shared unless signed in', 'noindex', { query: productQueryNames, costs: 25 }),
  row('/api/product/all', 'streamed', 'noindex', { costs: 1_500 }),
  row('/api/product/:productId/free-file/*', 'own', 'noindex', { work: 'download' }),
  row('/api/product/:id', 'shared unless signed in', 'noindex'),
  row('/api/product/:id/release', 'shared unless signed in', 'noindex', { costs: 25 }),
  row('/api/product/:id/croissant.json', 'shared unless signed in', 'noindex', { costs: 25 }),
  row('/api/search', 'shared unless signed in', 'noindex', {
    query: ['q', 'category', 'beyond_name', 'limit'],
    costs: 60,
  }),
  row('/api/search/suggestions', 'shared unless signed in', 'noindex', {
    query: ['q'],
    costs: 50,
    whileTyping: true,
  }),
  row('/api/sitemap', 'shared unless signed in', 'noindex', { costs: 60 }),
  row('/api/sitemap/part', 'shared unless signed in', 'noindex', { query: ['after'], costs: 120 }),
  row('/api/feed/part', 'shared unless signed in', 'noindex', { query: ['after'], costs: 40 }),
  row('/api/license', 'shared unless signed in', 'noindex', { query: ['expression'] }),
  row('/api/license/:id', 'shared unless signed in', 'noindex', { query: ['sha256'] }),
  row('/api/page/:name', 'shared unless signed in', 'noindex'),
  // Whoever verifies must see at once that a key was replaced or withdrawn.
  row('/api/goods/keys', 'streamed', 'noindex'),
  row('/api/goods/keys/:file', 'streamed', 'noindex'),
  row('/api/goods/revoked-keys/:productId', 'own', 'noindex'),
  row('/api/review', 'private', 'noindex'),
  row('/api/review/product/:id', 'shared unless signed in', 'noindex', { query: ['after', 'limit', 'mine'] }),
  row('/api/review/product/:id/summary', 'shared unless signed in', 'noindex'),
  row('/api/review/:id', 'private', 'noindex'),
  row('/api/review/:id/report', 'private', 'noindex'),
  row('/api/user', 'private', 'noindex'),
  row('/api/user/:email', 'private', 'noindex'),
  row('/api/user/:email/deletion', 'private', 'noindex'),
  row('/api/seller', 'private', 'noindex'),
  row('/api/seller/mine', 'private', 'noindex'),
  row('/api/seller/page', 'shared unless signed in', 'noindex'),
  row('/api/seller/page/:address', 'shared unless signed in', 'noindex'),
  row('/api/seller/page/:address/products', 'shared unless signed in', 'noindex', { query: ['after', 'limit'] }),
  row('/api/seller/:sellerId/listing', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/bulk', 'private', 'noindex', { largestBody: draftMaximumBytes }),
  row('/api/seller/:sellerId/listing/import', 'private', 'noindex', { largestBody: importMaximumBytes }),
  row('/api/seller/:sellerId/listing/export', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/key', 'private', 'noindex', { largestBody: productKeysMaximumBytes }),
  row('/api/seller/:sellerId/listing/:productId/key/:keyId', 'private', 'noindex'),
  row('/api/library/:entitlementId/key', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/draft', 'private', 'noindex', { largestBody: draftMaximumBytes }),
  row('/api/seller/:sellerId/listing/:productId/submit', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/withdraw', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/offer', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/pause', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/resume', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/archive', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/restore-from-archive', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/difference', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/download', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/version', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/version/:version', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/version/:version/restore', 'private', 'noindex'),
  row('/api/seller/:sellerId/picture', 'private', 'noindex', { work: 'picture' }),
  row('/api/seller/:sellerId/upload', 'private', 'noindex', { work: 'upload', streamsBody: true }),
  row('/api/seller/:sellerId/upload/:objectId', 'private', 'noindex', { work: 'upload', streamsBody: true }),
  row('/api/seller/:sellerId/listing/:productId/release', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/release/:releaseId', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/release/:releaseId/file', 'private', 'noindex'),
  row('/api/seller/:sellerId/listing/:productId/release/:releaseId/complete', 'private', 'noindex'),
  row('/api/seller/:sellerId/key', 'private', 'noindex'),
  row('/api/seller/:sellerId/key/:keyId', 'private', 'noindex'),
  row('/api/seller/:sellerId/key/:keyId/take-over', 'private', 'noindex'),
  row('/api/seller/:sellerId/webhook', 'private', 'noindex'),
  row('/api/seller/:sellerId/webhook/:webhookId', 'private', 'noindex'),
  row('/api/seller/:sellerId/webhook/:webhookId/test', 'private', 'noindex'),
  row('/api/seller/:sellerId/webhook/:webhookId/rotate', 'private', 'noindex'),
  row('/api/seller/:sellerId/webhook/:webhookId/delivery', 'private', 'noindex'),
  row('/api/seller/:sellerId/webhook/:webhookId/delivery/:deliveryId', 'private', 'noindex'),
  row('/api/seller/:sellerId/webhook/:webhookId/delivery/:deliveryId/resend', 'private', 'noindex'),
  row('/api/seller/:sellerId/provision-endpoint', 'private', 'noindex'),
  row('/api/seller/:sellerId/provision-endpoint/test', 'private', 'noindex'),
  row('/api/seller/:sellerId/provision-endpoint/rotate', 'private', 'noindex'),
  row('/api/seller/:sellerId/provision-endpoint/call', 'private', 'noindex'),
  row('/api/seller/:sellerId/provision-endpoint/call/:callId/repeat', 'private', 'noindex'),
  row('/api/seller/:sellerId/hours', 'private', 'noindex'),
  row('/api/seller/:sellerId/hours/outage', 'private', 'noindex'),
  row('/api/seller/:sellerId/hours/outage/preview', 'private', 'noindex'),
  row('/api/seller/:sellerId/hours/:entitlementId/started', 'private', 'noindex'),
  row('/api/seller/:sellerId/hours/:entitlementId/stopped', 'private', 'noindex'),
  row('/api/seller/:sellerId/sale-terms', 'private', 'noindex'),
  row('/api/seller/:sellerId/figures', 'private', 'noindex'),
  row('/api/seller/:sellerId/wallet', 'private', 'noindex'),
  row('/api/seller/:sellerId/wallet/movements', 'private', 'noindex'),
  row('/api/seller/:sellerId/wallet/months', 'private', 'noindex'),
  row('/api/seller/:sellerId/wallet/months/:month', 'private', 'noindex'),
  row('/api/seller/:sellerId/wallet/statement', 'private', 'noindex'),
  row('/api/seller/:sellerId/payout', 'private', 'noindex'),
  row('/api/seller/:sellerId/payout/:payoutId', 'private', 'noindex'),
  row('/api/seller/:sellerId/payout/:payoutId/line', 'private', 'noindex'),
  row('/api/seller/:sellerId/payout/:payoutId/statement', 'private', 'noindex'),
  row('/api/seller/:sellerId/payout-settings', 'private', 'noindex'),
  row('/api/seller/:sellerId/payout-settings/confirm', 'private', 'noindex'),
  row('/api/seller/:sellerId/payout-settings/connect', 'private', 'noindex'),
  row('/api/seller/:sellerId/payout-settings/connect/refresh', 'private', 'noindex'),
  row('/api/figures/add', 'private', 'noindex'),
  row('/api/seller/support-confirmation', 'private', 'noindex'),
  row('/api/seller/invitation/:token', 'private', 'noindex'),
  row('/api/seller/invitation/:token/accept', 'private', 'noindex'),
  row('/api/seller/:sellerId', 'private', 'noindex'),
  row('/api/seller/:sellerId/submit', 'private', 'noindex'),
  row('/api/seller/:sellerId/withdraw', 'private', 'noindex'),
  row('/api/seller/:sellerId/support-mail', 'private', 'noindex'),
  row('/api/seller/:sellerId/closing', 'private', 'noindex'),
  row('/api/seller/:sellerId/close', 'private', 'noindex'),
  row('/api/seller/:sellerId/reopen', 'private', 'noindex'),
  row('/api/seller/:sellerId/finish', 'private', 'noindex'),
  row('/api/seller/:sellerId/member', 'private', 'noindex'),
  row('/api/seller/:sellerId/member/:accountId', 'private', 'noindex'),
  row('/api/seller/:sellerId/member/:accountId/ending', 'private', 'noindex'),
  row('/api/seller/:sellerId/invitation', 'private', 'noindex'),
  row('/api/seller/:sellerId/invitation/:invitationId', 'private', 'noindex'),
  row('/api/seller/:sellerId/invitation/:invitationId/resend', 'private', 'noindex'),
  row('/api/library', 'private', 'noindex'),
  row('/api/saved-product', 'private', 'noindex'),
  row('/api/saved-product/ids', 'private', 'noindex'),
  row('/api/saved-product/:id', 'private', 'noindex'),
  row('/api/saved-product/alerts/:token', 'private', 'noindex'),
  row('/api/saved-product/alerts/:token/end', 'private', 'noindex'),
  row('/api/cart', 'private', 'noindex'),
  row('/api/cart/quote', 'private', 'noindex'),
  row('/api/checkout-session', 'private', 'noindex', { work: 'buying' }),
  row('/api/success', 'private', 'noindex', { work: 'buying' }),
  row('/api/payments/webhook', 'private', 'noindex', { work: 'webhook' }),
  row('/api/order', 'private', 'noindex', { work: 'buying' }),
  row('/api/order/user/:userId', 'private', 'noindex'),
  row('/api/order/:orderId/dispute', 'private', 'noindex'),
  row('/api/dispute', 'private', 'noindex'),
  row('/api/dispute/:disputeId', 'private', 'noindex'),
  row('/api/dispute/:disputeId/message', 'private', 'noindex'),
  row('/api/dispute/:disputeId/file', 'private', 'noindex', { largestBody: disputeFileMaximum }),
  row('/api/dispute/:disputeId/file/:fileId', 'private', 'noindex'),
  row('/api/dispute/:disputeId/withdraw', 'private', 'noindex', { work: 'buying' }),
  row('/api/seller/:sellerId/dispute', 'private', 'noindex'),
  row('/api/admin/dispute/:disputeId/decide', 'private', 'noindex', { work: 'buying' }),
  row('/api/order/:id', 'private', 'noindex'),
  row('/api/order/:id/cancel', 'private', 'noindex', { work: 'buying' }),
  row('/api/order/:id/line/:line/version', 'private', 'noindex'),
  row('/api/order/:id/receipt.pdf', 'private', 'noindex', { work: 'drawing' }),
  row('/api/invoice-details', 'private', 'noindex'),
  row('/api/data-export', 'private', 'noindex'),
  row('/api/data-export/file', 'private', 'noindex'),
  row('/api/buyer-wallet', 'private', 'noindex'),
  row('/api/buyer-wallet/movement', 'private', 'noindex'),
  row('/api/buyer-wallet/pay-in', 'private', 'noindex'),
  row('/api/buyer-wallet/pay-in/:payInId', 'private', 'noindex'),
  row('/api/buyer-wallet/pay-in/:payInId/cancel', 'private', 'noindex'),
  row('/api/buyer-wallet/withdrawal', 'private', 'noindex'),
  row('/api/order/:id/invoice', 'private', 'noindex'),
  row('/api/order/:id/invoice/:invoiceId/pdf', 'private', 'noindex', { work: 'drawing' }),
  row('/api/seller/:sellerId/invoice', 'private', 'noindex'),
  row('/api/seller/:sellerId/invoice/:invoiceId/pdf', 'private', 'noindex', { work: 'drawing' }),
  row('/api/seller/:sellerId/order/:orderId/invoice', 'private', 'noindex'),
  row('/api/admin/order/:orderId', 'private', 'noindex'),
  row('/api/admin/order/:orderId/event', 'private', 'noindex'),
  row('/api/admin/order/:orderId/refund/preview', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/order/:orderId/refund', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/order/:orderId/fulfil', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/order/:orderId/cancel', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/order/:orderId/paid', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/order/:orderId/accept', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/order/:orderId/receipt', 'private', 'noindex'),
  row('/api/admin/order/:orderId/note', 'private', 'noindex'),
  row('/api/admin/order/:orderId/note/:noteId', 'private', 'noindex'),
  row('/api/admin/order/:orderId/invoice', 'private', 'noindex'),
  row('/api/admin/order/:orderId/invoice/:invoiceId/pdf', 'private', 'noindex', { work: 'drawing' }),
  row('/api/library/:entitlementId/access', 'private', 'noindex'),
  row('/api/library/:entitlementId/money-back', 'private', 'noindex', { work: 'buying' }),
  row('/api/library/:entitlementId/hours', 'private', 'noindex'),
  row('/api/library/:entitlementId/hours/entry', 'private', 'noindex'),
  row('/api/library/:entitlementId/hours/start', 'private', 'noindex'),
  row('/api/library/:entitlementId/hours/stop', 'private', 'noindex'),
  row('/api/admin/hours', 'private', 'noindex'),
  row('/api/admin/hours/outage', 'private', 'noindex'),
  row('/api/admin/hours/outage/preview', 'private', 'noindex'),
  row('/api/admin/hours/:entitlementId/started', 'private', 'noindex'),
  row('/api/admin/hours/:entitlementId/stopped', 'private', 'noindex'),
  row('/api/admin/me', 'private', 'noindex'),
  // Its list, and where a new one is sent to.
  row('/api/admin/product', 'private', 'noindex', { largestBody: staffProductMaximumBytes }),
  ...staffLists
    .filter(({ name }) => name !== 'product')
    .map(({ name }) => row(`/api/admin/${name}`, 'private', 'noindex')),
  row('/api/admin/job/:jobId', 'private', 'noindex'),
  row('/api/admin/job/:jobId/row', 'private', 'noindex'),
  row('/api/admin/job/:jobId/confirm', 'private', 'noindex'),
  row('/api/admin/job/:jobId/stop', 'private', 'noindex'),
  row('/api/admin/job/:jobId/undo', 'private', 'noindex'),
  row('/api/admin/list/:list/view', 'private', 'noindex'),
  row('/api/admin/view/:viewId', 'private', 'noindex'),
  row('/api/admin/overview', 'private', 'noindex'),
  row('/api/admin/figures', 'private', 'noindex'),
  row('/api/admin/state', 'private', 'noindex'),
  row('/api/admin/state/outbox/:outbox/failed', 'private', 'noindex'),
  row('/api/admin/state/outbox/:outbox/send-again', 'private', 'noindex'),
  row('/api/admin/check', 'private', 'noindex'),
  row('/api/admin/check/:check', 'private', 'noindex'),
  row('/api/admin/check/figures/repair', 'private', 'noindex'),
  row('/api/admin/operations', 'private', 'noindex'),
  row('/api/admin/provision-endpoint', 'private', 'noindex'),
  row('/api/admin/provision-endpoint/test', 'private', 'noindex'),
  row('/api/admin/provision-endpoint/rotate', 'private', 'noindex'),
  row('/api/admin/customer/:userId', 'private', 'noindex'),
  row('/api/admin/customer/:userId/event', 'private', 'noindex'),
  row('/api/admin/customer/:userId/suspend', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/customer/:userId/restore', 'private', 'noindex'),
  row('/api/admin/customer/:userId/sign-out', 'private', 'noindex'),
  row('/api/admin/customer/:userId/export', 'private', 'noindex'),
  row('/api/admin/customer/:userId/gift', 'private', 'noindex'),
  row('/api/admin/customer/:userId/gift/:entitlementId/withdraw', 'private', 'noindex'),
  row('/api/admin/customer/:userId/deletion', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/audit/:entryId', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId/payout-settings', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId/payout-settings/confirm', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId/suspend', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/seller/:sellerId/reinstate', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId/adopt', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId/adopt/preview', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId/order', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId/order/:orderId', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId/order/:orderId/deliver', 'private', 'noindex'),
  row('/api/admin/seller/:sellerId/order/:orderId/refund', 'private', 'noindex', { work: 'buying' }),
  row('/api/admin/staff', 'private', 'noindex'),
  row('/api/admin/staff/:accountId', 'private', 'noindex'),
  row('/api/admin/ledger/account', 'private', 'noindex'),
  row('/api/admin/ledger/account/:accountId', 'private', 'noindex'),
  row('/api/admin/ledger/transfer', 'private', 'noindex'),
  row('/api/admin/ledger/transfer/:transferId', 'private', 'noindex'),
  row('/api/admin/manual-movement', 'private', 'noindex'),
  row('/api/admin/reconciliation', 'private', 'noindex'),
  row('/api/admin/reconciliation/fetch', 'private', 'noindex'),
  row('/api/admin/reconciliation/transaction', 'private', 'noindex'),
  row('/api/admin/reconciliation/transaction/:transactionId/close', 'private', 'noindex'),
  row('/api/admin/reconciliation/transaction/:transactionId/reopen', 'private', 'noindex'),
  row('/api/admin/reconciliation/missing', 'private', 'noindex'),
  row('/api/admin/reconciliation/missing/:transferId/close', 'private', 'noindex'),
  row('/api/admin/reconciliation/missing/:transferId/reopen', 'private', 'noindex'),
  row('/api/admin/payout/:payoutId', 'private', 'noindex'),
  row('/api/admin/payout/:payoutId/line', 'private', 'noindex'),
  row('/api/admin/payout/:payoutId/statement', 'private', 'noindex'),
  row('/api/admin/payout/:payoutId/retry', 'private', 'noindex'),
  row('/api/admin/payout/:payoutId/take-out', 'private', 'noindex'),
  row('/api/admin/payout/:payoutId/paid', 'private', 'noindex'),
  row('/api/admin/payout/:payoutId/failed', 'private', 'noindex'),
  row('/api/admin/payout/:payoutId/hold', 'private', 'noindex'),
  row('/api/admin/payout/:payoutId/release', 'private', 'noindex'),
  row('/api/admin/payout-batch', 'private', 'noindex'),
  row('/api/admin/payout-batch/:batchId/discard', 'private', 'noindex'),
  row('/api/admin/payout-batch/:batchId/sent', 'private', 'noindex'),
  row('/api/admin/payout-batch/:batchId/:format', 'private', 'noindex'),
  row('/api/admin/manual-movement/preview', 'private', 'noindex'),
  row('/api/admin/manual-movement/:movementId/confirm', 'private', 'noindex'),
  row('/api/admin/manual-movement/:movementId/refuse', 'private', 'noindex'),
  row('/api/admin/sale-rule', 'private', 'noindex'),
  row('/api/admin/fee-rule', 'private', 'noindex'),
  row('/api/admin/fee-rule/:ruleId/end', 'private', 'noindex'),
  row('/api/admin/holding-rule', 'private', 'noindex'),
  row('/api/admin/holding-rule/:ruleId/end', 'private', 'noindex'),
  row('/api/seller/:sellerId/review', 'private', 'noindex'),
  row('/api/seller/:sellerId/review/:reviewId/response', 'private', 'noindex'),
  row('/api/seller/:sellerId/order', 'private', 'noindex'),
  row('/api/seller/:sellerId/order/:orderId', 'private', 'noindex'),
  row('/api/seller/:sellerId/order/:orderId/deliver', 'private', 'noindex'),
  row('/api/seller/:sellerId/order/:orderId/refund', 'private', 'noindex', { work: 'buying' }),
  row('/api/library/:entitlementId/download', 'private', 'noindex'),
  row('/api/download/:token/:name', 'own', 'noindex', { work: 'download' }),
  row('/api/thread', 'private', 'noindex'),
  row('/api/thread/unread', 'private', 'noindex'),
  row('/api/thread/:threadId', 'private', 'noindex'),
  row('/api/thread/:threadId/message', 'private', 'noindex'),
  row('/api/thread/:threadId/read', 'private', 'noindex'),
  row('/api/thread/:threadId/report', 'private', 'noindex'),
  row('/api/thread/:threadId/block', 'private', 'noindex'),
  row('/api/thread/:threadId/unblock', 'private', 'noindex'),
  row('/api/seller/:sellerId/thread', 'private', 'noindex'),
  row('/api/seller/:sellerId/thread/:threadId', 'private', 'noindex'),
  row('/api/seller/:sellerId/thread/:threadId/message', 'private', 'noindex'),
  row('/api/seller/:sellerId/thread/:threadId/read', 'private', 'noindex'),
  row('/api/seller/:sellerId/thread/:threadId/report', 'private', 'noindex'),
  row('/api/seller/:sellerId/thread/:threadId/block', 'private', 'noindex'),
  row('/api/seller/:sellerId/thread/:threadId/unblock', 'private', 'noindex'),
  row('/api/admin/review/:reviewId', 'private', 'noindex'),
  row('/api/admin/review/:reviewId/hide', 'private', 'noindex'),
  row('/api/admin/review/:reviewId/show', 'private', 'noindex'),
  row('/api/admin/review/:reviewId/dismiss', 'private', 'noindex'),
  row('/api/admin/coupon', 'private', 'noindex'),
  row('/api/admin/license', 'private', 'noindex'),
  row('/api/admin/license/:licenseId', 'private', 'noindex', { largestBody: licenseMaximumBytes }),
  row('/api/admin/import', 'private', 'noindex', { work: 'staff upload', streamsBody: true }),
  row('/api/admin/import/:importId', 'private', 'noindex'),
  row('/api/admin/import/:importId/row', 'private', 'noindex'),
  row('/api/admin/import/:importId/columns', 'private', 'noindex'),
  row('/api/admin/import/:importId/confirm', 'private', 'noindex'),
  row('/api/admin/import/:importId/stop', 'private', 'noindex'),
  row('/api/admin/product-picture', 'private', 'noindex', { work: 'picture' }),
  row('/api/admin/product/:productId', 'private', 'noindex', { largestBody: staffProductMaximumBytes }),
  row('/api/admin/product/:productId/stock', 'private', 'noindex'),
  row('/api/admin/product/:productId/sale', 'private', 'noindex'),
  row('/api/admin/product/:productId/sale/:saleId/cancel', 'private', 'noindex'),
  row('/api/admin/product/:productId/key', 'private', 'noindex', { largestBody: productKeysMaximumBytes }),
  row('/api/admin/product/:productId/release', 'private', 'noindex'),
  row('/api/admin/product/:productId/release/:releaseId', 'private', 'noindex'),
  row('/api/admin/product/:productId/release/:releaseId/file', 'private', 'noindex'),
  row('/api/admin/product/:productId/release/:releaseId/complete', 'private', 'noindex'),
  row('/api/admin/upload', 'private', 'noindex', { work: 'staff upload', streamsBody: true }),
  row('/api/admin/upload/:objectId', 'private', 'noindex', { work: 'staff upload', streamsBody: true }),
  row('/api/admin/product/:productId/duplicate', 'private', 'noindex'),
  row('/api/admin/product/:productId/pause', 'private', 'noindex'),
  row('/api/admin/product/:productId/publish', 'private', 'noindex'),
  row('/api/admin/product/:productId/archive', 'private', 'noindex'),
  row('/api/admin/product/:productId/restore', 'private', 'noindex'),
  row('/api/admin/coupon/:code', 'private', 'noindex', { query: ['days'] }),
  row('/api/admin/coupon/:code/end', 'private', 'noindex'),
  row('/api/admin/report', 'private', 'noindex'),
  row('/api/admin/report/:threadId', 'private', 'noindex'),
  row('/api/admin/report/:threadId/resolve', 'private', 'noindex'),
  row('/api/admin/report/:threadId/resume', 'private', 'noindex'),
  row('/api/contact', 'private', 'noindex'),
  row('/api/contact/form', 'private', 'noindex'),
  row('/api/admin/approval', 'private', 'noindex'),
  row('/api/admin/approval/:approvalId', 'private', 'noindex'),
  row('/api/admin/approval/:approvalId/approve', 'private', 'noindex'),
  row('/api/admin/approval/:approvalId/return', 'private', 'noindex'),
  row('/api/admin/listing/:productId/hide', 'private', 'noindex'),
  row('/api/admin/listing/:productId/unhide', 'private', 'noindex'),
  row('/api/library/token', 'private', 'noindex'),
  row('/api/library/token/:tokenId', 'private', 'noindex'),
  row('/api/library/state', 'private', 'noindex'),
  row('/api/library/:entitlementId', 'private', 'noindex'),
  row('/api/library/:entitlementId/release/:releaseId', 'private', 'noindex'),
  row('/api/library/:entitlementId/release/:releaseId/manifest', 'private', 'noindex'),
  row('/api/health', 'private', 'noindex', { work: null }),
  row('/api/health/live', 'private', 'noindex', { work: null }),
  row('/api/health/ready', 'private', 'noindex', { work: null }),
  row('/api/openapi.json', 'shared unless signed in', 'noindex', { costs: 20 }),
  row('/api/docs', 'streamed', 'noindex'),
  row('/api/docs/start.js', 'streamed', 'noindex'),
  row('/api/docs/:file', 'shared unless signed in', 'noindex', { costs: 20 }),

  // What was bought, for the tools made for the Hugging Face Hub
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

  // Parts whose answers are not cached, and say so themselves
  row('/identity', 'own', 'noindex'),
  row('/identity/*', 'own', 'noindex'),
  row('/outbox', 'own', 'noindex'),
  row('/outbox/*', 'own', 'noindex'),
  row('/pay/*', 'own', 'noindex'),
];

/** What is true of an address that is not in the table: a page that is not there. */
const unknown: SiteAddress = row('/*', 'private', 'noindex');

const byFirstStep = Map.groupBy(
  siteAddresses.map((address) => ({ address, steps: address.path.split('/') })),
  ({ address }) => firstStep(address.path),
);

/** Where the first step varies: what is none of the site's own. */
const anyStep = ':namespace';

/** `path` begins with a slash and has no query; one slash at its end changes nothing. */
export function findAddress(path: string): SiteAddress {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const step = firstStep(plain);
  const rows = byFirstStep.get(isOwnStep(step) ? step : anyStep);
  const given = plain.split('/');
  return rows?.find(({ steps }) => fits(given, steps))?.address ?? unknown;
}

/** Whether addresses of the site's own begin with this step. */
export function isOwnStep(step: string): boolean {
  return step !== anyStep && byFirstStep.has(step);
}

export function workOf({ method, path }: { method: string; path: string }): Work {
  const reads = method === 'GET' || method === 'HEAD';
  const { work, costs } = findAddress(path);
  if (work !== undefined) return work;
  if (!reads) return 'changing';
  return costs === undefined ? 'reading' : 'making';
}

/** Of what nobody but the one who asks may see, or who asks again. */
export const noStore = 'private, no-store';

/** The `cache-control` of a whole answer; undefined where the answer says it itself. */
export function cacheControl({ caching, path }: SiteAddress, isSignedIn = false): string | undefined {
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

/** `steps` are those of a row of the table. */
function fits(given: readonly string[], steps: readonly string[]): boolean {
  const hasRest = steps.at(-1) === '*';
  if (hasRest ? given.length < steps.length : given.length !== steps.length) return false;
  return steps.every((step, at) => step === given[at] || step === '*' || (step.startsWith(':') && given[at] !== ''));
}
