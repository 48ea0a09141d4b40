// The operator's own words of the search: a search without result becomes a synonym, words are kept, products are pinned.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addMisses } from '../../../src/api/catalogue/search/miss/search-miss.store.ts';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { inShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test.use({
  // A browser without a window says so, and is taken for the machine that it is.
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  expectedNoise: /the server responded with a status of (400|404|409)|net::ERR_FAILED/,
});

/** A word of letters that no product has, and that is near none. */
const newWord = () => `zq${[...randomBytes(5)].map((byte) => 'bcdfghjklmnpqrstvwxz'[byte % 20]).join('')}`;
const asKeeper = async (page: Page) => signInByForm(page, await makeStaff(page.request, 'catalogue'));
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const misses = (page: Page) => part(page, 'Searches without results');

test('[Q-13] a search without result is counted, becomes a synonym, and finds', async ({ page }) => {
  test.slow();
  const word = newWord();
  await page.goto(`/products/keyword/${word}`);
  await expect(page.getByRole('heading', { name: `No products matching keyword '${word}'` })).toBeVisible();
  await asKeeper(page);
  const row = misses(page).getByRole('row', { name: new RegExp(word) });
  // Written within ten seconds or so.
  await expect(async () => {
    await page.goto('/admin/search');
    await expect(row).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(row.getByRole('cell').nth(1)).toHaveText('1');

  await row.getByRole('button', { name: `Make a synonym for “${word}”` }).click();
  const dialog = page.getByRole('dialog', { name: 'New synonym' });
  await expect(dialog.getByRole('textbox', { name: 'Words' })).toHaveValue(word);
  await dialog.getByRole('button', { name: 'Add synonym' }).click();
  await expect(dialog.getByText('Enter the words that products have')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Means' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Means' }).fill(word);
  await dialog.getByRole('button', { name: 'Add synonym' }).click();
  await expect(dialog.getByText('Means must be something else than words', { exact: false })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Means' }).fill('speech recognition');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`Added the synonym “${word}”`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(misses(page).getByRole('heading')).toBeFocused();

  const synonym = part(page, 'Synonyms').getByRole('row', { name: new RegExp(word) });
  await synonym.getByRole('link', { name: `Try it: “${word}” in the shop` }).click();
  await expect(page).toHaveURL(`/products/keyword/${word}`);
  await expect(page.getByRole('link', { name: 'Multilingual Speech Recognizer' }).first()).toBeVisible();

  await page.goto('/admin/search');
  await synonym.getByRole('button', { name: `Edit the synonym “${word}”` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit synonym' });
  await edit.getByRole('combobox', { name: 'Direction' }).selectOption({ value: 'both' });
  await edit.getByRole('button', { name: 'Save synonym' }).click();
  await expect(synonym).toContainText('Both ways');
  await synonym.getByRole('button', { name: `Delete the synonym “${word}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete synonym' }).click();
  await expect(synonym).toHaveCount(0);
  const heading = part(page, 'Synonyms').getByRole('heading');
  await expect(heading).toBeFocused();
  await part(page, 'Synonyms').getByRole('button', { name: 'Undo' }).click();
  await expect(synonym).toContainText('Both ways');
  await expect(heading).toBeFocused();
  await expect(part(page, 'Synonyms').getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('[Q-13] a search is dismissed, a word is kept, and products are pinned by keyboard', async ({ page }) => {
  test.slow();
  const [missed, kept, pinned] = [newWord(), newWord(), newWord()];
  await inShop(({ kysely }) => addMisses(kysely, new Map([[missed, 1_000_000]]), { at: new Date() }));
  await asKeeper(page);
  await page.goto('/admin/search');
  const row = misses(page).getByRole('row', { name: new RegExp(missed) });
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(`Dismissed “${missed}”`)).toBeVisible();
  await expect(row).toHaveCount(0);

  const words = part(page, 'Words that are never corrected');
  await words.getByRole('textbox', { name: 'Word' }).fill('two words');
  await page.keyboard.press('Enter');
  await expect(words.getByText('Word must be one word', { exact: false })).toBeVisible();
  await words.getByRole('textbox', { name: 'Word' }).fill(kept);
  await page.keyboard.press('Enter');
  await expect(words.getByRole('cell', { name: kept, exact: true })).toBeVisible();
  await words.getByRole('button', { name: `Delete the word “${kept}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete word' }).click();
  await expect(words.getByRole('cell', { name: kept, exact: true })).toHaveCount(0);
  await words.getByRole('button', { name: 'Undo' }).click();
  await expect(words.getByRole('cell', { name: kept, exact: true })).toBeVisible();

  const pins = part(page, 'Pinned results');
  await pins.getByRole('button', { name: 'Pin products' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pin products' });
  await dialog.getByRole('textbox', { name: 'Search' }).fill(`${pinned} kettle`);
  const product = dialog.getByRole('combobox', { name: 'Product' });
  await product.fill('nothing-of-this-id');
  await expect(dialog.getByText('No product fits.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Pin products' }).click();
  await expect(dialog.getByText('There is no product with the id “nothing-of-this-id”.')).toBeVisible();
  for (const name of ['Multilingual Speech', 'Wildlife Camera']) {
    await product.fill(name);
    await expect(dialog.getByRole('option').first()).toContainText(name);
    await product.press('ArrowDown');
    await product.press('Enter');
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  }
  await dialog.getByRole('button', { name: /^Move Wildlife Camera.* up$/ }).click();
  await expect(dialog.getByRole('listitem').first()).toContainText('1. Wildlife Camera');
  await dialog.getByRole('button', { name: 'Pin products' }).click();
  await expect(page.getByText(`Pinned 2 products for “${pinned} kettle”`)).toBeVisible();
  const pin = pins.getByRole('row', { name: new RegExp(pinned) });
  await expect(pin.getByRole('listitem').first()).toContainText('Wildlife Camera');

  await page.goto(`/products/keyword/${pinned}%20kettle`);
  const found = page.getByRole('region', { name: 'Also fits' }).getByRole('article').getByRole('heading');
  await expect(found.first()).toContainText('Wildlife Camera');
  await expect(found.nth(1)).toContainText('Multilingual Speech');
  await page.goto('/admin/search');
  await pin.getByRole('button', { name: `Unpin the products of “${pinned} kettle”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpin products' }).click();
  await expect(pin).toHaveCount(0);
  await pins.getByRole('button', { name: 'Undo' }).click();
  await expect(pin.getByRole('listitem')).toHaveText([/Wildlife Camera/, /Multilingual Speech/]);

  // Pins of a colleague stay.
  await pin.getByRole('button', { name: `Unpin the products of “${pinned} kettle”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpin products' }).click();
  await expect(pin).toHaveCount(0);
  await inShop(({ kysely }) =>
    kysely
      .insertInto('api.search_pin')
      .values({ query: `${pinned} kettle`, rank: 1, product_id: 'of-a-colleague', created_by: 'x' })
      .execute(),
  );
  await pins.getByRole('button', { name: 'Undo' }).click();
  await expect(pins.getByText('Other products have been pinned', { exact: false })).toBeVisible();
  await expect(pin.getByRole('listitem')).toHaveText([/of-a-colleague/]);
});

test('[Q-13] those who only read change nothing, a failure can be tried again, and every width fits', async ({
  page,
}) => {
  test.slow();
  const word = newWord();
  const long = `${word} ${'w'.repeat(80)}`;
  await inShop(async ({ kysely }) => {
    await addMisses(kysely, new Map([[long, 999_999]]), { at: new Date() });
    await kysely
      .insertInto('api.search_synonym')
      .values({
        synonym_id: crypto.randomUUID(),
        words: word,
        means: 'w'.repeat(60),
        is_two_way: true,
        updated_by: 'x',
      })
      .execute();
    await kysely
      .insertInto('api.search_kept_word')
      .values({ word: `${word}kept`, created_by: 'x' })
      .execute();
    await kysely
      .insertInto('api.search_pin')
      .values({ query: word, rank: 1, product_id: 'gone-for-good', created_by: 'x' })
      .execute();
  });
  await signInByForm(page, await makeStaff(page.request, 'support'));
  let isAway = true;
  await page.route('**/api/admin/search-miss', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto('/admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Search', exact: true }).first().click();
  await expect(page.getByText('The searches without results could not be loaded.')).toBeVisible({ timeout: 30_000 });
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(misses(page).getByRole('row', { name: new RegExp(word) })).toBeVisible();
  await expect(
    part(page, 'Pinned results')
      .getByRole('row', { name: new RegExp(word) })
      .getByText('gone-for-good: deleted'),
  ).toBeVisible();
  await expect(
    page.getByRole('button', { name: /Make a synonym|Dismiss|Delete|Edit|Unpin|Pin products|New synonym|Add word/ }),
  ).toHaveCount(0);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await asKeeper(page);
  for (const viewport of [phone, { width: 768, height: 1024 }, desktop]) {
    await page.setViewportSize(viewport);
    await page.goto('/admin/search');
    await expect(misses(page).getByRole('row', { name: new RegExp(word) })).toBeVisible();
    await expectFitAndAccessible(page);
  }
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'New synonym' }).click();
  await expectFitAndAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pin products' }).click();
  await expectFitAndAccessible(page);
  await inShop(async ({ kysely }) => {
    await kysely.deleteFrom('api.search_synonym').where('words', '=', word).execute();
    await kysely.deleteFrom('api.search_kept_word').where('word', '=', `${word}kept`).execute();
    await kysely.deleteFrom('api.search_pin').where('query', '=', word).execute();
    await kysely.deleteFrom('api.search_miss').where('query', '=', long).execute();
  });
});
