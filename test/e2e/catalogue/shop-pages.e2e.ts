import { expectFitAndAccessible } from '../accessible.ts';
import { register } from '../account.ts';
import { fillCart, follow, kit, openCart } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

const pages = [
  ['/terms', 'Terms', 'Terms of sale'],
  ['/privacy', 'Privacy', 'Privacy'],
  ['/refunds', 'Refunds', 'Refunds'],
  ['/help', 'Help', 'Help'],
] as const;

test('terms, privacy, refunds and help are linked in the footer, and say that they are examples', async ({ page }) => {
  await open(page, '/contact');
  const footer = page.getByRole('navigation', { name: 'Footer' });
  for (const [path, label, title] of pages) {
    await footer.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText('An example.')).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Hearth`);
    const nav = page.getByRole('navigation', { name: 'About this shop' });
    await expect(nav.locator('[aria-current="page"]')).toHaveText(label);
  }
  // Their links to the shop's other pages stay in the shop, and in the tab.
  await page.getByRole('main').getByRole('link', { name: 'Write to us' }).click();
  await expect(page).toHaveURL('/contact');
});

test('such a page is whole without scripts, known to search engines, and the same with a slash behind it', async ({
  request,
  baseURL,
}) => {
  const sitemap = await (await request.get('/sitemap/pages.xml')).text();
  for (const [path, , title] of pages) {
    const response = await request.get(`${path}/`);
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    expect(html).toContain(`${title}</h1>`);
    expect(html).toMatch(/<h2[^>]*>[^<]+<\/h2>/);
    expect(html).toContain(`<link rel="canonical" href="${baseURL}${path}"/>`);
    expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`);
  }
  expect((await request.get('/imprint')).status()).toBe(404);
  expect((await request.get('/terms/more')).status()).toBe(404);
});

test('whoever goes to pay reads which terms they accept', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  const said = page.getByText('By placing the order you accept the terms.');
  await expect(said.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
  await follow(page, '/checkout');
  await expect(said.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
});

test('such a page fits its width and is accessible, on a desk and on a phone, light and dark', async ({ page }) => {
  for (const path of ['/privacy', '/help']) {
    await open(page, path);
    await expectFitAndAccessible(page);
  }
});
