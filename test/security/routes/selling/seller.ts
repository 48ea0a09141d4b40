// Shops, their people, and how they close.
import { createHash } from 'node:crypto';
import { arrangeStates } from '../../../database/guard-states.ts';
import { addressOf } from '../../../factories/seller.ts';
import { type Marketplace, type RouteRow, signedIn } from './marketplace.ts';

const members = (status: number) => ({ anonymous: 401, finance: status, editor: status, owner: status }) as const;
const owners = (status: number) => ({ anonymous: 401, owner: status }) as const;

async function inState({ database, sellerId }: Marketplace, state: 'draft' | 'submitted' | 'closing') {
  const address = addressOf('owner');
  await arrangeStates(database.kysely, (arranged) =>
    arranged
      .updateTable('api.seller')
      .set({ state, support_email: address, support_confirmed: address })
      .where('seller_id', '=', sellerId)
      .execute(),
  );
  return `/seller/${sellerId}`;
}

/** An invitation of this address, whose token is its own name. */
async function invite({ database, sellerId }: Marketplace, email: string): Promise<string> {
  await database.kysely
    .insertInto('api.seller_invitation')
    .values({
      invitation_id: 'invitation',
      seller_id: sellerId,
      email,
      token_sha256: createHash('sha256').update('token').digest('hex'),
      role: 'editor',
      invited_by: 'owner',
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return 'invitation';
}

export const sellerRoutes: RouteRow[] = [
  { route: 'GET /api/seller/mine', request: () => ({ path: '/seller/mine' }) },
  { route: 'GET /api/seller/page', request: () => ({ path: '/seller/page' }) },
  { route: 'GET /api/seller/page/{address}', request: () => ({ path: '/seller/page/ours' }) },
  {
    route: 'GET /api/seller/page/{address}/products',
    request: () => ({ path: '/seller/page/ours/products' }),
  },
  { route: 'POST /api/seller', request: () => ({ path: '/seller' }) },
  {
    route: 'GET /api/seller/{sellerId}',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}` }),
  },
  {
    route: 'PUT /api/seller/{sellerId}',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}`, body: { about: 'Who we are now.' } }),
  },
  {
    route: 'DELETE /api/seller/{sellerId}',
    async request(made) {
      const { database, sellerId } = made;
      await database.kysely.deleteFrom('api.product').where('seller_id', '=', sellerId).execute();
      return { path: await inState(made, 'draft') };
    },
  },
  {
    route: 'POST /api/seller/{sellerId}/submit',
    request: async (made) => ({ path: `${await inState(made, 'draft')}/submit` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/withdraw',
    request: async (made) => ({ path: `${await inState(made, 'submitted')}/withdraw` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/support-mail',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/support-mail` }),
  },
  {
    // People of the shop alone, in whatever role: they have read the mail.
    route: 'POST /api/seller/support-confirmation',
    async request({ database, sellerId }) {
      const now = Date.now();
      const { support_email } = await database.kysely
        .selectFrom('api.seller')
        .select('support_email')
        .where('seller_id', '=', sellerId)
        .executeTakeFirstOrThrow();
      await database.kysely
        .insertInto('api.seller_support_mail')
        .values({
          seller_id: sellerId,
          email: support_email ?? '',
          token_sha256: createHash('sha256').update('token').digest('hex'),
          sent_at: new Date(now),
          expires_at: new Date(now + 3_600_000),
        })
        .execute();
      return { path: '/seller/support-confirmation', body: { token: 'token' } };
    },
    answers: members(200),
  },
  {
    route: 'GET /api/seller/{sellerId}/member',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/member` }),
  },
  {
    route: 'PUT /api/seller/{sellerId}/member/{accountId}',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/member/editor`, body: { role: 'finance' } }),
  },
  {
    route: 'GET /api/seller/{sellerId}/member/{accountId}/ending',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/member/editor/ending?role=finance` }),
    // Everybody of themselves.
    answers: { ...owners(200), editor: 200 },
  },
  {
    route: 'DELETE /api/seller/{sellerId}/member/{accountId}',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/member/editor` }),
    // Everybody may leave.
    answers: { ...owners(204), editor: 204 },
  },
  {
    route: 'GET /api/seller/{sellerId}/invitation',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/invitation` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/invitation',
    request: ({ sellerId }) => ({
      path: `/seller/${sellerId}/invitation`,
      body: { email: 'new@example.com', role: 'editor' },
    }),
  },
  {
    route: 'POST /api/seller/{sellerId}/invitation/{invitationId}/resend',
    request: async (made) => ({
      path: `/seller/${made.sellerId}/invitation/${await invite(made, 'new@example.com')}/resend`,
    }),
  },
  {
    route: 'DELETE /api/seller/{sellerId}/invitation/{invitationId}',
    request: async (made) => ({ path: `/seller/${made.sellerId}/invitation/${await invite(made, 'new@example.com')}` }),
  },
  {
    // Callers with another address see the invited one masked.
    route: 'GET /api/seller/invitation/{token}',
    async request(made) {
      await invite(made, addressOf('buyer'));
      return { path: '/seller/invitation/token' };
    },
    answers: { ...signedIn(409), buyer: 200 },
  },
  {
    route: 'POST /api/seller/invitation/{token}/accept',
    async request(made) {
      await invite(made, addressOf('buyer'));
      return { path: '/seller/invitation/token/accept' };
    },
    answers: { ...signedIn(409), buyer: 200 },
  },
  {
    route: 'GET /api/seller/{sellerId}/closing',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/closing` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/close',
    request: ({ sellerId }) => ({ path: `/seller/${sellerId}/close` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/reopen',
    request: async (made) => ({ path: `${await inState(made, 'closing')}/reopen` }),
  },
  {
    route: 'POST /api/seller/{sellerId}/finish',
    request: async (made) => ({ path: `${await inState(made, 'closing')}/finish` }),
  },
];
