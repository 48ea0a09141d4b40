// Steps of customers who buy something, from the list to the card page of the sandbox.
import type { Locator, Page } from '@playwright/test';
import { type Account, signIn } from './account.ts';
import { expect } from './shop.ts';

/** Products on the first page of the list; none of them is counted, so that no test takes them away from another. */
export const kit = { id: 'lora-fine-tuning-kit', name: 'LoRA Fine-Tuning Kit', price: '$140.00', before: '$180.00' };
export const calls = { id: 'two-speaker-calls-english', name: 'Two-Speaker Phone Calls, US English, 1,000 Hours' };
/** Counted: 64 are free. */
export const h100 = { id: 'h100-sxm-80gb', name: 'H100 SXM 80 GB' };

export const success = (page: Page) => page.getByTestId('alert-area').getByRole('status');
export const failure = (page: Page) => page.getByTestId('alert-area').getByRole('alert');

/** Signs in and puts these products into the cart, once each, from the list. */
export async function fillCart(page: Page, account: Account, ...names: string[]) {
  await signIn(page, account, '/products/category/all');
  await addFromList(page, ...names);
}

/** The list must be open. */
export async function addFromList(page: Page, ...names: string[]) {
  for (const name of names) {
    const card = page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) });
    await card.getByRole('button', { name: 'Add to cart' }).click();
    await expect(success(page)).toHaveText(`${name} added to cart successfully`);
  }
}

/** By the icon of the top bar: the cart is in memory, and a page that is loaded again has forgotten it. */
export async function openCart(page: Page) {
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible();
}

/** A change of screen without a reload, as a link of the page makes it. */
export async function follow(page: Page, path: string) {
  await page.evaluate((href) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = href;
    link.click();
    link.remove();
  }, path);
  await expect(page).toHaveURL(path);
}

/** The row of a product in the cart. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name: 'Items in your cart' }).getByRole('row').filter({ hasText: name });
}

/** The amount that the summary of the cart shows beside a word. */
export function amountOf(page: Page, word: string): Locator {
  const summary = page.getByRole('region', { name: 'Summary' });
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${word}`) });
  return summary.locator('dl > div').filter({ has: term }).getByRole('definition');
}

export async function applyCoupon(page: Page, code: string) {
  await page.getByRole('textbox', { name: 'Coupon code' }).fill(code);
  await page.getByRole('button', { name: 'Apply Coupon' }).click();
}

/** To the sandbox's page, where cards are typed. */
export async function proceed(page: Page) {
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
}

/** On the card page; `landing` is where a payment leads to. */
export async function payByCard(page: Page, number = '4242 4242 4242 4242', landing = /\/success\?session_id=/) {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Expiry date' }).fill('12/34');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
  await page.getByRole('textbox', { name: 'Name on card' }).fill('Ada Example');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(landing);
}

/** By the profile, once it has what it asks for: what is under way when a session ends is refused, and stands on the console. */
export async function signOut(page: Page) {
  await follow(page, '/profile');
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign Out' }).click();
}
