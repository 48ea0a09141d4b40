import type { APIRequestContext, Page } from '@playwright/test';
import { register, signIn, submitLogin, tokensOf } from '../account.ts';
import { expect, open, test } from '../shop.ts';

// Each test writes about a product of its own: others count the reviews of theirs.

test.use({ expectedNoise: /the server responded with a status of (400|500)|net::ERR_FAILED/ });

const productPath = (id: string) => `/products/id/${id}`;
const text = (page: Page) => page.getByRole('textbox', { name: 'Your review' });
const stars = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Rating' }).getByRole('radio', { name, exact: true });
const post = (page: Page) => page.getByRole('button', { name: 'Post Comment', exact: true });
const reviews = (page: Page) => page.getByRole('tabpanel', { name: 'Reviews' }).getByRole('article');
const success = (page: Page) => page.getByTestId('alert-area').getByRole('status');
const failure = (page: Page) => page.getByTestId('alert-area').getByRole('alert');

async function openReviews(page: Page, id: string) {
  await open(page, productPath(id));
  await page.getByRole('tab', { name: 'Reviews' }).click();
}

/** The bodies of the reviews that the page posts. */
function posted(page: Page): Array<Record<string, unknown>> {
  const bodies: Array<Record<string, unknown>> = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/review')
      bodies.push(request.postDataJSON());
  });
  return bodies;
}

test("[D-08] the 'Leave a Reply' form has a textarea, one to five stars and 'Post Comment'", async ({ page }) => {
  await openReviews(page, 'h200-sxm-141gb');
  await expect(page.getByRole('heading', { name: 'Leave a Reply', exact: true })).toBeVisible();
  expect(await text(page).evaluate((field) => field.tagName)).toBe('TEXTAREA');
  const all = page.getByRole('radiogroup', { name: 'Rating' }).getByRole('radio');
  await expect(all).toHaveCount(5);
  for (const [index, name] of ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'].entries()) {
    await expect(all.nth(index)).toHaveAccessibleName(name);
    await expect(all.nth(index)).not.toBeChecked();
  }
  await expect(post(page)).toBeEnabled();
});

test('[D-08] the stars are chosen by keyboard, and fill up to the one that is chosen', async ({ page }) => {
  await openReviews(page, 'h200-sxm-141gb');
  const filled = () =>
    page
      .getByRole('radiogroup', { name: 'Rating' })
      .locator('svg')
      .evaluateAll((pictures) => pictures.filter((star) => getComputedStyle(star).fill !== 'none').length);
  expect(await filled()).toBe(0);
  await stars(page, '1 star').focus();
  await page.keyboard.press('Space');
  for (const name of ['2 stars', '3 stars', '4 stars', '5 stars']) {
    await page.keyboard.press('ArrowRight');
    await expect(stars(page, name)).toBeChecked();
  }
  await expect.poll(filled).toBe(5);
  await page.keyboard.press('ArrowLeft');
  await expect(stars(page, '4 stars')).toBeChecked();
  await expect.poll(filled).toBe(4);
});

test('[D-15] fewer than 8 characters, or no star, are not posted, and the form says what is missing', async ({
  page,
  request,
}) => {
  await signIn(page, await register(request), productPath('churn-early-warning'));
  await page.getByRole('tab', { name: 'Reviews' }).click();
  const bodies = posted(page);
  await post(page).click();
  await expect(page.getByText('Choose a rating')).toBeVisible();
  await expect(text(page)).toHaveAccessibleDescription(/^8 more characters, please/);

  await stars(page, '2 stars').check();
  await expect(page.getByText('Choose a rating')).toHaveCount(0);
  // Spaces around it are no text.
  await text(page).fill('  seven77  ');
  await expect(text(page)).toHaveAccessibleDescription(/^1 more character, please/);
  await post(page).click();
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toHaveAttribute('aria-invalid', 'true');
  expect(bodies).toEqual([]);

  await text(page).fill('eight888');
  await post(page).click();
  await expect(success(page)).toHaveText('Review Posted');
  expect(bodies).toHaveLength(1);
});

