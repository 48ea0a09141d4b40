import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProductList, ProductSummary } from '#contract/catalogue/product/product.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { startApi } from '../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
afterAll(async () => {
  api.version.close();
  await database.close();
});
beforeEach(() => emptyDatabase(database));

const productFields = [
  'product_id',
  'product_name',
  'product_type',
  'description',
  'product_img',
  'price',
  'on_sale',
  'sale_price',
  'stock',
  'price_unit',
  'provider',
  'options',
  'specs',
]; // prettier-ignore

async function store(...products: Array<Parameters<typeof aProduct>[0]>) {
  await database.kysely
    .insertInto('api.product')
    .values(products.map((given) => aProduct(given)))
    .execute();
}

async function ids(path: string): Promise<string[]> {
  const { status, body } = await api.get(path);
  expect(status).toBe(200);
  return (body as ProductList).products.map((product: ProductSummary) => product.product_id);
}

test('[E-01] GET /product/all gives every product with exactly the Product fields, in shop order', async () => {
  await store(
    { product_id: 'b' },
    { product_id: 'a', stock: 3 },
    { product_id: 'c', on_sale: true, sale_price_micros: 1 },
  );
  const { body } = await api.get('/product/all');
  expect(body.map((product: ProductSummary) => product.product_id)).toEqual(['b', 'a', 'c']);
  for (const product of body) expect(Object.keys(product).sort()).toEqual([...productFields].sort());
});

test('a page of the list tells facts of machines alone, wherever they stand in it', async () => {
  const specs = JSON.stringify([
    { name: 'Memory', value: '80 GB HBM3' },
    { name: 'Memory bandwidth', value: '3.35 TB/s' },
  ]);
  await store(
    { product_id: 'set', product_type: 'data', specs, price_micros: 3 },
    { product_id: 'machine', product_type: 'computing', specs, price_micros: 2 },
    { product_id: 'silent', product_type: 'computing', price_micros: 1 },
  );
  for (const sort of ['featured', 'price_desc', 'name&min_price=0&max_price=1000']) {
    const { body } = await api.get(`/product?sort=${sort}`);
    const shownFacts = (body as ProductList).products.map(({ product_id, facts }) => [product_id, facts]);
    expect(new Map(shownFacts as Array<[string, string | undefined]>), sort).toEqual(
      new Map([
        ['set', undefined],
        ['machine', '80 GB HBM3 · 3.35 TB/s'],
        ['silent', undefined],
      ]),
    );
  }
  const { body } = await api.get('/product/machine');
  expect(Object.keys(body).sort()).toEqual([...productFields].sort());
});

test('[V-08] lists say of what is sold by time that its stock is what is free, and of nothing else', async () => {
  const keys = { source: 'list' } as const;
  const gpus = (value: string) => [{ name: 'GPUs', value }];
  await store(
    { product_id: 'machine', price_unit: 'hour', stock: 3 },
    { product_id: 'license', price_unit: 'license', stock: 3 },
    { product_id: 'keys', price_unit: 'month', stock: 3, goods: JSON.stringify({ keys }) },
    {
      product_id: 'keys-of-a-variant',
      price_unit: 'month',
      goods: JSON.stringify({ variants: [{ selected_options: gpus('1') }, { selected_options: gpus('8'), keys }] }),
    },
  );
  for (const path of ['/product?sort=featured', '/product?sort=name&min_price=0&max_price=1000&attributes=true']) {
    const { products } = (await api.get(path)).body as ProductList;
    expect(products.filter(({ is_rental }) => is_rental).map(({ product_id }) => product_id)).toEqual(['machine']);
    expect(products).toHaveLength(4);
  }
});

test('[E-01] GET /product/all of an empty catalogue is an empty list', async () => {
  expect((await api.get('/product/all')).body).toEqual([]);
});

test('[E-01] GET /product/all streams a catalogue of more than one batch', async () => {
  await store(...Array.from({ length: 1_201 }, () => ({})));
  expect((await api.get('/product/all')).body).toHaveLength(1_201);
});

test('[E-02] GET /product/{id} gives one product, prices in dollars, with and without a trailing slash', async () => {
  await store({
    product_id: 'gpu',
    price_micros: 125,
    sale_price_micros: 5,
    on_sale: true,
    specs: '[{"name":"GPU","value":"A100"}]',
  });
  for (const path of ['/product/gpu', '/product/gpu/']) {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      product_id: 'gpu',
      price: 0.000125,
      sale_price: 0.000005,
      specs: [{ name: 'GPU', value: 'A100' }],
    });
  }
});

