// A shop of a seller over a test database, with its people, and the staff's decisions without their screens.

import type { ApiTables } from '#api/schema/schema.ts';
import type { Listing, ListingContent } from '#contract/selling/listing/listing.ts';
import type { Database } from '#platform/database/database.ts';
import { publishListing, returnListing } from '../../src/api/selling/listing/draft/publish-listing.ts';
import { addressOf, storeSeller } from '../factories/seller.ts';
import type { startApi } from './api.ts';

type Api = Pick<Awaited<ReturnType<typeof startApi>>, 'signIn'>;

export type Listings = Awaited<ReturnType<typeof openListings>>;

/** Content that can be submitted as it is. */
export function aContent(given: ListingContent = {}): ListingContent {
  return {
    product_name: 'Kitchen Voice Commands',
    product_type: 'data',
    description: 'Short commands that people give in a kitchen, recorded with noise.',
    price: 120,
    on_sale: false,
    sale_price: null,
    stock: null,
    price_unit: 'license',
    options: [],
    specs: [{ name: 'Hours', value: '40' }],
    attributes: { format: ['WAV'], personal_data: false },
    variants: [],
    license: 'CC-BY-4.0',
    pictures: [],
    ...given,
  };
}

/** `ours` with an owner, an editor and somebody of finance, and `theirs` with an owner of its own. */
export async function openListings(database: Database<ApiTables>, api: Api) {
  await storeSeller(
    database,
    { seller_id: 'ours', address: 'ours', name: 'Saltmarsh Datasets' },
    { owner: 'owner', editor: 'editor', finance: 'finance' },
  );
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { stranger: 'owner' });
  const as = (account: string) => api.signIn({ email: addressOf(account), nickname: account }, { sub: account });
  const owner = await as('owner');
  const base = '/seller/ours/listing';

  async function create(content: ListingContent = aContent()): Promise<Listing> {
    return (await owner.post(base, { content })).body;
  }

  async function waiting(productId: string) {
    return database.kysely
      .selectFrom('api.approval')
      .selectAll()
      .where('subject_id', '=', productId)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
  }

  /** As the staff decides: the approval is locked, and the rest follows in the same transaction. */
  function decide(productId: string, decision: { approve: true } | { reason: string }) {
    return database.kysely.transaction().execute(async (transaction) => {
      const approval = await transaction
        .selectFrom('api.approval')
        .selectAll()
        .where('subject_id', '=', productId)
        .where('state', '=', 'waiting')
        .forUpdate()
        .executeTakeFirst();
      if (!approval) return null;
      await transaction
        .updateTable('api.approval')
        .set({ state: 'approve' in decision ? 'approved' : 'returned', decided_by: 'staff', decided_at: new Date() })
        .where('approval_id', '=', approval.approval_id)
        .execute();
      return 'approve' in decision
        ? publishListing(transaction, { approval, by: 'staff' })
        : returnListing(transaction, { approval, reason: decision.reason });
    });
  }

  return {
    base,
    owner,
    as,
    create,
    waiting,
    approve: (productId: string) => decide(productId, { approve: true }),
    sendBack: (productId: string, reason: string) => decide(productId, { reason }),
    read: async (productId: string): Promise<Listing> => (await owner.get(`${base}/${productId}`)).body,
    save: (productId: string, revision: number, content: ListingContent) =>
      owner.put(`${base}/${productId}/draft`, { revision, content }),
    submit: async (productId: string, revision?: number) => {
      const seen = revision ?? (await owner.get(`${base}/${productId}`)).body.revision;
      return owner.post(`${base}/${productId}/submit`, { revision: seen });
    },
    /** A product on sale. */
    async sell(content: ListingContent = aContent()): Promise<string> {
      const { product_id: productId } = await create(content);
      await this.submit(productId);
      const published = await this.approve(productId);
      if (!published || 'refused' in published) throw new Error(JSON.stringify(published));
      return productId;
    },
  };
}
