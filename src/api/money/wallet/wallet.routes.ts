import { type OpenAPIHono, z } from '@hono/zod-openapi';
import {
  monthSchema,
  movementSchema,
  walletMonthSchema,
  walletMonthSumSchema,
  walletSchema,
} from '#contract/money/wallet.schema.ts';
import { longestPdfStatement, monthOf, movementGroups } from '#contract/money/wallet.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireMemberOrKey } from '../../access/require-member.ts';
import { badRequest, conflict, notFound, ok, problems, streamed } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { cutPageAt, linkHeader, numberAfter, pageQuery } from '../../http/list-page.ts';
import type { PdfStatement } from '../receipt/pdf-statement.rules.ts';
import { listMovements } from './read-movements.ts';
import { readSellerWallet, type WalletDb } from './read-wallet.ts';
import { pdfOfMonth } from './statement/pdf-of-month.ts';
import { readBooks, readMonth, readMonths } from './statement/read-months.ts';
import { sumOfMonth } from './statement/statement.rules.ts';
import { findStatementSeller } from './statement/statement-seller.store.ts';
import { writeCsv } from './statement/write-statement.ts';

type Deps = {
  db: WalletDb;
  authenticate: Authenticate;
  draw: (statement: PdfStatement) => Promise<Uint8Array>;
  shop: { name: string; email: string };
  now: () => Date;
};

const tags = ['Wallet'];
const file = z.string().meta({ format: 'binary' });
const types = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;
const groups = movementGroups.filter((group) => group !== 'other');
const inUtc = 'Months are those of UTC.';

function routesBehind(deps: Deps) {
  const member = requireMemberOrKey(deps);
  const base = { tags, middleware: member('readWallet') };
  const params = z.object({ sellerId: z.string() });
  return {
    wallet: createRoute({
      ...base,
      method: 'get',
      path: '/seller/{sellerId}/wallet',
      summary: 'Reads the balance of a shop now, what waits and when it comes, and what is owed',
      request: { params },
      responses: { 200: ok(walletSchema, 'The wallet') },
    }),
    movements: createRoute({
      ...base,
      method: 'get',
      path: '/seller/{sellerId}/wallet/movements',
      summary: "Lists every movement of a shop's balance with its order, product, rule and rate, newest first",
      description: `A long list goes on where the Link header says. ${inUtc} A search finds the number of an order (or how it begins), the id of a product or words of its name, and the number of a payout.`,
      request: {
        params,
        query: z.object({
          kind: z.enum(groups, `must be one of ${groups.join(', ')}`).optional(),
          month: monthSchema.optional(),
          q: z.string().trim().max(200).default(''),
          ...pageQuery({ usual: 50, most: 100 }),
        }),
      },
      responses: {
        200: { ...ok(z.array(movementSchema), 'The movements'), headers: linkHeader },
      },
    }),
    months: createRoute({
      ...base,
      method: 'get',
      path: '/seller/{sellerId}/wallet/months',
      summary: 'Lists the months that there are statements of, newest first',
      description: inUtc,
      request: { params },
      responses: { 200: ok(z.array(walletMonthSchema), 'The months') },
    }),
    month: createRoute({
      ...base,
      method: 'get',
      path: '/seller/{sellerId}/wallet/months/{month}',
      summary: 'Tells what a month comes to: its opening, its groups of movements, its closing',
      description: `${inUtc} The opening and the groups are the closing, which is checked before it is told.`,
      request: { params: params.extend({ month: monthSchema }) },
      responses: { 200: ok(walletMonthSumSchema, 'The month'), ...problems(400) },
    }),
    statement: createRoute({
      ...base,
      method: 'get',
      path: '/seller/{sellerId}/wallet/statement',
      summary: 'Reads the statement of a month as CSV or PDF',
      description: `${inUtc} The first row is the opening and the last one the closing; amounts between them sum to the difference. At most ${longestPdfStatement} movements are drawn as a PDF.`,
      request: {
        params,
        query: z.object({
          month: monthSchema,
          format: z.enum(['csv', 'pdf'], 'must be csv or pdf').default('csv'),
        }),
      },
      responses: {
        200: {
          description: 'The file',
          content: { 'text/csv': { schema: file }, 'application/pdf': { schema: file } },
        },
        ...problems(409),
      },
    }),
  };
}

/** Earnings of a shop, and how they came about. */
export function mountWallets(app: OpenAPIHono, deps: Deps) {
  const { db, draw, shop, now } = deps;
  const routes = routesBehind(deps);

  app.openapi(routes.wallet, async (c) => c.json(await readSellerWallet(db, c.var.member.sellerId), 200));

  app.openapi(routes.movements, async (c) => {
    const { kind, month, q, after, limit } = c.req.valid('query');
    const asked = {
      group: kind ?? null,
      month: month ?? null,
      q,
      before: numberAfter(after, 'bigint'),
      limit: limit + 1,
    };
    const movements = await listMovements(db, c.var.member.sellerId, asked);
    return c.json(
      cutPageAt(c, movements, limit, ({ number }) => String(number)),
      200,
    );
  });

  app.openapi(routes.months, async (c) => c.json(await readMonths(db, c.var.member.sellerId, now()), 200));

  app.openapi(routes.month, async (c) => {
    const { month } = c.req.valid('param');
    return c.json(await readMonth(db, c.var.member.sellerId, pastMonth(month)), 200);
  });

  app.openapi(routes.statement, async (c) => {
    const { month, format } = c.req.valid('query');
    const { sellerId } = c.var.member;
    const books = await readBooks(db, sellerId, pastMonth(month));
    const { movements } = sumOfMonth(books);
    const seller = await findStatementSeller(db, sellerId);
    if (!seller) throw notFound('There is no such shop, or you are not a member of it.');
    const headers = {
      'content-type': types[format],
      'content-disposition': `attachment; filename="statement-${seller.address ?? sellerId}-${month}.${format}"`,
    };
    if (format === 'csv') return c.body(streamed(writeCsv(db, sellerId, books, now())), 200, headers);
    if (movements > longestPdfStatement)
      throw conflict(
        `${month} has ${movements} movements: more than ${longestPdfStatement} are no document. Ask for format=csv.`,
      );
    const pdf = await draw(await pdfOfMonth(db, seller, books, { shop, now: now() }));
    return c.body(new Uint8Array(pdf), 200, headers);
  });

  function pastMonth(month: string): string {
    if (month > monthOf(now()))
      throw badRequest(`${month} has not begun yet. Ask for ${monthOf(now())} or one before.`);
    return month;
  }
}