test('[E-02] a product without an image has the art made from its id', async () => {
  await store({ product_id: 'a b' }, { product_id: 'own', product_img: 'https://img.example/x.png' });
  expect((await api.get('/product/a%20b')).body.product_img).toBe('/art/computing/a%20b.svg');
  expect((await api.get('/product/own')).body.product_img).toBe('https://img.example/x.png');
});

test.each(['nope', '%00', '..%2F..%2Fetc%2Fpasswd', '%E0%A4%A', "x'%20OR%20'1'='1", 'a'.repeat(3_000)])(
  '[E-02] the unknown id %s answers 404',
  async (id) => {
    expect((await api.get(`/product/${id}`)).status).toBe(404);
  },
);

test('[L-05] the category filter takes any case, and all matches every category', async () => {
  await store({ product_id: 'c' }, { product_id: 'd', product_type: 'data' });
  expect(await ids('/product?category=DATA')).toEqual(['d']);
  expect(await ids('/product?category=all')).toEqual(['c', 'd']);
});

test('[L-06] the keyword is a substring of the name in any case; % and _ match only themselves', async () => {
  await store(
    { product_id: 'h100', product_name: 'NVIDIA H100 SXM' },
    { product_id: 'percent', product_name: '100% _under_score \\back' },
    { product_id: 'cafe', product_name: 'Cafe\u0301 modèle' },
  );
  expect(await ids('/product?keyword=h100')).toEqual(['h100']);
  // Whole words come before what stands within one.
  expect(await ids('/product?keyword=100')).toEqual(['percent', 'h100']);
  expect(await ids('/product?keyword=%25')).toEqual(['percent']);
  expect(await ids('/product?keyword=_')).toEqual(['percent']);
  expect(await ids('/product?keyword=%5C')).toEqual(['percent']);
  expect(await ids('/product?keyword=CAF%C3%89')).toEqual(['cafe']);
  expect(await ids('/product?keyword=%00')).toEqual([]);
});

test('[L-07] an empty category or keyword leaves the list unchanged', async () => {
  await store({ product_id: 'a' }, { product_id: 'b' });
  expect(await ids('/product?category=&keyword=')).toEqual(['a', 'b']);
  expect(await ids('/product?keyword=%20%20')).toEqual(['a', 'b']);
});

test('[L-08] the price range counts the sale price of what is on sale', async () => {
  await store(
    { product_id: 'regular', price_micros: 10_000_000 },
    { product_id: 'sale', price_micros: 50_000_000, on_sale: true, sale_price_micros: 10_000_000 },
    { product_id: 'dear', price_micros: 50_000_000, sale_price_micros: 10_000_000 },
  );
  expect(await ids('/product?min_price=10&max_price=10')).toEqual(['regular', 'sale']);
});

test.each([
  'min_price=5&max_price=1',
  'min_price=-1&max_price=1',
  'min_price=1',
  'max_price=1',
  'min_price=&max_price=',
])('[L-09] the price range %s is ignored', async (range) => {
  await store({ product_id: 'cheap', price_micros: 100 }, { product_id: 'dear', price_micros: 900_000_000 });
  expect(await ids(`/product?${range}`)).toEqual(['cheap', 'dear']);
});

test('[L-11] on_sale=true leaves out what is not on sale', async () => {
  await store({ product_id: 'a' }, { product_id: 'b', on_sale: true, sale_price_micros: 1 });
  expect(await ids('/product?on_sale=true')).toEqual(['b']);
});

test('[L-12] in_stock=true leaves out a stock of 0, and keeps what is not counted', async () => {
  await store(
    { product_id: 'none', stock: 0 },
    { product_id: 'some', stock: 2 },
    { product_id: 'service', stock: null },
  );
  expect(await ids('/product?in_stock=true')).toEqual(['some', 'service']);
});

test('counts tell the matches of every category, whatever category is asked for', async () => {
  await store(
    {},
    { on_sale: true, sale_price_micros: 1 },
    { product_type: 'data', on_sale: true, sale_price_micros: 1 },
  );
  const { body } = await api.get('/product?category=data&on_sale=true');
  expect(body).toMatchObject({ total: 1, counts: { all: 2, solutions: 0, computing: 1, data: 1, algorithm: 0 } });
});