test("[E-04] a review is posted as the named JSON, read again in the customer's name, and counted", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const account = await register(request);
  await signIn(page, account, productPath('speaker-diarization'));
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(reviews(page)).toHaveCount(1);
  const fiveStars = page.locator('dl > div', { has: page.getByText('5 stars', { exact: true }) });
  const before = Number(await fiveStars.getByRole('definition').textContent());
  const bodies = posted(page);
  await stars(page, '5 stars').check();
  await text(page).fill('Tells four of us apart on one line.');
  const reloading = page.waitForRequest(
    (asked) => asked.method() === 'GET' && asked.url().endsWith('/api/review/product/speaker-diarization'),
  );
  await post(page).click();
  expect((await reloading).headers().authorization).toMatch(/^Bearer /);
  await expect(success(page)).toHaveText('Review Posted');

  expect(bodies).toEqual([
    {
      review_id: expect.any(String),
      product_id: 'speaker-diarization',
      user_email: account.email,
      rate: 5,
      review_text: 'Tells four of us apart on one line.',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      helpful_count: 0,
      verified_purchase: true,
      responses: [],
    },
  ]);

  await expect(reviews(page)).toHaveCount(2);
  const own = reviews(page).filter({ hasText: 'Tells four of us apart' });
  await expect(own.getByText(account.username, { exact: true })).toBeVisible();
  await expect(own.getByText('Your review', { exact: true })).toBeVisible();
  await expect(own.getByRole('img', { name: 'Rating: 5 out of 5 stars' })).toBeVisible();
  await expect(own.getByText('Verified purchase')).toHaveCount(0);
  await expect(reviews(page).getByText('Your review', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('tab', { name: 'Reviews' })).toContainText('(2)');
  await expect(fiveStars.getByRole('definition')).toHaveText(String(before + 1));

  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openReviews(visitor, 'speaker-diarization');
  await expect(reviews(visitor).getByText('Tells four of us apart on one line.')).toBeVisible();
  await expect(reviews(visitor).getByText('Your review', { exact: true })).toHaveCount(0);
  expect(await visitor.content()).not.toContain(account.email);
});

test("[E-04] what cannot be posted says 'Failed Posting Review', and is not lost", async ({ page, request }) => {
  await signIn(page, await register(request), productPath('federated-averaging'));
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await stars(page, '3 stars').check();
  await text(page).fill('Rounds are slow, but it never lost one.');
  await page.route('**/api/review', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something broke here.', request_id: 'r' } }),
  );
  await post(page).click();
  await expect(failure(page)).toHaveText('Failed Posting Review');
  await expect(page.getByRole('main').getByText('Something broke here.')).toBeVisible();
  await expect(text(page)).toHaveValue('Rounds are slow, but it never lost one.');
  await expect(post(page)).toBeFocused();
  await page.unroute('**/api/review');

  await page.reload();
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(text(page)).toHaveValue('Rounds are slow, but it never lost one.');
  await expect(stars(page, '3 stars')).toBeChecked();
  await post(page).click();
  await expect(success(page)).toHaveText('Review Posted');
  await page.reload();
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(reviews(page)).toHaveCount(1);
});

test('[C-14] posting a review while anonymous asks to log in and leads back, to what was typed', async ({
  page,
  request,
}) => {
  const account = await register(request);
  const address = `${productPath('hand-gesture-video')}?from=mail`;
  const bodies = posted(page);
  await open(page, address);
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await stars(page, '4 stars').check();
  await text(page).fill('Clear hands, and light that changes.');
  await post(page).click();
  await expect(failure(page)).toHaveText('Please log in to your account first');
  await expect(page).toHaveURL(`/account/login?${new URLSearchParams({ returnUrl: address })}`);
  expect(bodies).toEqual([]);

  await submitLogin(page, account);
  await expect(page).toHaveURL(address);
  await expect(text(page)).toBeFocused();
  await expect(text(page)).toBeInViewport();
  await expect(text(page)).toHaveValue('Clear hands, and light that changes.');
  await expect(stars(page, '4 stars')).toBeChecked();
  await post(page).click();
  await expect(success(page)).toHaveText('Review Posted');
  await expect(reviews(page)).toHaveCount(1);
});

