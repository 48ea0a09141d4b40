// Pictures that sellers send. Who looks at them asks /pictures, which is everybody's.
import { aPicture } from '../../../factories/picture.ts';
import type { RouteRow } from '../selling/marketplace.ts';

export const pictureRoutes: RouteRow[] = [
  {
    route: 'POST /api/seller/{sellerId}/picture',
    request: async ({ sellerId }) => ({ path: `/seller/${sellerId}/picture`, body: await aPicture('png') }),
  },
];
