// Reviews that somebody reports, as readers, their authors and the staff see them.
import type { APIRequestContext, Page } from '@playwright/test';
import { expectFitAndAccessible, faults } from '../accessible.ts';
import { type Account, readMail, register, signIn, signInByForm, tokensOf } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { writeReview } from '../sales.ts';
import { accountIdOf, addProduct, inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (404|409)/ });

/** The products of the test that runs: other tests of this file may run beside it. */
const products: string[] = [];

/** A review of a product of a shop, and its author. */
async function reviewed(request: APIRequestContext, text: string) {
  const productId = await addProduct(await makeShop(request), 'Bird calls', { listed: true });
  products.push(productId);
  const author = await register(request);
  await accountIdOf(request, author);
  await writeReview(productId, author, text);
  const { review_id: reviewId } = await inShop(({ kysely }) =>
    kysely.selectFrom('api.review').select('review_id').where('product_id', '=', productId).executeTakeFirstOrThrow(),
  );
  return { productId, author, reviewId };
}

async function report(request: APIRequestContext, reader: Account, reviewId: string, data: object) {
  const { IdToken } = await tokensOf(request, reader);
  const headers = { authorization: `Bearer ${IdToken}` };
  expect((await request.post(`/api/review/${reviewId}/report`, { headers, data })).status()).toBe(204);
}

/** Products that readers find are on nobody else's lists afterwards. */
test.afterEach(() =>
  inShop(({ kysely }) =>
    kysely.updateTable('api.product').set({ listed: false }).where('product_id', 'in', products.splice(0)).execute(),
  ),
);

const reviewsOf = async (page: Page, productId: string) => {
  await page.goto(`/products/id/${productId}`);
  await page.getByRole('tab', { name: /^Reviews/ }).click();
};

test('[B-11] a reader reports a review, the staff hide it with a reason, and its author reads why', async ({
  page,
  browser,
}) => {
  test.slow();
  const { productId, author, reviewId } = await reviewed(page.request, 'They are thieves, all of them.');
  const reader = await register(page.request);
  await signInByForm(page, reader);
  await reviewsOf(page, productId);
  const button = page.getByRole('button', { name: `Report the review by ${author.username}` });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report this review' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Choose what is wrong')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Something else' }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('textbox', { name: 'What it is' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'What it is' }).fill('It names my neighbour.');
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you: our staff will read it.')).toBeFocused();
  await expect(button).toHaveCount(0);

  const context = await browser.newContext({ baseURL: process.env.SHOP_ADDRESS ?? '' });
  const office = await context.newPage();
  await signInByForm(office, await makeStaff(page.request, 'support'));
  await office.goto(`/admin/reviews/${reviewId}`);
  await expect(office.getByRole('heading', { level: 1, name: 'Review of Bird calls' })).toBeVisible();
  await expect(office.getByText('Reported', { exact: true })).toBeVisible();
  await expect(office.getByText('It names my neighbour.')).toBeVisible();
  await office.getByRole('button', { name: 'Hide review' }).press('Enter');
  const hide = office.getByRole('dialog', { name: 'Hide this review?' });
  await hide.getByRole('button', { name: 'Hide review' }).click();
  await expect(hide.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await hide.getByRole('textbox', { name: 'Reason' }).fill('It insults people.');
  await hide.getByRole('button', { name: 'Hide review' }).click();
  await expect(hide).toHaveCount(0);
  await expect(office.getByRole('paragraph').filter({ hasText: /^Hidden$/ })).toBeFocused();

  expect((await readMail(author.email, /Your review of Bird calls is hidden/)).text).toContain('It insults people.');
  const mail = await readMail(reader.email, /Your report of a review/);
  expect(mail.text).toContain('It is hidden now.');
  expect(mail.text).not.toContain('It insults people.');
  await reviewsOf(page, productId);
  await expect(page.getByText('They are thieves')).toHaveCount(0);

  await signIn(page, author, `/products/id/${productId}`);
  await page.getByRole('tab', { name: /^Reviews/ }).click();
  await expect(page.getByText('Your review is hidden')).toBeVisible();
  await expect(page.getByText('Why: It insults people.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Your review' }).fill('It does not work for me.');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(page.getByText('Review Posted')).toBeVisible();
  await expect(page.getByText('Your review is hidden')).toBeVisible();

  await office.reload();
  await expect(office.getByText('Hidden, edited since')).toBeVisible();
  await office.getByText('What the review said then').click();
  await expect(office.getByText('They are thieves, all of them.')).toBeVisible();
  await office.getByRole('button', { name: 'Show review again' }).click();
  await office.getByRole('textbox', { name: 'Reason' }).fill('It is fine now.');
  await office.getByRole('dialog').getByRole('button', { name: 'Show review again' }).click();
  await expect(office.getByRole('paragraph').filter({ hasText: /^Shown$/ })).toBeFocused();
  await context.close();
});

test('[B-11] who decides second is told so, and finds what the first has decided', async ({ page }) => {
  const { reviewId } = await reviewed(page.request, 'Not to my liking.');
  await report(page.request, await register(page.request), reviewId, { reason: 'fake' });
  await signInByForm(page, await makeStaff(page.request));
  await page.goto(`/admin/reviews/${reviewId}`);
  await page.getByRole('button', { name: 'Leave as it is' }).click();
  await inShop(async ({ kysely }) => {
    await kysely.deleteFrom('api.review_queue').where('review_id', '=', reviewId).execute();
    await kysely
      .updateTable('api.review_report')
      .set({ resolved_at: new Date(), decision: 'dismiss' })
      .where('review_id', '=', reviewId)
      .execute();
  });
  const dialog = page.getByRole('dialog', { name: 'Leave this review as it is?' });
  await dialog.getByRole('button', { name: 'Leave as it is' }).click();
  await expect(dialog.getByText('Nothing has changed by you.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Leave as it is' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Hide review' })).toBeVisible();
});

test('[B-11] the screen of a review fits and everybody can use it, whatever was written', async ({ page }) => {
  test.slow();
  const { reviewId } = await reviewed(page.request, `${'x'.repeat(400)} \u202Eevil مرحبا`);
  const given = { reason: 'other', text: 'w'.repeat(400) };
  await report(page.request, await register(page.request), reviewId, given);
  await signInByForm(page, await makeStaff(page.request));
  for (const path of [`/admin/reviews/${reviewId}`, '/admin/reviews/nobody']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expectFitAndAccessible(page);
  }
  await page.goto(`/admin/reviews/${reviewId}`);
  await page.getByRole('button', { name: 'Hide review' }).click();
  await expectFitAndAccessible(page);
});