const sorts = ['featured', 'newest', 'price_asc', 'price_desc', 'name'];
test.each(sorts)(
  'pages of the order %s meet every product once, forwards, backwards and from the end',
  async (sort) => {
    const names = ['b', 'a', 'c', 'a', 'B', 'ä', 'z'];
    await store(
      ...names.map((product_name, index) => ({
        product_id: `p${index}`,
        product_name,
        price_micros: (index % 3) * 1_000_000,
      })),
    );
    const expected = await ids(`/product?sort=${sort}`);
    expect(expected).toHaveLength(7);

    const forwards: string[][] = [];
    let cursor: string | null = null;
    do {
      const page: ProductList = (await api.get(`/product?sort=${sort}&limit=3${cursor ? `&cursor=${cursor}` : ''}`))
        .body;
      expect(page.page).toBe(forwards.length + 1);
      forwards.push(page.products.map((product) => product.product_id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(forwards.flat()).toEqual(expected);

    const last: ProductList = (await api.get(`/product?sort=${sort}&limit=3&cursor=last`)).body;
    expect(last.products.map((product) => product.product_id)).toEqual(forwards.at(-1));
    expect(last).toMatchObject({ page: 3, pages: 3, next_cursor: null });
    const before: ProductList = (await api.get(`/product?sort=${sort}&limit=3&cursor=${last.prev_cursor}`)).body;
    expect(before.products.map((product) => product.product_id)).toEqual(forwards[1]);
    expect(before.page).toBe(2);
  },
);

test('a page and its counts are right whether the matches are gathered first or met along the order', async () => {
  await store(
    ...Array.from({ length: 2_100 }, (_, index) => ({ product_name: `even ${index % 2}`, price_micros: index })),
  );
  const broad = await api.get('/product?keyword=even&sort=price_desc&limit=2');
  expect(broad.body).toMatchObject({ total: 2_100, products: [{ price: 0.002099 }, { price: 0.002098 }] });
  const selective = await api.get('/product?keyword=even%201&sort=price_desc&limit=2');
  expect(selective.body).toMatchObject({ total: 1_050, products: [{ price: 0.002099 }, { price: 0.002097 }] });
});

test.each([
  ['limit=0', /limit/],
  ['limit=101', /limit/],
  ['limit=x', /limit/],
  ['sort=random', /sort/],
  ['category=hardware', /category/],
  ['min_price=abc', /min_price/],
  ['max_price=NaN', /max_price/],
  ['on_sale=maybe', /on_sale/],
  ['cursor=garbage', /cursor/],
  ['cursor=eyJzb3J0IjoibmFtZSJ9', /cursor/],
])('the bad parameter %s answers 400 and is named', async (query, name) => {
  const { status, body } = await api.get(`/product?${query}`);
  expect(status).toBe(400);
  expect(body.message).toMatch(name);
  expect(body.code).toBe('bad_request');
});

test('a cursor of another order is refused', async () => {
  await store({}, {}, {});
  const { next_cursor } = (await api.get('/product?limit=1&sort=name')).body;
  expect((await api.get(`/product?limit=1&sort=price_asc&cursor=${next_cursor}`)).status).toBe(400);
});

test('the sitemap is cut into parts that meet every product once', async () => {
  await store(...['b', 'a', 'c'].map((product_id) => ({ product_id })));
  expect((await api.get('/sitemap')).body).toEqual({ parts: [''] });
  const { body } = await api.get('/sitemap/part?after=a');
  expect(body.products.map((product: { product_id: string }) => product.product_id)).toEqual(['b', 'c']);
});

test('the list follows a change of the catalogue at once', async () => {
  await store({ product_id: 'a' });
  expect((await api.get('/product')).body.total).toBe(1);
  await store({ product_id: 'b' });
  expect((await api.get('/product')).body.total).toBe(2);
});

test('[L-08] a bound beyond every price is a bound, not an error', async () => {
  await store({ product_id: 'dear', price_micros: 1_000_000_000_000_000 });
  expect(await ids('/product?min_price=0&max_price=1e300')).toEqual(['dear']);
  expect(await ids('/product?min_price=9e13&max_price=9e14')).toEqual([]);
});

test('[L-06] a keyword longer than any name matches nothing', async () => {
  await store({});
  expect(await ids(`/product?keyword=${encodeURIComponent('\ufdfa'.repeat(200))}`)).toEqual([]);
});

test.each(['constructor', '__proto__', 'toString'])('the documentation has no file %s', async (name) => {
  expect((await api.get(`/docs/${name}`)).status).toBe(404);
});
