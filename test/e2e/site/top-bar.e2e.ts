import { expect, open, test } from '../shop.ts';

test('[T-01] the top bar has the brand name and the links Home, Products and Contact', async ({ page }) => {
  await page.goto('/products/category/data');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Hearth' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Hearth' })).toHaveAttribute('href', '/');
  await expect(bar.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('href', '/');
  await expect(bar.getByRole('link', { name: 'Products', exact: true })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Contact', exact: true })).toHaveAttribute('href', '/contact');
});

test('[T-02] Products is a dropdown of All Products, Solutions, Computing, Data and Algorithm', async ({ page }) => {
  await open(page, '/contact');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'All Products' })).toBeHidden();
  await bar.getByRole('link', { name: 'Products', exact: true }).click();
  const choices = bar.getByRole('listitem').getByRole('link');
  await expect(choices).toHaveCount(5);
  for (const [index, [name, path]] of [
    ['All Products', '/products/category/all'],
    ['Solutions', '/products/category/solutions'],
    ['Computing', '/products/category/computing'],
    ['Data', '/products/category/data'],
    ['Algorithm', '/products/category/algorithm'],
  ].entries()) {
    await expect(choices.nth(index)).toHaveAccessibleName(new RegExp(`^${name}`));
    await expect(choices.nth(index)).toHaveAttribute('href', path ?? '');
    await expect(choices.nth(index)).toBeVisible();
  }
  await choices.nth(3).click();
  await expect(page).toHaveURL('/products/category/data');
  await expect(bar.getByRole('link', { name: 'All Products' })).toBeHidden();
});

test('[T-03] the top bar has a search icon, a cart icon with the number of items, and a profile icon', async ({
  page,
}) => {
  await page.goto('/contact');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('button', { name: 'Search' }).locator('svg')).toBeVisible();
  const cart = bar.getByRole('link', { name: 'Cart, 0 items' });
  await expect(cart).toHaveAttribute('href', '/cart');
  await expect(cart.locator('svg')).toBeVisible();
  await expect(cart.getByText('0', { exact: true })).toBeVisible();
  const profile = bar.getByRole('link', { name: 'Profile' });
  await expect(profile).toHaveAttribute('href', '/profile');
  await expect(profile.locator('svg')).toBeVisible();
});

test('[T-04] the search icon opens a full-screen keyword modal at opacity 0.8', async ({ page }) => {
  await open(page, '/contact');
  const modal = page.getByRole('dialog');
  await expect(modal).toBeHidden();
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await expect(modal).toBeVisible();
  await expect(modal).toHaveCSS('opacity', '0.8');
  expect(await modal.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  await expect(modal.getByRole('combobox', { name: 'Keyword' })).toBeFocused();
  expect(await modal.evaluate((element) => element.matches(':modal'))).toBe(true);
});

test('[T-05] a keyword closes the modal and goes to /products/keyword/{keyword}', async ({ page }) => {
  await open(page, '/contact');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' }).fill('speech');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' }).press('Enter');
  await expect(page).toHaveURL('/products/keyword/speech');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: "Search results for 'speech'" })).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' }).fill('50% off / a?b#c');
  await page.getByRole('dialog').getByRole('button', { name: 'Search for the keyword' }).click();
  await expect(page).toHaveURL('/products/keyword/50%25%20off%20%2F%20a%3Fb%23c');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(
    page.getByRole('heading', { name: "No products matching keyword '50% off / a?b#c'" }).first(),
  ).toBeVisible();
});

test('[T-06] an empty keyword does nothing', async ({ page }) => {
  await open(page, '/contact');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  const keyword = page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' });
  for (const empty of ['', '   ']) {
    await keyword.fill(empty);
    await keyword.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Search for the keyword' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page).toHaveURL('/contact');
  }
  // The modal still works afterwards: it did nothing, it did not break.
  await keyword.fill('rtx');
  await keyword.press('Enter');
  await expect(page).toHaveURL('/products/keyword/rtx');
});

test('with type of double size the bar fits a phone, and the brand stays in one piece', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/products/category/all');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const bar = page.getByRole('banner');
  expect((await bar.getByRole('link', { name: 'Hearth' }).boundingBox())?.height).toBeLessThan(60);
  for (const control of [bar.getByRole('link', { name: /^Cart/ }), bar.getByRole('button', { name: 'Menu' })]) {
    const box = await control.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
});

test('the search opens with the word from before marked, without a warning, and fits a phone', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/contact');
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await opener.click();
  const keyword = page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' });
  await keyword.fill('zebra crossing');
  const send = page.getByRole('dialog').getByRole('button', { name: 'Search for the keyword' });
  expect((await send.boundingBox())?.height, 'its word stands on one line').toBe(44);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await opener.click();
  await expect(keyword).toBeFocused();
  await page.keyboard.type('speech');
  await expect(keyword).toHaveValue('speech');
  expect(warnings).toEqual([]);
});

test('[T-07] an error stands in red above the page content and can be dismissed', async ({ page }) => {
  await open(page, '/products/id/h100-sxm-80gb');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'Please log in to your account first' });
  await expect(alert).toBeVisible();
  await expect(page).toHaveURL(/\/account\/login/);

  const text = alert.getByText('Please log in to your account first');
  const [red = 0, green = 0, blue = 0] = await text.evaluate((element) =>
    (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
  );
  expect(red, 'red channel of the text').toBeGreaterThan(2 * green);
  expect(red, 'red channel of the text').toBeGreaterThan(2 * blue);

  const [area, content] = [await alert.boundingBox(), await page.getByRole('main').boundingBox()];
  expect(area && content && area.y + area.height <= content.y, 'the alert ends where the content begins').toBe(true);

  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Please log in to your account first')).toHaveCount(0);
  await expect(page).toHaveURL(/\/account\/login/);
});

test('[T-08] an alert kept across one redirect is gone after the next navigation', async ({ page }) => {
  await open(page, '/products/category/data');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fproducts%2Fcategory%2Fdata');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByText('Please log in to your account first')).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get in touch' })).toBeVisible();
  await expect(page.getByText('Please log in to your account first')).toHaveCount(0);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByText('Please log in to your account first')).toHaveCount(0);
});

test('[T-09] the footer has a copyright line of 2023 and hidden design credits', async ({ page }) => {
  await page.goto('/contact');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^©.*2023/)).toBeVisible();
  const credits = footer.getByText(/Design:/);
  await expect(credits).toHaveCount(1);
  await expect(credits).toBeHidden();
});
