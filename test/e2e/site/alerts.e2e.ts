// Alerts of the shop in the top bar: seen wherever the page is scrolled to, and over nothing that is read.
import type { Page } from '@playwright/test';
import { faults } from '../accessible.ts';
import { register, signIn } from '../account.ts';
import { addFromList, calls, kit, success } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

const area = (page: Page) => page.getByTestId('alert-area');
const bar = (page: Page) => page.getByRole('banner');

/** The alert ends where the bar ends, and nothing of it lies over the content that is in view. */
async function expectInsideBar(page: Page, what: string) {
  const [alert, around] = [await area(page).boundingBox(), await bar(page).boundingBox()];
  expect(around?.y, `${what}: the bar is in view`).toBe(0);
  expect(alert?.y ?? -1, what).toBeGreaterThanOrEqual(0);
  expect((alert?.y ?? 0) + (alert?.height ?? 0), what).toBeLessThanOrEqual(around?.height ?? 0);
}

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const) {
  test(`[T-07] at ${width} what was added is said in the bar: with its picture and the way to the cart, over nothing, moving nothing`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, await register(request), '/products/category/all');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const before = await heading.boundingBox();
    const cardOf = (name: string) =>
      page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) });
    await cardOf(kit.name)
      .getByRole('button', { name: 'Add to cart' })
      .evaluate((button) => (button as HTMLElement).click());
    await expect(success(page)).toHaveText(`${kit.name} added to cart successfully`);
    expect(await heading.boundingBox(), 'the heading stays where it is').toEqual(before);
    await expectInsideBar(page, 'at the top');
    const picture = area(page).locator('img');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(picture).toHaveAttribute('src', new RegExp(kit.id));

    // Further down, and with the longest name of the first page.
    await cardOf(calls.name).getByRole('button', { name: 'Add to cart' }).scrollIntoViewIfNeeded();
    await addFromList(page, calls.name);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await expectInsideBar(page, 'scrolled');
    expect((await bar(page).boundingBox())?.height, 'the bar is no higher than without it').toBeLessThanOrEqual(66);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await faults(page)).toEqual([]);

    await area(page).getByRole('link', { name: 'View cart' }).click();
    await expect(page).toHaveURL('/cart');
    await expect(success(page)).toBeEmpty();
  });
}

test('[T-07] an alert can be dismissed, and what went well passes by itself unless somebody is in it', async ({
  page,
  request,
}) => {
  await signIn(page, await register(request), '/products/category/all');
  await addFromList(page, kit.name);
  await area(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(success(page)).toBeEmpty();
  await expect(bar(page).getByRole('link', { name: 'Contact' })).toBeVisible();

  await page.clock.install();
  await addFromList(page, kit.name);
  await area(page).getByRole('link', { name: 'View cart' }).focus();
  await page.mouse.move(0, 700);
  await page.clock.runFor(60_000);
  await expect(success(page)).not.toBeEmpty();
  await page.getByRole('heading', { level: 1 }).click();
  await page.clock.runFor(60_000);
  await expect(success(page)).toBeEmpty();
});

test('[T-07] an error stays until it is dismissed, and leaves a phone its menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  await open(page, '/products/id/h100-sxm-80gb');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(page).toHaveURL(/\/account\/login/);
  const error = area(page).getByRole('alert');
  await expect(error).toHaveText('Please log in to your account first');
  await page.clock.runFor(60_000);
  await expect(error).toHaveText('Please log in to your account first');
  await expectInsideBar(page, 'an error');
  await expect(bar(page).getByRole('button', { name: 'Menu' })).toBeVisible();
  await error.getByRole('button', { name: 'Dismiss' }).click();
  await expect(error).toBeEmpty();
});
