import type { Page } from '@playwright/test';
import { siteAddresses } from '#contract/site-address.ts';
import { expect, test } from '../shop.ts';

test.use({ javaScriptEnabled: false });

test('without scripts the home page shows all its words and leads on', async ({ page }) => {
  await page.goto('/');
  for (const name of ['Welcome', 'Solution', 'Computing', 'Data', 'Algorithm']) {
    const section = page.getByRole('region', { name });
    const words = section.getByRole('heading').or(section.getByRole('button', { name: /^Go to/ }));
    expect(await words.count()).toBeGreaterThanOrEqual(2);
    for (const word of await words.all()) {
      const opacity = await word.evaluate((element) => {
        let product = 1;
        for (let one: Element | null = element; one; one = one.parentElement) {
          product *= Number(getComputedStyle(one).opacity);
        }
        return product;
      });
      expect(opacity, `${name}: ${await word.textContent()}`).toBe(1);
    }
  }
  await page.getByRole('button', { name: 'Go to Computing' }).click();
  await expect(page).toHaveURL('/products/category/computing');
});

test('without scripts the catalogue is browsed by links: menu, categories, pages, products', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page).toHaveURL('/products/category/all');
  await page.getByRole('link', { name: 'Next page' }).click();
  // Tests of sellers bring products on sale beside those of the demo.
  await expect(page.getByText(/^Page 2 of [5-9]$/)).toBeVisible();
  await page.getByRole('link', { name: 'Last page' }).click();
  await expect(page.getByText(/^Page ([5-9]) of \1$/)).toBeVisible();
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('link', { name: 'Data' }).click();
  await expect(page).toHaveURL('/products/category/data');
  await page.getByRole('region', { name: 'Products' }).getByRole('heading').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/products\/id\//);
  await expect(page.getByRole('link', { name: 'data', exact: true })).toBeVisible();
});

test('without scripts the filters and the order work by sending their forms', async ({ page }) => {
  await page.goto('/products/category/data');
  await page.getByRole('spinbutton', { name: 'Minimum price' }).fill('450');
  await page.getByRole('spinbutton', { name: 'Maximum price' }).fill('1500');
  await page.getByRole('checkbox', { name: 'On sale' }).check();
  await page.getByRole('button', { name: 'Apply filters' }).click();
  const names = page.getByRole('region', { name: 'Products' }).getByRole('article').getByRole('heading');
  await expect(names).toHaveText([
    'Store Daily Sales, 300 Shops, 5 Years',
    'English–Korean Technical Sentence Pairs',
    'Bearing Fault Vibration Recordings',
  ]);
  await expect(page.getByRole('checkbox', { name: 'On sale' })).toBeChecked();

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, low to high');
  await page.getByRole('button', { name: 'Sort', exact: true }).click();
  await expect(names).toHaveText([
    'Bearing Fault Vibration Recordings',
    'Store Daily Sales, 300 Shops, 5 Years',
    'English–Korean Technical Sentence Pairs',
  ]);

  await page.getByRole('searchbox', { name: 'Keyword filter' }).fill('sHop');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(names).toHaveText(['Store Daily Sales, 300 Shops, 5 Years']);
});

test('without scripts the top bar searches: the modal opens, and a keyword finds', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('searchbox', { name: 'Keyword' }).fill('50% rtx');
  await page.getByRole('dialog').getByRole('searchbox', { name: 'Keyword' }).press('Enter');
  await expect(page).toHaveURL('/products/keyword/50%25%20rtx');
  await expect(page.getByText("No products matching keyword '50% rtx'")).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('searchbox', { name: 'Keyword' }).fill('speech');
  await page.getByRole('dialog').getByRole('searchbox', { name: 'Keyword' }).press('Enter');
  await expect(page).toHaveURL('/products/keyword/speech');
  await expect(page.getByRole('link', { name: 'Multilingual Speech Recognizer', exact: true })).toBeVisible();
});

test('without scripts a product shows description, specifications and reviews without a click', async ({ page }) => {
  await page.goto('/products/id/h100-sxm-80gb');
  await expect(page.getByText(/^H100 SXM accelerators by the hour/)).toBeVisible();
  await expect(page.getByRole('cell', { name: '80 GB HBM3' })).toBeVisible();
  const reviews = page.getByRole('article', { name: /^Review by / });
  expect(await reviews.count()).toBeGreaterThan(0);
  for (const review of await reviews.all()) await expect(review).toBeVisible();
});

test('without scripts the rental buttons lead to the providers', async ({ page }) => {
  await page.goto('/products/id/dbc-rtx-4090');
  const rent = page.getByRole('button', { name: 'Rent with DBC' }).first();
  await expect(rent).toHaveAttribute('href', 'https://www.deepbrainchain.org/rent');
  await page.goto('/products/id/hycons-rtx-4090');
  const search = page.getByRole('link', { name: 'Rent with HYCONS' });
  await expect(search).toBeVisible();
  await expect(search).toHaveAttribute('href', 'https://www.hycons.example/gpu-rental/search');
  await page.getByRole('combobox', { name: 'Number of GPU' }).selectOption('4');
  await page.getByRole('combobox', { name: 'Available Region' }).selectOption('Germany');
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect(search).toHaveAttribute('href', /\?gpuModel=GeForceRTX4090&countryName=Germany&gpuCountStart=4&/);
});