test('a customer has one review of a product: it is found again, edited in its place, and deleted', async ({
  page,
  request,
}) => {
  const id = 'warehouse-question-answering';
  await signIn(page, await register(request), productPath(id));
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(page.getByText('No reviews yet')).toBeVisible();
  await stars(page, '2 stars').check();
  await text(page).fill('Answers are fast and often wrong.');
  await post(page).click();
  await expect(success(page)).toHaveText('Review Posted');

  await openReviews(page, id);
  await expect(page.getByText('Edit your review.')).toBeVisible();
  await expect(text(page)).toHaveValue('Answers are fast and often wrong.');
  await expect(stars(page, '2 stars')).toBeChecked();
  await text(page).fill('Answers are fast, and right since March.');
  await stars(page, '4 stars').check();
  await post(page).click();
  await expect(success(page)).toHaveText('Review Posted');
  await expect(reviews(page)).toHaveCount(1);
  await expect(reviews(page).getByText('Answers are fast, and right since March.')).toBeVisible();
  await expect(reviews(page).getByRole('img', { name: 'Rating: 4 out of 5 stars' })).toBeVisible();

  const remove = page.getByRole('button', { name: 'Delete your review' });
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  await expect(reviews(page)).toHaveCount(1);
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete review' }).click();
  await expect(success(page)).toHaveText('Review Deleted');
  await expect(page.getByText('No reviews yet')).toBeVisible();
  await expect(text(page)).toHaveValue('');
  await expect(stars(page, '4 stars')).not.toBeChecked();
  await expect(page.getByRole('heading', { name: 'Leave a Reply' })).toBeFocused();
});

/** Reviews by customers of their own, posted without a browser. */
async function postReviews(request: APIRequestContext, productId: string, count: number) {
  for (let index = 0; index < count; index++) {
    const { IdToken } = await tokensOf(request, await register(request));
    const posting = await request.post('/api/review', {
      headers: { authorization: `Bearer ${IdToken}` },
      data: { product_id: productId, rate: 1 + (index % 5), review_text: `What number ${index} thinks of it.` },
    });
    expect(posting.ok(), await posting.text()).toBe(true);
  }
}

test('[D-07] a long list of reviews goes on when asked to, with scripts and without', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  test.slow();
  const id = 'field-inspection-dictation';
  const before = (await (await request.get(`/api/review/product/${id}/summary`)).json()).count;
  await postReviews(request, id, 22 - before);
  await openReviews(page, id);
  await expect(page.getByRole('tab', { name: 'Reviews' })).toContainText('(22)');
  await expect(reviews(page)).toHaveCount(20);
  const panel = page.getByRole('tabpanel', { name: 'Reviews' });
  await expect(panel.getByText('20 of 22')).toBeVisible();
  const more = panel.getByRole('link', { name: 'Show more reviews' });

  await page.route('**/api/review/product/**', (route) => route.abort());
  await more.click();
  await expect(panel.getByText('They could not be loaded. Please try again.')).toBeVisible();
  await page.unroute('**/api/review/product/**');
  await more.click();
  await expect(reviews(page)).toHaveCount(22);
  await expect(more).toHaveCount(0);
  const names = await reviews(page).evaluateAll((articles) => articles.map((article) => article.textContent));
  expect(new Set(names).size).toBe(22);

  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(productPath(id));
  await expect(plain.getByRole('article', { name: /^Review by/ })).toHaveCount(20);
  await plain.getByRole('link', { name: 'Show more reviews' }).click();
  await expect(plain.getByRole('article', { name: /^Review by/ })).toHaveCount(2);
  await expect(plain.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${productPath(id)}$`));
  await plain.getByRole('link', { name: 'Newest reviews' }).click();
  await expect(plain.getByRole('article', { name: /^Review by/ })).toHaveCount(20);
  await context.close();
});
