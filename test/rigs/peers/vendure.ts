// Vendure 3: a server and a worker as its guide to deployment has them, on the search and the job queue in its database.
import { join } from 'node:path';
import { ask, dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';
import { freePort } from '../../processes/free-port.ts';
import type { Question } from '../bench/closed-loop.ts';
import { diskOf, install } from './packages.ts';
import { type Buyer, LIST_PAGES, LISTED, type Outcome, type Peer } from './peer.ts';
import { open, run } from './processes.ts';

const FILL_MS = 10 * 60_000;
const PATH = '/shop-api';
const price = 'priceWithTax { ... on SinglePrice { value } ... on PriceRange { min max } }';
const searchQuery = `query Search($input: SearchInput!) { search(input: $input) { totalItems items {
  productId productVariantId slug productName description currencyCode inStock ${price} } } }`;
const productQuery = `query Product($slug: String!) { product(slug: $slug) {
  id name slug description facetValues { name facet { name } } collections { slug }
  variants { id sku priceWithTax currencyCode stockLevel } } }`;

const toBody = (query: string, variables: object) => JSON.stringify({ query, variables });
const toQuestion = (query: string, variables: object): Question => ({
  path: PATH,
  headers: { 'content-type': 'application/json' },
  body: toBody(query, variables),
});

export const vendure: Peer = {
  name: 'Vendure',
  async fill({ folder: parent, server, catalogue, buyers }) {
    const folder = join(parent, 'vendure');
    const versions = await install(folder, {
      packages: ['@vendure/core@3', 'pg@8'],
      templates: join(import.meta.dirname, 'vendure'),
    });
    const database = await makeDatabaseOn(server, { purpose: 'peers_vendure' });
    const port = await freePort();
    const environment = {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      PORT: String(port),
      VENDURE_DISABLE_TELEMETRY: 'true',
    };
    const end = () => dropDatabaseOn(server, database, { force: true });
    const address = `http://127.0.0.1:${port}`;
    try {
      await run(process.execPath, ['fill.mjs', catalogue.file], { environment, cwd: folder, withinMs: FILL_MS });
      await ask(database.url, 'vacuum analyze');
    } catch (error) {
      await end();
      throw error;
    }
    const rows = await ask<{ sku: string; id: number }>(database.url, 'select sku, id from product_variant');
    const ids = new Map(rows.map(({ sku, id }) => [sku, String(id)]));
    const categories = [...new Set(catalogue.products.map(({ category }) => category))];
    const pages = Array.from({ length: LIST_PAGES }, (_, page) => page * LISTED);
    const toList = (collectionSlug: string, skip: number) =>
      toQuestion(searchQuery, {
        input: { collectionSlug, groupByProduct: true, take: LISTED, skip, sort: { name: 'ASC' } },
      });
    return {
      versions,
      disk: await diskOf(folder),
      address,
      first: toList('data', 0),
      start: () => ['server.mjs', 'worker.mjs'].map((file) => open([file], { environment, cwd: folder })),
      questions: async () => ({
        list: categories.flatMap((collectionSlug) => pages.map((skip) => toList(collectionSlug, skip))),
        search: catalogue.words.map((term) =>
          toQuestion(searchQuery, { input: { term, groupByProduct: true, take: LISTED } }),
        ),
        detail: catalogue.bought.map(({ id: slug }) => toQuestion(productQuery, { slug })),
      }),
      countIn(read, body) {
        const { data } = JSON.parse(body) as { data?: { search?: { items: object[] }; product?: object | null } };
        return read === 'detail' ? Number(Boolean(data?.product)) : (data?.search?.items.length ?? 0);
      },
      buyers: async () =>
        Array.from(
          { length: buyers },
          (_, index): Buyer =>
            (products) =>
              buyOnce(
                address,
                index,
                products.map((id) => ids.get(id) ?? ''),
              ),
        ),
      // Lines, customer, address, shipping methods and the choice, the state, payment methods and the payment.
      requestsOfOrder: 10,
      unitsSold: async (id) => {
        const [row] = await ask<{ sold: number }>(
          database.url,
          `select coalesce(sum(line.quantity), 0)::int as sold from order_line line
           join "order" o on o.id = line."orderId" join product_variant variant on variant.id = line."productVariantId"
           where variant.sku = '${id}' and o.state in ('PaymentAuthorized', 'PaymentSettled')`,
        );
        return row?.sold ?? Number.NaN;
      },
      end,
    };
  },
};

type Answer = Record<string, { __typename?: string; message?: string; state?: string } | Array<{ id: string }>>;

/** A guest, whose session begins with the first line. */
async function buyOnce(address: string, buyer: number, variants: string[]): Promise<Outcome> {
  let token = '';
  async function send(query: string, variables: object): Promise<Answer> {
    const answer = await fetch(address + PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: toBody(query, variables),
    });
    token = answer.headers.get('vendure-auth-token') ?? token;
    const { data, errors } = (await answer.json()) as { data?: Answer; errors?: Array<{ message: string }> };
    if (!data) throw new Error(`${answer.status}: ${errors?.[0]?.message}`);
    return data;
  }
  /** Throws the error results of the shop; `OutOfStock` where it has too little of a product. */
  async function change(name: string, head: string, args: string, variables: object): Promise<void> {
    const data = await send(
      `mutation ${name}${head} { ${name}${args} { __typename ... on Order { id code state totalWithTax }
        ... on ErrorResult { errorCode message } } }`,
      variables,
    );
    const result = data[name] as { __typename: string; message?: string };
    if (result.__typename === 'Order') return;
    const message = `${name}: ${result.__typename} ${result.message}`;
    throw outOfStock.has(result.__typename) ? new OutOfStock(message) : new Error(message);
  }
  try {
    for (const id of variants)
      await change('addItemToOrder', '($id: ID!)', '(productVariantId: $id, quantity: 1)', { id });
    await change('setCustomerForOrder', '($input: CreateCustomerInput!)', '(input: $input)', {
      input: { firstName: 'A', lastName: 'Customer', emailAddress: `customer-${buyer}@example.com` },
    });
    await change('setOrderShippingAddress', '($input: CreateAddressInput!)', '(input: $input)', {
      input: {
        fullName: 'A Customer',
        streetLine1: '1 Example Street',
        city: 'Springfield',
        postalCode: '10115',
        countryCode: 'US',
      },
    });
    const { eligibleShippingMethods } = await send('{ eligibleShippingMethods { id price name } }', {});
    const [method] = eligibleShippingMethods as Array<{ id: string }>;
    await change('setOrderShippingMethod', '($id: [ID!]!)', '(shippingMethodId: $id)', { id: [method?.id] });
    await change('transitionOrderToState', '', '(state: "ArrangingPayment")', {});
    await send('{ eligiblePaymentMethods { code isEligible } }', {});
    await change('addPaymentToOrder', '($input: PaymentInput!)', '(input: $input)', {
      input: { method: 'dummy-payment', metadata: {} },
    });
    return 'placed';
  } catch (error) {
    if (error instanceof OutOfStock) return { refused: error.message };
    throw error;
  }
}

class OutOfStock extends Error {}

const outOfStock = new Set(['InsufficientStockError', 'OrderStateTransitionError']);
