// Products are found by their attributes, on the demo catalogue.
import type { APIRequestContext, Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { expect, open, test } from '../shop.ts';

type Machine = {
  product_id: string;
  product_type: string;
  price: number;
  on_sale: boolean;
  sale_price: number | null;
  price_unit: string;
  attributes?: { gpu_model?: string; gpu_memory?: number; region?: string[] };
};

const effectivePrice = ({ on_sale, sale_price, price }: Machine) => (on_sale ? Number(sale_price) : price);

async function machines(request: APIRequestContext): Promise<Machine[]> {
  const all: Machine[] = await (await request.get('/api/product/all')).json();
  return all.filter(({ product_type }) => product_type === 'computing');
}

const region = (page: Page) => page.getByRole('region', { name: 'Products' });
const filtersOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' });

/** The ids of the products on the page, sorted. */
const shown = (page: Page) =>
  region(page)
    .locator('a[href^="/products/id/"]')
    .evaluateAll((links) =>
      [...new Set(links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split('/').at(-1)))].sort(),
    );

test('[Q-04] on a phone a GPU with at least 24 GB for at most a dollar an hour is three taps away', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const wanted = (await machines(request)).filter(
    (machine) =>
      (machine.attributes?.gpu_memory ?? 0) >= 24 && effectivePrice(machine) <= 1 && machine.price_unit === 'hour',
  );
  expect(wanted.length).toBeGreaterThan(3);
  await open(page, '/');
  await page.getByRole('button', { name: 'Go to Computing' }).click();
  await page.getByRole('link', { name: 'Up to $1/h' }).click();
  await expect(page).toHaveURL(/max_price=1/);
  await page.getByRole('link', { name: '24+ GB' }).click();
  await expect(page).toHaveURL(
    '/products/category/computing?min_price=0&max_price=1&price_unit=hour&min_gpu_memory=24',
  );
  await expect.poll(() => shown(page)).toEqual(wanted.map(({ product_id }) => product_id).sort());
  await expectFitAndAccessible(page);
});

test('[Q-04] values are chosen at once, counts follow the other choices, badges take them away', async ({
  page,
  request,
}) => {
  const all = await machines(request);
  const [first = '', second = ''] = [...new Set(all.map(({ attributes }) => attributes?.gpu_model))].filter(Boolean);
  const ofModels = all.filter(({ attributes }) => [first, second].includes(attributes?.gpu_model ?? ''));
  await open(page, '/products/category/computing');
  const gpus = filtersOf(page).getByRole('group', { name: 'GPU', exact: true });
  await gpus.getByText(/^All \d+$/).click();
  for (const model of [first, second])
    await gpus.getByRole('checkbox', { name: new RegExp(`^${model} \\d+$`) }).check();
  await expect.poll(() => shown(page)).toEqual(ofModels.map(({ product_id }) => product_id).sort());
  const count = all.filter(({ attributes }) => attributes?.gpu_model === first).length;
  await expect(gpus.getByRole('checkbox', { name: new RegExp(`^${first}`) }).first()).toHaveAccessibleName(
    `${first} ${count}`,
  );
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(new RegExp(`^${ofModels.length} `));

  await page.getByRole('link', { name: `Remove filter GPU: ${first}` }).click();
  await expect(gpus.getByRole('checkbox', { name: new RegExp(`^${first} \\d+$`) })).not.toBeChecked();
  await page.getByRole('spinbutton', { name: 'Maximum price' }).fill('1000');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/products/category/computing');
});

test('[Q-04] choices in quick succession all stay chosen, and none is seen to come undone', async ({ page }) => {
  await open(page, '/products/category/computing');
  const gpus = filtersOf(page).getByRole('group', { name: 'GPU', exact: true });
  await gpus.getByText(/^All \d+$/).click();
  const undone = await gpus.evaluate(async (group) => {
    const boxes = [...group.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].slice(0, 8);
    const seen: string[] = [];
    const chosen: HTMLInputElement[] = [];
    const look = async (times: number) => {
      for (let time = 0; time < times; time++) {
        await new Promise(requestAnimationFrame);
        seen.push(...chosen.filter((box) => !box.checked).map((box) => box.value));
      }
    };
    for (const [index, box] of boxes.entries()) {
      box.click();
      chosen.push(box);
      // As quickly as somebody clicks, and as slowly: the answers come in between.
      await look(1 + ((index * 5) % 14));
    }
    await look(30);
    return seen;
  });
  expect(undone).toEqual([]);
  await expect(page.getByRole('link', { name: /^Remove filter GPU: / })).toHaveCount(8);
});

test('[Q-04] where nothing is left it is said which filter to take away, and what is not understood', async ({
  page,
}) => {
  await open(page, '/products/category/computing?min_gpu_memory=9000&on_sale=true');
  await expect(page.getByRole('heading', { name: 'No products match these filters' })).toBeVisible();
  await region(page).getByRole('link', { name: 'GPU memory: 9,000 GB and more', exact: true }).click();
  await expect(page).toHaveURL('/products/category/computing?on_sale=true');
  await page.goto('/products/category/computing?min_gpu_memory=80&max_gpu_memory=24');
  await expect(page.getByText('Not applied: min_gpu_memory is greater than max_gpu_memory')).toBeVisible();
  await expect(filtersOf(page).getByRole('textbox', { name: 'GPU memory, least' })).toHaveValue('80');
});

