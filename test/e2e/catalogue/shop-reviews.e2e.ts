import { faults } from '../accessible.ts';
import { register, signIn } from '../account.ts';
import { writeReview } from '../sales.ts';
import { accountIdOf, addProduct, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test('[S-11] a seller sees what waits for an answer, answers in its place, and edits the answer', async ({
  page,
  request,
}) => {
  const shop = await makeShop(request);
  const productId = await addProduct(shop, 'Bird calls');
  for (const text of ['The birds are far too loud.', 'Twenty species, all labeled well.']) {
    const author = await register(request);
    await accountIdOf(request, author);
    await writeReview(productId, author, text);
  }
  await signIn(page, shop.account, '/profile/shop-reviews');
  await expect(page.getByRole('heading', { level: 1, name: 'Shop Reviews' })).toBeVisible();
  const reviews = page.getByRole('main').getByRole('article');
  await expect(reviews).toHaveCount(2);
  const loud = reviews.filter({ hasText: 'too loud' });
  await expect(loud).toContainText('Bird calls');
  await loud.getByRole('button', { name: /^Answer/ }).click();
  await loud.getByRole('button', { name: 'Publish the answer' }).click();
  await expect(loud.getByText('Write an answer')).toBeVisible();
  await loud.getByRole('textbox', { name: 'Your answer' }).fill('Turn them down a little.');
  await loud.getByRole('button', { name: 'Publish the answer' }).click();
  await expect(loud.getByText('Turn them down a little.')).toBeVisible();

  await page.getByRole('link', { name: 'Answered', exact: true }).click();
  await expect(reviews).toHaveCount(1);
  await reviews.getByRole('button', { name: /^Edit the answer/ }).click();
  const field = reviews.getByRole('textbox', { name: 'Your answer' });
  await expect(field).toHaveValue('Turn them down a little.');
  await field.fill('A quieter version is on its way.');
  await reviews.getByRole('button', { name: 'Save the answer' }).click();
  await expect(reviews.getByText('A quieter version is on its way.')).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Without an answer' }).click();
  await expect(reviews).toHaveCount(1);
  await expect(reviews).toContainText('Twenty species');
});

test('[S-11] without reviews the screen says what will stand there, and without a shop how to get one', async ({
  page,
  request,
}) => {
  const shop = await makeShop(request);
  await signIn(page, shop.account, '/profile/shop-reviews');
  await expect(page.getByText('No review waits for an answer.')).toBeVisible();
  await signIn(page, await register(request), '/profile/shop-reviews');
  await expect(page.getByRole('main').getByText('You have no shop here yet.')).toBeVisible();
});
