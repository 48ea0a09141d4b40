import { hostileKeywords } from '../../fixtures/hostile-keywords.ts';
import { expect, open, test } from '../shop.ts';

/** Names and keywords in one case; letters of another width or joined ones count as the plain ones. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase();

test('[L-06] every hostile keyword is only a keyword: a page of exactly the products whose names contain it', async ({
  request,
}) => {
  const all = (await (await request.get('/api/product/all')).json()) as Array<{ product_name: string }>;
  expect(all.length).toBeGreaterThan(100);
  for (const keyword of hostileKeywords) {
    const matches = all.filter((product) => folded(product.product_name).includes(folded(keyword.trim())));
    const response = await request.get(`/products/keyword/${encodeURIComponent(keyword)}`);
    const html = await response.text();
    const shown = keyword.slice(0, 60);
    expect(response.status(), shown).toBe(200);
    // Where no name has it the sentence says so, above what comes closest.
    if (matches.length === 0) expect(html, shown).toContain('No products matching keyword');
    else expect(html, shown).toContain(`>${matches.length} product${matches.length === 1 ? '' : 's'}<`);
    expect(matches.length, `${shown} is not the whole catalogue`).toBeLessThan(all.length);
    expect(html, shown).not.toMatch(/<script>alert|<img src=x/);
  }
});

test('no hostile keyword runs as a script, whether linked to or typed in', async ({ page }) => {
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  for (const keyword of [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    '</script><script>alert(1)</script>',
  ]) {
    await open(page, `/products/keyword/${encodeURIComponent(keyword)}`);
    await expect(page.getByText(`No products matching keyword '${keyword}'`, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`Search results for '${keyword}' | Hearth`);
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  }
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' }).fill('<img src=x onerror=alert(1)>');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' }).press('Enter');
  await expect(
    page.getByText("No products matching keyword '<img src=x onerror=alert(1)>'", { exact: true }),
  ).toBeVisible();
  expect(dialogs).toEqual([]);
});

test('a keyword without end still fits the page', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, `/products/keyword/${'A'.repeat(300)}`);
    await expect(page.getByText(/^No products matching keyword 'A{300}'$/)).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide, `pixels beyond the edge at ${width}`).toBeLessThanOrEqual(0);
  }
});

test('[T-05] keywords that are parts of addresses arrive as they were typed', async ({ page }) => {
  await open(page, '/contact');
  for (const keyword of ['..', '../../etc/passwd', '?keyword=#', '100% a+b']) {
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' }).fill(keyword);
    await page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' }).press('Enter');
    await expect(page.getByText(`No products matching keyword '${keyword}'`, { exact: true })).toBeVisible();
  }
});

test('[T-05] [L-02] a keyword that looks encoded is not decoded a second time', async ({ page }) => {
  for (const keyword of ['%2F', '%41']) {
    await page.goto(`/products/keyword/${encodeURIComponent(keyword)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search results for '${keyword}'`);
  }
});