test('without scripts what asks for a sign-in leads to the login', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('link', { name: /^Cart/ }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('This page is for signed-in customers, and signing in needs scripts.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the login' }).click();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fcart');

  await page.goto('/products/id/h100-sxm-80gb');
  await expect(page.getByRole('textbox', { name: 'Your review' })).toBeHidden();
  await page.getByRole('link', { name: 'Log in to post a comment' }).click();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fproducts%2Fid%2Fh100-sxm-80gb');
});

test('without scripts the account screens say what they need, and show no form that would send a password', async ({
  page,
}) => {
  for (const [path, heading] of [
    ['/account/login', 'Login'],
    ['/account/register', 'Register'],
    ['/account/forgotPassword', 'Forgot Password'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText(/^Accounts need scripts/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  }
});

test('without scripts the payment page thanks and leads on', async ({ page }) => {
  await page.goto('/success');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Complete' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
});

/** One address of each page, whatever stands in its place. */
const examples: Record<string, string[]> = {
  ':category': ['all', 'computing', 'data'],
  ':keyword': ['rtx', 'nothing-like-it'],
  ':id': ['h100-sxm-80gb', 'hycons-rtx-4090', 'dbc-rtx-4090', 'lora-fine-tuning-kit'],
  ':address': ['harbor-data'],
};
const addresses = [
  ...siteAddresses
    .map(({ path }) => path)
    .filter(
      (path) => path !== '/*' && !/^\/(api|admin|art|assets|identity|pay|hub|feeds|models|datasets|v1|v2)\b/.test(path),
    )
    .filter((path) => !/\.\w+$/.test(path))
    .flatMap((path) => {
      const [place = ''] = path.match(/:\w+/) ?? [];
      return (examples[place] ?? ['MIT']).map((example) => path.replace(/:\w+/, example).replaceAll(/:\w+/g, 'x'));
    }),
  '/products/category/computing?view=table',
  '/compare?id=h100-sxm-80gb&id=dbc-rtx-4090',
  '/products/id/h100-sxm-80gb?options=GPUs:8',
  '/nothing/here',
];

test('without scripts no control of any page does nothing, and what needs scripts says so', async ({ page }) => {
  test.slow();
  expect(addresses.length).toBeGreaterThan(50);
  for (const path of addresses) {
    const answer = await page.goto(path);
    if (!answer?.headers()['content-type']?.startsWith('text/html')) continue;
    expect(await idleControls(page), path).toEqual([]);
    if (/^\/(profile|cart|checkout|account)\b/.test(path))
      await expect(page.getByRole('main').getByText(/needs? scripts/), path).toBeVisible();
  }
});

/**
 * The controls that are seen and do nothing: buttons that neither open something by the browser nor send a form that
 * goes somewhere, and fields that no such button sends and whose form does not say that it needs scripts. A button that is off
 * says why by its words.
 */
function idleControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const named = (element: Element) =>
      `${element.localName} ${element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent}`;
    const leads = (form: HTMLFormElement | null) =>
      form?.method === 'dialog' || (form?.hasAttribute('action') ?? false);
    const reason = (button: HTMLButtonElement) => {
      const ids = button.getAttribute('aria-describedby')?.split(' ') ?? [];
      return [button, ...ids.map((id) => document.getElementById(id))].map((element) => element?.textContent).join(' ');
    };
    const isOff = (button: HTMLButtonElement) =>
      (button.disabled || button.ariaDisabled === 'true') && /sold out/i.test(reason(button));
    const sends = (button: HTMLButtonElement) => button.type === 'submit' && !button.disabled && leads(button.form);
    const opens = (button: HTMLButtonElement) =>
      button.hasAttribute('popovertarget') || button.hasAttribute('commandfor');
    const saysSo = (form: HTMLFormElement | null) =>
      [...(form?.querySelectorAll('.without-script') ?? [])].some(
        (words) => /needs scripts/.test(words.textContent) && seen(words),
      );
    const buttons = [...document.querySelectorAll('button')];
    const fields = [
      ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
        'input:not([type=hidden]), select, textarea',
      ),
    ];
    /** Checking a box may bring its button. */
    const isSent = (field: (typeof fields)[number]) => {
      const ticks = field instanceof HTMLInputElement && field.type === 'checkbox' && !field.checked;
      if (ticks) field.checked = true;
      const isShown = buttons.some((button) => button.form === field.form && sends(button) && seen(button));
      if (ticks) field.checked = false;
      return isShown;
    };
    const others = [
      ...document.querySelectorAll('[role=button]:not(a[href]):not(button), [role=tab], [role=switch], a:not([href])'),
    ];
    return [
      ...buttons.filter((button) => seen(button) && !(opens(button) || sends(button) || isOff(button))),
      ...fields.filter((field) => seen(field) && !saysSo(field.form) && !isSent(field)),
      ...others.filter(seen),
    ].map(named);
  });
}
