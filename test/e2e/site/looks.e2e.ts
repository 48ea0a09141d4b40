// Visual qualities of a page that can be said in numbers.
import type { Locator, Page } from '@playwright/test';
import { register, signIn } from '../account.ts';
import { addFromList, follow, kit } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

const brightness = (colour: string) =>
  (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;

test('the paragraphs of a description stand equally far apart, however long the table beside it is', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/products/id/h100-sxm-80gb');
  const prose = page.getByRole('tabpanel', { name: 'Product Information' }).locator('.prose');
  const gaps = await prose.evaluate((element) => {
    const boxes = [...element.children].map((child) => child.getBoundingClientRect());
    return boxes.slice(1).map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)));
  });
  expect(gaps.length).toBeGreaterThan(2);
  expect(new Set(gaps)).toEqual(new Set([16]));
});

test('the words of the bar are light as soon as the bar is dark, on the way to the home page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, '/contact');
  await page.evaluate(() => {
    const bar = document.querySelector('header') as HTMLElement;
    const colours: string[] = [];
    Object.assign(window, { colours });
    new MutationObserver(() => {
      for (const word of bar.querySelectorAll('a, button')) colours.push(getComputedStyle(word).color);
    }).observe(bar, { attributes: true, attributeFilter: ['data-theme'] });
  });
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('region', { name: 'Welcome' })).toBeVisible();
  const colours = await page.evaluate(() => (window as unknown as { colours: string[] }).colours);
  expect(colours.length).toBeGreaterThan(5);
  for (const colour of colours) expect(brightness(colour), colour).toBeGreaterThan(140);
});

test('on a phone a list begins soon: filters and order are one row, and the button says how many filters are in force', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/products/category/all?on_sale=true&min_price=10&max_price=500');
  const filters = page.getByRole('button', { name: 'Filters 2' });
  const [button, sort] = [
    await filters.boundingBox(),
    await page.getByRole('combobox', { name: 'Sort by' }).boundingBox(),
  ];
  expect(sort?.y).toBe(button?.y);
  await open(page, '/products/category/all');
  const first = await page.getByRole('article').first().boundingBox();
  expect(first?.y).toBeLessThanOrEqual(250);
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  const chips = page.getByRole('navigation', { name: 'Categories', exact: true });
  await expect(chips).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(chips, 'beside a sidebar there is one list of categories').toBeHidden();
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeHidden();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the filters of a phone open from their button and can be sent', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/products/category/data');
    const onSale = page.getByRole('checkbox', { name: 'On sale' });
    await expect(onSale).toBeHidden();
    await page.getByRole('button', { name: 'Filters' }).click();
    await onSale.check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/on_sale=true/);
    await expect(page.getByRole('button', { name: 'Filters 1' })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(onSale, 'on a desk they are always there').toBeVisible();
  });
});

test("[L-15] a machine's memory and bandwidth stand below the lines that its card has by the specification", async ({
  page,
}) => {
  await open(page, '/products/category/computing');
  const card = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) });
  for (const [name, last, facts] of [
    ['RTX 4090 (HYCONS)', 'Visual Rendering', '24 GB GDDR6X · 1,008 GB/s'],
    ['H100 SXM 80 GB', /^H100 SXM accelerators/, '80 GB HBM3 · 3.35 TB/s'],
  ] as const) {
    const [above, below] = [
      await card(name).getByText(last).boundingBox(),
      await card(name).getByText(facts).boundingBox(),
    ];
    expect(below?.y, name).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  }
  await open(page, '/products/category/data');
  await expect(page.locator('.product-card-facts').filter({ hasText: /GB/ })).toHaveCount(0);
});

test('[T-01] the bar marks Products on every list and product, and only there', async ({ page }) => {
  const products = page.getByRole('banner').getByRole('link', { name: 'Products', exact: true });
  for (const path of ['/products/category/data', '/products/keyword/rtx', '/products/id/h100-sxm-80gb']) {
    await open(page, path);
    await expect(products, path).toHaveAttribute('aria-current', 'true');
  }
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get in touch' })).toBeVisible();
  await expect(products).not.toHaveAttribute('aria-current');
});

test('the footer breaks no line that has room', async ({ page }) => {
  /** How many lines the links take, and how many they would need. */
  const lines = (links: Locator) =>
    links.evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect());
      const room = (all[0]?.closest('.wrap')?.clientWidth ?? 0) - 80;
      const needed = Math.ceil(boxes.reduce((sum, { width }) => sum + width + 4, 0) / room);
      return { taken: new Set(boxes.map(({ top }) => Math.round(top))).size, needed };
    });
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/contact');
    const footer = page.getByRole('contentinfo');
    const { taken, needed } = await lines(footer.getByRole('link'));
    expect(taken, `lines of links at ${width}`).toBe(needed);
    expect((await footer.getByText(/^©/).boundingBox())?.height, `copyright at ${width}`).toBeLessThan(30);
  }
});

test('the title of every page has one size', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, await register(request), '/profile');
  for (const path of [
    '/profile',
    '/profile/order',
    '/profile/wallet',
    '/cart',
    '/checkout',
    '/contact',
    '/success',
    '/products/category/all',
    '/products/keyword/rtx',
    '/products/id/h100-sxm-80gb',
    '/no/such/page',
  ]) {
    await follow(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCSS('font-size', '38px');
  }
});

test('from a card to its page the picture stays one thing, also from a card below another product', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const named: Array<[number, number]> = [];
    const count = () =>
      [...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).viewTransitionName === 'product')
        .length;
    Object.assign(window, { named });
    const { startViewTransition } = Document.prototype;
    Document.prototype.startViewTransition = function (update) {
      const before = count();
      return startViewTransition.call(this, async () => {
        await (update as () => Promise<void> | void)();
        named.push([before, count()]);
      });
    };
  });
  const named = () => page.evaluate(() => (window as unknown as { named: Array<[number, number]> }).named);
  await open(page, '/products/category/computing');
  await page.getByRole('article').nth(1).getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'RTX 4090 (HYCONS)' })).toBeVisible();
  await expect.poll(named).toEqual([[1, 1]]);
  const related = page.getByRole('article').first();
  const name = (await related.getByRole('heading').textContent()) ?? '';
  await related.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect.poll(named).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('[T-03] the badge pulses when the number grows, and not for who asked for less motion', async ({
  page,
  request,
}) => {
  const animation = (of: Page) =>
    of.getByTestId('cart-badge').evaluate((element) => getComputedStyle(element).animationName);
  await signIn(page, await register(request), '/products/category/all');
  expect(await animation(page)).toBe('none');
  await addFromList(page, kit.name);
  expect(await animation(page)).toBe('pulse');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animation(page)).toBe('none');
});
