/** Where what an entry of the audit log is about is looked at; null: it has no screen of its own. */
export function subjectPath(kind: string, id: string): string | null {
  const of = encodeURIComponent(id);
  switch (kind) {
    case 'order':
      return `/orders/${of}`;
    case 'coupon':
      return `/coupons/${of}`;
    case 'license':
      return `/licenses/${of}`;
    case 'search':
      return '/search';
    case 'seller':
      // Own products of the operator: so far their endpoint alone.
      return id === 'operator' ? '/endpoint' : `/sellers/${of}`;
    case 'review':
      return `/reviews/${of}`;
    case 'account':
      return `/customers/${of}`;
    case 'thread':
      return `/reports/${of}`;
    case 'dispute':
      return `/disputes/${of}`;
    case 'transfer':
      return `/ledger/transfer/${of}`;
    case 'product':
      return `/products/${of}`;
    case 'listing':
      return `/products?q=${of}`;
    case 'payout':
      // A bank file is a list of its payouts.
      return id.startsWith('PB-') ? `/payouts?batch=${of}` : `/payouts/${of}`;
    case 'check':
      return `/state/check/${of}`;
    default:
      return null;
  }
}