for (const [what, address] of [
  ['a unit', '/products/category/computing?min_price=0&max_price=1&price_unit=hour'],
  ['a provider', '/products/category/all?provider=HYCONS'],
] as const)
  test(`[Q-04] ${what} that the form has no field for stays in force when another filter is changed`, async ({
    page,
  }) => {
    await open(page, address);
    await filtersOf(page).getByRole('checkbox', { name: 'In stock' }).check();
    await expect(page).toHaveURL(/[?&]in_stock=true/);
    expect([...new URL(page.url()).searchParams].filter(([name]) => name !== 'in_stock')).toEqual([
      ...new URL(address, page.url()).searchParams,
    ]);
  });

test('[Q-04] who chooses another category keeps what it has too, and nothing of the attributes of the one before', async ({
  page,
}) => {
  await open(page, '/products/keyword/e?category=computing&on_sale=true&gpu_model=H100&min_gpu_memory=24');
  await filtersOf(page).getByRole('combobox', { name: 'Category' }).selectOption('data');
  await expect(page).toHaveURL('/products/keyword/e?category=data&on_sale=true');
  await expect(page.getByText('Not applied')).toHaveCount(0);
});

test('[Q-05] one price is enough in the form, and a lone one in an address is none', async ({ page }) => {
  await open(page, '/products/category/data');
  await page.getByRole('spinbutton', { name: 'Maximum price' }).fill('500');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products/category/data?min_price=0&max_price=500');
  await expect(page.getByRole('link', { name: 'Remove filter Up to $500' })).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Minimum price' })).toHaveValue('');
  await page.goto('/products/category/data?min_price=500');
  await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(0);
});

test('[Q-06] a list by price says that units are groups, and one unit may be chosen', async ({ page }) => {
  await open(page, '/products/category/algorithm?sort=price_asc');
  const note = page.getByText('Prices of different units are not compared');
  await expect(note).toBeVisible();
  await filtersOf(page).getByRole('group', { name: 'Price per' }).getByRole('checkbox').first().check();
  await expect(note).toHaveCount(0);
  await page.goto('/products/category/computing?sort=price_asc');
  await expect(note).toHaveCount(0);
});

test('[Q-07] machines stand in a table that is sorted by its heads, and the choice is kept', async ({ page }) => {
  test.slow();
  await open(page, '/products/category/computing');
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Table' }).click();
  await expect(page).toHaveURL('/products/category/computing?view=table');
  const table = page.getByRole('table');
  await table.getByRole('link', { name: 'A GB-hour' }).click();
  await expect(table.getByRole('columnheader', { name: 'A GB-hour' })).toHaveAttribute('aria-sort', 'ascending');
  const prices = await table
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => Number.parseFloat(row.children[6]?.textContent ?? '')));
  const known = prices.filter((price) => !Number.isNaN(price));
  expect(known.length).toBeGreaterThan(5);
  expect(known).toEqual([...known].sort((a, b) => a - b));
  await expectFitAndAccessible(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('link', { name: 'Data' }).click();
  await expect(page).toHaveURL('/products/category/data');
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('link', { name: 'Computing' }).click();
  await expect(page).toHaveURL('/products/category/computing?view=table');
  await page.goto('/products/category/computing');
  await expect(page, 'a page from the server follows too').toHaveURL('/products/category/computing?view=table');
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Cards' }).click();
  await expect(region(page).getByRole('article').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products/category/computing?view=table');
  const cut = await table
    .locator('tbody th, tbody small')
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
    );
  expect(cut, 'nothing is cut').toEqual([]);
});

test('[Q-07] who prefers the table and opens a link to a later page comes to that page, in the table', async ({
  page,
}) => {
  await open(page, '/products/category/computing');
  const second = await page.getByRole('link', { name: 'Next page' }).getAttribute('href');
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Table' }).click();
  await page.waitForFunction(() => localStorage.getItem('list-view') === 'table');
  await page.goto(String(second));
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(page).toHaveURL(`${second}&view=table`);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[Q-04] [Q-05] all filters are applied by one button', async ({ page, request }) => {
    const wanted = (await machines(request)).filter(
      (machine) => (machine.attributes?.gpu_memory ?? 0) >= 48 && effectivePrice(machine) <= 2,
    );
    await page.goto('/products/category/computing');
    await page.getByRole('spinbutton', { name: 'Maximum price' }).fill('2');
    await page.getByRole('textbox', { name: 'GPU memory, least' }).fill('48');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/min_price=0&max_price=2/);
    expect(await shown(page)).toEqual(wanted.map(({ product_id }) => product_id).sort());
  });

  test('[Q-04] a unit that the form has no field for stays in force', async ({ page }) => {
    await page.goto('/products/category/computing?min_price=0&max_price=1&price_unit=hour');
    await page.getByRole('checkbox', { name: 'In stock' }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByRole('link', { name: 'Remove filter In stock' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Remove filter per hour' })).toBeVisible();
  });

  test('[Q-07] the table is a link away', async ({ page }) => {
    await page.goto('/products/category/computing');
    await page.getByRole('link', { name: 'Table' }).click();
    await page.getByRole('table').getByRole('link', { name: 'Memory' }).click();
    await expect(page.getByRole('columnheader', { name: 'Memory' })).toHaveAttribute('aria-sort', 'descending');
  });
});
