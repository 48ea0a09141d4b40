// A product with variants: what is chosen has a price and a stock of its own, and stays what it is until it is paid.
import { faults } from '../accessible.ts';
import { register, signIn } from '../account.ts';
import { addFromList, amountOf, failure, kit, openCart, payByCard, proceed, rowOf, success } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

const h100 = '/products/id/h100-sxm-80gb';
const station = { id: 'visual-defect-inspection-station', name: 'Visual Defect Inspection Station' };

test('[V-01] [V-02] [V-06] on a phone 8 GPUs are chosen, priced, put into the cart, paid, and stand on order and receipt', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await register(request), h100);
  const main = page.getByRole('main');
  await expect(page.getByRole('radio', { name: 'Oregon' })).toBeChecked();
  await page.getByRole('radio', { name: 'Norway' }).check();
  await page.getByRole('radio', { name: '8', exact: true }).check();
  await expect(page).toHaveURL(`${h100}?options=Region:Norway~GPUs:8`);
  await expect(main.locator('[aria-live]').getByText('$18.74', { exact: true })).toBeVisible();
  await expect(main.getByText('$21.56', { exact: true })).toHaveCSS('text-decoration-line', 'line-through');
  await expect(main.getByText(/^\d free in Norway$/)).toBeVisible();
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  // Machines are counted, hours are not.
  await expect(quantity).toHaveAttribute('max', '9999');
  await expect(page.locator('#choose').getByText('1 hour', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Add to cart' }).click();
  await expect(success(page)).toHaveText('H100 SXM 80 GB added to cart successfully');
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await quantity.fill('4');
  await expect(main.getByText('4 hours', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByTestId('cart-badge')).toHaveText('5');

  await openCart(page);
  const eight = rowOf(page, 'Region: Norway, GPUs: 8');
  const one = rowOf(page, 'Region: Norway, GPUs: 1');
  await expect(eight.getByText('1 hour', { exact: true })).toBeVisible();
  await expect(one.getByText('4 hours', { exact: true })).toBeVisible();
  await expect(one.getByText('$9.56', { exact: true })).toBeVisible();
  await expect(eight.getByRole('link', { name: 'H100 SXM 80 GB' })).toHaveAttribute(
    'href',
    `${h100}?options=Region:Norway~GPUs:8`,
  );
  await expect(amountOf(page, 'Total')).toHaveText('$28.30');
  expect(await faults(page)).toEqual([]);
  await one.getByRole('button', { name: /^Remove/ }).click();
  await expect(amountOf(page, 'Total')).toHaveText('$18.74');

  await proceed(page);
  await payByCard(page);
  await expect(page.getByTestId('paper')).toContainText('Region: Norway, GPUs: 8; 1 hour');
  await page.getByRole('link', { name: 'View order' }).click();
  const line = page.getByRole('table', { name: 'Products of this order' }).getByRole('row').nth(1);
  await expect(line).toContainText('Region: Norway, GPUs: 8');
  await expect(line).toContainText('1 hour');
  await expect(line).toContainText('$18.74');
  await page.getByRole('link', { name: 'My Orders' }).first().click();
  await expect(page.getByText('H100 SXM 80 GB (Region: Norway, GPUs: 8)')).toBeVisible();
});

test('[V-02] a combination that does not exist cannot be chosen, and says why', async ({ page }) => {
  await open(page, `${h100}?options=Region:Quebec~GPUs:4`);
  const four = page.getByRole('radio', { name: '4', exact: true });
  const eight = page.getByRole('radio', { name: '8', exact: true });
  await expect(four).toBeChecked();
  await expect(eight).toBeDisabled();
  await expect(eight).toHaveAccessibleDescription('not offered with Quebec');
  await four.focus();
  await page.keyboard.press('ArrowRight');
  await expect(eight, 'who goes by the keyboard hears it').toBeFocused();
  await expect(eight).not.toBeChecked();
  await expect(four).toBeChecked();
  await eight.click({ force: true });
  await expect(eight).not.toBeChecked();
  await expect(page).toHaveURL(`${h100}?options=Region:Quebec~GPUs:4`);
  expect(await faults(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Oregon' }).check();
  await eight.check();
  await expect(page.getByRole('radio', { name: 'Quebec' })).toHaveAccessibleDescription('not offered with 8');
});

test("[V-02] where something has to be chosen, 'Add to cart' says what, leads there, and adds nothing", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await register(request), `/products/id/${station.id}`);
  const lens = page.getByRole('group', { name: 'Lens' });
  for (const radio of await lens.getByRole('radio').all()) await expect(radio).not.toBeChecked();
  await expect(page.getByRole('main').getByText('From', { exact: true })).toBeVisible();
  const add = page.getByRole('main').getByRole('button', { name: 'Add to cart' });
  await add.click();
  await expect(lens.getByRole('alert')).toHaveText('Choose Lens first.');
  const first = lens.getByRole('radio', { name: '60 mm field' });
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  await expect(first).toHaveAccessibleDescription(/Choose Lens first\.$/);
  await expect(page.getByTestId('cart-badge')).toHaveText('0');
  expect(await faults(page)).toEqual([]);

  await lens.getByRole('radio', { name: '300 mm field' }).check();
  await expect(lens.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('main [aria-live]').getByText('$7,150.00', { exact: true })).toBeVisible();
  await add.click();
  await expect(page.getByTestId('cart-badge')).toHaveText('1');
  await openCart(page);
  await expect(rowOf(page, 'Lens: 300 mm field').getByText('$7,150.00', { exact: true }).first()).toBeVisible();
});

test('[V-02] a card adds the default; where there is none it leads to the choice', async ({ page, request }) => {
  await signIn(page, await register(request), '/products/category/all');
  await addFromList(page, kit.name);
  await openCart(page);
  await expect(rowOf(page, 'License: Single team').getByText('$140.00', { exact: true }).first()).toBeVisible();
  await expect(rowOf(page, kit.name).getByText('1 license', { exact: true })).toBeVisible();

  await open(page, '/products/keyword/Inspection%20Station');
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: station.name, exact: true }) });
  await card.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page).toHaveURL(`/products/id/${station.id}#choose`);
  await expect(page.getByRole('group', { name: 'Lens' }).getByRole('alert')).toHaveText('Choose Lens first.');
  await expect(page.getByRole('radio', { name: '60 mm field' })).toBeFocused();
});

