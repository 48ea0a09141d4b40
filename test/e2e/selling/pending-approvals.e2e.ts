// Approvals by the staff: the queue beside what would change, decided by buttons and by keys.
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, readMail, register, signIn, tokensOf } from '../account.ts';
import { makeApplication, makeStaff } from '../approval.ts';
import { addMember, approve, inShop, makeShop, type Shop, sellerApi, whole } from '../seller.ts';
import { open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (404|409)/ });

const queue = (page: Page) => page.getByRole('navigation', { name: 'Waiting' });
const decision = (page: Page) => page.getByRole('form', { name: 'Decision' });
const reason = (page: Page) => decision(page).getByRole('textbox', { name: 'Reason, if you return it' });
const button = (page: Page, name: string) => decision(page).getByRole('button', { name });
const field = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const success = (page: Page) => page.getByTestId('alert-area').getByRole('status');
const failure = (page: Page) => page.getByTestId('alert-area').getByRole('alert');
const pathOf = (approvalId: string) => `/profile/pending-approvals/${approvalId}`;

async function waitingOf(productId: string): Promise<string> {
  const row = await inShop(({ kysely }) =>
    kysely
      .selectFrom('api.approval')
      .select('approval_id')
      .where('subject_id', '=', productId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow(),
  );
  return row.approval_id;
}

/** A change of a product on sale that waits. */
async function aChange(request: APIRequestContext, shop: Shop, name: string) {
  const seller = await sellerApi(request, shop);
  const productId = await seller.create({
    product_name: `${name}, 1,000 Hours`,
    description: `${whole().description}\n\nRecorded in 2025.\n\nWord error is 2.1 %.`,
  });
  await seller.submit(productId);
  await approve(productId);
  const { revision, content } = await seller.read(productId);
  const description = `${whole().description}\n\nRecorded in 2025.\n\nWord error is 1.8 %.`;
  const changed = { ...content, product_name: `${name}, 1,060 Hours`, description, license: 'MIT' };
  await seller.saveDraft(productId, { revision, content: changed });
  await seller.submit(productId);
  return { productId, approvalId: await waitingOf(productId) };
}

async function decideElsewhere(request: APIRequestContext, staff: Account, approvalId: string) {
  const { IdToken } = await tokensOf(request, staff);
  const answer = await request.post(`/api/admin/approval/${approvalId}/approve`, {
    headers: { authorization: `Bearer ${IdToken}` },
  });
  expect(answer.status()).toBe(200);
}

test('[S-08] [P-03] for everybody else nothing waits there', async ({ page, request }) => {
  await signIn(page, await register(request), '/profile/pending-approvals');
  await expect(page.getByRole('heading', { level: 1, name: 'Pending Approvals' })).toBeVisible();
  await expect(page.getByText('Nothing waits for approval.')).toBeVisible();
  await open(page, pathOf('anything'));
  await expect(page.getByText('Nothing waits for approval.')).toBeVisible();
});

test('[S-08] a change is seen word by word, folded and whole, and is on sale once it is approved', async ({
  page,
  request,
}) => {
  const [staff, shop] = [await makeStaff(request), await makeShop(request)];
  const { productId, approvalId } = await aChange(request, shop, 'Staged Calls');
  await signIn(page, staff, pathOf(approvalId));
  await expect(title(page, 'Staged Calls, 1,060 Hours')).toBeVisible();
  await expect(queue(page).getByRole('link', { name: /Staged Calls/ })).toHaveAttribute('aria-current', 'true');
  await expect(field(page, 'Name').getByRole('deletion')).toHaveText('removed: 1,000');
  await expect(field(page, 'Name').getByRole('insertion')).toHaveText('added: 1,060');
  const description = field(page, 'Description');
  await expect(description.getByRole('deletion')).toHaveText('removed: 2.1');
  await expect(description.getByText('Recorded in 2025.')).toBeHidden();
  await description.getByText('2 paragraphs as before').click();
  await expect(description.getByText('Recorded in 2025.')).toBeVisible();
  await expect(page.getByText('Schema valid')).toBeVisible();
  await page.getByRole('button', { name: 'Whole page' }).click();
  await expect(field(page, 'Description').getByText('Word error is 1.8 %.')).toBeVisible();
  await expect(page.getByRole('deletion')).toHaveCount(0);

  await button(page, 'Approve').click();
  await expect(success(page)).toHaveText('The change of Staged Calls, 1,060 Hours is approved and on sale.');
  await expect(page).not.toHaveURL(pathOf(approvalId));
  await expect(queue(page).getByRole('link', { name: /Staged Calls/ })).toHaveCount(0);
  await open(page, `/products/id/${productId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Staged Calls, 1,060 Hours' })).toBeVisible();
  const mail = await readMail(shop.account.email, /is approved$/);
  expect(mail.text).toContain(`/products/id/${productId}`);
});

test('[S-08] what is returned needs a reason, which its seller gets and finds on the product', async ({
  page,
  request,
}) => {
  const [staff, shop] = [await makeStaff(request), await makeShop(request)];
  const { productId, approvalId } = await aChange(request, shop, 'Returned Calls');
  await signIn(page, staff, pathOf(approvalId));
  await button(page, 'Return with reason').click();
  await expect(decision(page).getByRole('alert')).toHaveText('Say what has to change, so that it can be approved.');
  await expect(reason(page)).toBeFocused();
  await decision(page).getByRole('button', { name: 'Text in the picture' }).click();
  await expect(reason(page)).toHaveValue('Text in the picture.');
  await button(page, 'Approve').click();
  await expect(decision(page).getByRole('alert')).toContainText('A reason is written');
  await button(page, 'Return with reason').click();
  await expect(success(page)).toHaveText('Returned Calls, 1,060 Hours is returned.');
  expect((await readMail(shop.account.email, /came back$/)).text).toContain('Text in the picture.');
  expect(await (await sellerApi(request, shop)).read(productId)).toMatchObject({
    state: 'returned',
    reason: 'Text in the picture.',
  });
});

test('[S-08] a reason that is being written is there again after a look at another one, and after a reload', async ({
  page,
  request,
}) => {
  const staff = await makeStaff(request);
  const [first, second] = [await makeApplication('Cedar Voice Labs'), await makeApplication('Dogwood Voice Labs')];
  await signIn(page, staff, pathOf(first));
  await reason(page).fill('Say who reads');
  await open(page, pathOf(second));
  await expect(title(page, 'Dogwood Voice Labs')).toBeVisible();
  await expect(reason(page)).toHaveValue('');
  await page.goBack();
  await expect(title(page, 'Cedar Voice Labs')).toBeVisible();
  await expect(reason(page)).toHaveValue('Say who reads');
  await page.reload();
  await expect(reason(page)).toHaveValue('Say who reads');
  await button(page, 'Return with reason').click();
  await expect(success(page)).toHaveText('Cedar Voice Labs is returned.');
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('reason')))).toEqual([]);
});

test('[S-08] keys lead to the next one and decide, and not while a reason is written', async ({ page, request }) => {
  const staff = await makeStaff(request);
  const [first, second] = [await makeApplication('Alder Voice Labs'), await makeApplication('Birch Voice Labs')];
  await signIn(page, staff, pathOf(first));
  await expect(title(page, 'Alder Voice Labs')).toBeVisible();
  await expect(field(page, 'Who is responsible')).toContainText('Ada Lovelace');
  await page.keyboard.press('j');
  await expect(title(page, 'Alder Voice Labs')).toHaveCount(0);
  await expect(button(page, 'Approve')).toBeVisible();
  await page.keyboard.press('k');
  await expect(title(page, 'Alder Voice Labs')).toBeVisible();
  await expect(title(page, 'Alder Voice Labs')).toBeFocused();
  await reason(page).pressSequentially('aj');
  await expect(reason(page)).toHaveValue('aj');
  await reason(page).blur();
  await page.keyboard.press('a');
  await expect(title(page, 'Alder Voice Labs')).toBeVisible();
  await reason(page).clear();
  await reason(page).blur();
  await page.keyboard.press('a');
  await expect(success(page)).toHaveText('Alder Voice Labs is approved: the shop may sell now.');
  await open(page, pathOf(first));
  await expect(page.getByText(/^Approved on/)).toBeVisible();
  await expect(decision(page)).toHaveCount(0);
  await open(page, pathOf(second));
  await expect(button(page, 'Approve')).toBeVisible();
});

test('[S-08] whoever comes second is told that somebody else was faster, and goes on', async ({ page, request }) => {
  const [staff, other] = [await makeStaff(request), await makeStaff(request, 'admin')];
  const approvalId = await makeApplication('Cedar Voice Labs');
  await signIn(page, staff, pathOf(approvalId));
  await expect(button(page, 'Approve')).toBeVisible();
  await decideElsewhere(request, other, approvalId);
  await button(page, 'Approve').click();
  await expect(failure(page)).toContainText('Cedar Voice Labs: This was already approved a moment ago.');
  await expect(page).not.toHaveURL(pathOf(approvalId));
  await expect(queue(page).getByRole('link', { name: /Cedar Voice Labs/ })).toHaveCount(0);
});

test("[S-08] nobody decides on their own shop's: the form is not there, and the queue says whose it is", async ({
  page,
  request,
}) => {
  const shop = await makeShop(request);
  const staff = await makeStaff(request);
  await addMember(request, { sellerId: shop.sellerId, account: staff, role: 'finance' });
  const { approvalId } = await aChange(request, shop, 'Own Calls');
  await signIn(page, staff, pathOf(approvalId));
  await expect(page.getByText('This is of your own shop. Somebody else of the staff decides on it.')).toBeVisible();
  await expect(decision(page)).toHaveCount(0);
  await expect(queue(page).getByRole('link', { name: /Own Calls.*your own shop/ })).toBeVisible();
  await page.keyboard.press('a');
  await expect(title(page, 'Own Calls, 1,060 Hours')).toBeVisible();
});

test('[S-08] the queue and the difference fit every width and are accessible', async ({ page, request }) => {
  const [staff, shop] = [await makeStaff(request), await makeShop(request)];
  const { approvalId } = await aChange(request, shop, 'Accessible Calls');
  await signIn(page, staff, pathOf(approvalId));
  await expect(field(page, 'Description')).toBeVisible();
  await expectFitAndAccessible(page);
});
