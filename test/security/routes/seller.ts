// Shops and their people.
import type { RouteRow } from './marketplace.ts';

/** Whoever is signed in, whatever they are: it is about themselves. */
const everybodySignedIn = {
  anonymous: 401,
  buyer: 200,
  other: 200,
  stranger: 200,
  finance: 200,
  editor: 200,
  owner: 200,
  staffSupport: 200,
  staffFinance: 200,
  staffCatalogue: 200,
  staffAdmin: 200,
} as const;

export const sellerRoutes: RouteRow[] = [
  { route: 'GET /api/seller/mine', request: () => ({ path: '/seller/mine' }), answers: everybodySignedIn },
];