test('[V-02] the table of all variants leads to each of them, without loading the page again', async ({ page }) => {
  await open(page, h100);
  await expect(page.getByRole('heading', { name: 'Eleven ways to rent it' })).toBeVisible();
  // Parts that load after the page can be used are there.
  await expect(page.getByRole('button', { name: 'Save H100 SXM 80 GB' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('24');
  await page.getByRole('spinbutton', { name: 'Machines' }).fill('3');
  await page.getByRole('link', { name: /^Region: Norway, GPUs: 4/ }).click();
  await expect(page).toHaveURL(`${h100}?options=Region:Norway~GPUs:4`);
  await expect(page.getByRole('radio', { name: 'Norway' })).toBeChecked();
  await expect(page.getByRole('radio', { name: '4', exact: true })).toBeChecked();
  await expect(page.getByRole('link', { name: /^Region: Norway, GPUs: 4/ })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('spinbutton', { name: 'Machines' }), 'no more than there are').toHaveValue('2');
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('24');
  expect(asked).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Oregon' })).toBeChecked();
});

test('[V-02] a choice stays in the address beside the place in the reviews, and both ways round', async ({ page }) => {
  await open(page, `${h100}?reviews=old`);
  await page.getByRole('radio', { name: 'Norway' }).check();
  await expect(page).toHaveURL(`${h100}?options=Region:Norway~GPUs:1&reviews=old`);
  await page.getByRole('link', { name: /^Region: Norway, GPUs: 4/ }).click();
  await expect(page).toHaveURL(`${h100}?options=Region:Norway~GPUs:4&reviews=old`);
  await page.getByRole('radio', { name: '8', exact: true }).check();
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await page.getByRole('link', { name: 'Newest reviews' }).click();
  await expect(page).toHaveURL(`${h100}?options=Region:Norway~GPUs:8`);
  await expect(page.getByRole('radio', { name: '8', exact: true })).toBeChecked();
});

test.describe('a refused cart', () => {
  test.use({ expectedNoise: /the server responded with a status of 409/ });

  test('[V-02] a variant that is not sold any more says so in the cart, and nothing else is lost', async ({
    page,
    request,
  }) => {
    await page.route('**/api/product/h100-sxm-80gb', async (route) => {
      const answer = await (await route.fetch()).json();
      const gone = (variant: { price: number }) => variant.price === 21.56;
      await route.fulfill({
        json: { ...answer, variants: answer.variants.filter((variant: never) => !gone(variant)) },
      });
    });
    await page.route('**/api/cart/quote', async (route) => {
      if (!route.request().postData()?.includes('"8"')) return route.continue();
      const message =
        'H100 SXM 80 GB is not sold as Region: Norway, GPUs: 8. Choose another combination, or remove it.';
      await route.fulfill({ status: 409, json: { code: 'conflict', message, refusal: 'variant_not_sold' } });
    });
    await signIn(page, await register(request), `${h100}?options=Region:Norway~GPUs:8`);
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('radio', { name: '1', exact: true }).check();
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByTestId('cart-badge')).toHaveText('2');
    await openCart(page);
    const gone = rowOf(page, 'GPUs: 8');
    await expect(gone.getByText('Not sold like this any more.')).toBeVisible();
    await expect(gone.getByRole('link', { name: 'Choose again' })).toHaveAttribute('href', `${h100}#choose`);
    await expect(page.getByText('is not sold as Region: Norway, GPUs: 8.')).toBeVisible();
    await gone.getByRole('button', { name: /^Remove/ }).click();
    await expect(rowOf(page, 'GPUs: 1')).toBeVisible();
    await expect(amountOf(page, 'Total')).toHaveText('$2.39');
    await expect(page.getByText('is not sold as')).toHaveCount(0);
    await expect(failure(page)).toBeEmpty();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[V-02] without scripts every variant is a link to its price, and the login comes back to it', async ({
    page,
  }) => {
    await page.goto(h100);
    await page.getByRole('link', { name: /^Region: Norway, GPUs: 8/ }).click();
    await expect(page).toHaveURL(`${h100}?options=Region:Norway~GPUs:8`);
    await expect(page.getByText('Region: Norway, GPUs: 8', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-live]').getByText('$18.74', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add to cart' })).toHaveAttribute(
      'href',
      `/account/login?${new URLSearchParams({ returnUrl: `${h100}?options=Region:Norway~GPUs:8` })}`,
    );
    await page.goto('/products/keyword/Inspection%20Station');
    const card = page.getByRole('article').filter({ hasText: station.name });
    await expect(card.getByRole('button', { name: 'Add to cart' })).toHaveAttribute(
      'href',
      `/products/id/${station.id}#choose`,
    );
  });

  test('[V-02] without scripts wishes are chosen by a form, and the login comes back to them', async ({ page }) => {
    const api = '/products/id/invoice-extraction-api';
    await page.goto(`${api}?reviews=old`);
    await expect(page.getByRole('radio').and(page.locator(':visible'))).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Region' }).selectOption('European Union');
    await page.getByRole('combobox', { name: 'Output' }).selectOption('UBL 2.1 XML');
    await page.getByRole('button', { name: 'Choose' }).click();
    const chosen = `${api}?options=Region:European+Union~Output:UBL+2.1+XML`;
    await expect(page).toHaveURL(`${chosen}&reviews=old#choose`);
    await expect(page.getByRole('link', { name: 'Add to cart' })).toHaveAttribute(
      'href',
      `/account/login?${new URLSearchParams({ returnUrl: chosen })}`,
    );
    await page.getByRole('combobox', { name: 'Region' }).selectOption('');
    await page.getByRole('button', { name: 'Choose' }).click();
    await expect(page).toHaveURL(`${api}?options=Output:UBL+2.1+XML&reviews=old#choose`);
    await page.getByRole('link', { name: 'Newest reviews' }).click();
    await expect(page).toHaveURL(`${api}?options=Output:UBL+2.1+XML`);
    await expect(page.getByRole('combobox', { name: 'Output' })).toHaveValue('Output:UBL 2.1 XML');
  });
});
