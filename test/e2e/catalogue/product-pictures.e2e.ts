// Pictures in the editor and on the product page, with real files.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { aPhoto, aPicture } from '../../factories/picture.ts';
import { faults } from '../accessible.ts';
import { approve, makeShop, openAsSeller, sellerApi } from '../seller.ts';
import { expect, open, test } from '../shop.ts';

const pictures = (page: Page) => page.getByRole('list', { name: /^Pictures, / });
const removeButtons = (page: Page) => page.getByRole('button', { name: /^Remove picture/ });

async function openEditor(page: Page) {
  const shop = await makeShop(page.request);
  const api = await sellerApi(page.request, shop);
  const productId = await api.create({});
  await openAsSeller(page, shop, `/profile/products-management/${productId}`);
  await expect(page.getByLabel('Add pictures')).toBeAttached();
  const add = (name: string, buffer: Buffer) =>
    page.getByLabel('Add pictures').setInputFiles({ name, mimeType: 'image/png', buffer });
  const kept = async () => (await api.read(productId)).content.pictures ?? [];
  return { shop, api, productId, add, kept };
}

test('[S-06] pictures of four kinds are taken, without what their files tell, and ordered by keyboard', async ({
  page,
}) => {
  const { add, kept } = await openEditor(page);
  await add('photo.jpg', await aPhoto());
  await expect(removeButtons(page)).toHaveCount(1);
  const colors = { png: '#f00', webp: '#0f0', avif: '#00f' } as const;
  for (const [at, kind] of (['png', 'webp', 'avif'] as const).entries()) {
    await add(`picture.${kind}`, await aPicture(kind, { width: 800, height: 600, color: colors[kind] }));
    await expect(removeButtons(page)).toHaveCount(at + 2);
  }
  await expect.poll(async () => (await kept()).length).toBe(4);
  const [first = ''] = await kept();
  const bytes = await (await page.request.get(first)).body();
  const { exif, orientation, width, height, format } = await sharp(bytes).metadata();
  expect({ exif, orientation, width, height, format }).toEqual({ width: 200, height: 400, format: 'webp' });

  const before = await kept();
  await page.getByRole('button', { name: 'Move picture 3 forward' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Picture 3 is number 2 now.')).toBeVisible();
  await expect.poll(kept).toEqual([before[0], before[2], before[1], before[3]]);
  expect(await faults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Remove picture 1' }).click();
  await expect(removeButtons(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(removeButtons(page)).toHaveCount(4);
  await expect.poll(async () => (await kept())[0]).toBe(first);
});

test.describe('what is no picture', () => {
  test.use({ expectedNoise: /the server responded with a status of 400/ });

  test('[S-06] is refused with a reason, and the others are taken', async ({ page }) => {
    const { add, kept } = await openEditor(page);
    const refused = pictures(page).locator('..').getByRole('alert');
    await add('vector.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'));
    await expect(refused).toContainText('vector.svg was not added. SVG files are not taken');
    await add('cover.png', Buffer.from('I am a text.'));
    await expect(refused).toContainText('cover.png was not added. This is not a picture that the shop knows.');
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    await add('bomb.png', bomb);
    await expect(refused).toContainText('bomb.png was not added. The picture has more than 50 megapixels');
    await add('moving.gif', await aPicture('gif'));
    await expect(refused).toContainText('moving.gif was not added. GIF files are not taken.');
    await page.getByRole('button', { name: 'Dismiss what is said of moving.gif' }).click();
    await expect(page.getByText('moving.gif')).toHaveCount(0);
    await add('good.png', await aPicture('png'));
    await expect(removeButtons(page)).toHaveCount(1);
    await expect.poll(async () => (await kept()).length).toBe(1);
  });
});

/** Picture of noise, which no format makes small: some 600 kB. */
async function aLargePicture(name: string) {
  const noise = { width: 450, height: 450, channels: 3 as const };
  const bytes = sharp(randomBytes(450 * 450 * 3), { raw: noise }).png();
  return { name, mimeType: 'image/png', buffer: await bytes.toBuffer() };
}

test('[S-06] each picture on its way says how much of it has gone out, and is stopped without losing the others', async ({
  page,
}) => {
  const { kept } = await openEditor(page);
  const network = await page.context().newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await throttle(150_000);
  const files = await Promise.all(['one.png', 'two.png', 'three.png'].map(aLargePicture));
  await page.getByLabel('Add pictures').setInputFiles(files);
  const bar = page.getByRole('progressbar', { name: 'Sending one.png' });
  const value = () => bar.evaluate((element) => (element as HTMLProgressElement).value);
  await expect.poll(value).toBeGreaterThan(0);
  expect(await value()).toBeLessThan(100);
  await expect(page.getByRole('status').filter({ hasText: /Sending one\.png: \d+ %, 2 more to send/ })).toBeAttached();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop sending two.png' }).click();
  await page.getByRole('button', { name: 'Stop sending one.png' }).click();
  await throttle(-1);
  await expect(removeButtons(page)).toHaveCount(1);
  await expect(page.getByText('three.png is added.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect.poll(async () => (await kept()).length).toBe(1);
});

test.describe('a picture that does not arrive', () => {
  test.use({ expectedNoise: /net::ERR_FAILED/ });

  test('[S-06] is sent again when asked for, and keeps none of the others', async ({ page }) => {
    const { kept } = await openEditor(page);
    let failed = 0;
    await page.route('**/picture', (route) => (failed++ === 0 ? route.abort() : route.continue()));
    const files = await Promise.all(['one.png', 'two.png'].map(aLargePicture));
    await page.getByLabel('Add pictures').setInputFiles(files);
    await expect(removeButtons(page)).toHaveCount(1);
    await expect(page.getByRole('alert').filter({ hasText: 'one.png was not added.' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again to send one.png' }).click();
    await expect(removeButtons(page)).toHaveCount(2);
    await expect(page.getByText('was not added')).toHaveCount(0);
    await expect.poll(async () => (await kept()).length).toBe(2);
  });
});

test('[S-06] pictures come by drop and by paste too', async ({ page }) => {
  const { kept } = await openEditor(page);
  const send = async (kind: 'drop' | 'paste', color: string) => {
    const bytes = [...(await aPicture('png', { color }))];
    await page.evaluate(
      ([event, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }));
        const place = document.querySelector('[data-field=pictures] label') as HTMLElement;
        place.dispatchEvent(
          event === 'drop'
            ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
            : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }),
        );
      },
      [kind, bytes] as const,
    );
  };
  await send('drop', '#123456');
  await expect(removeButtons(page)).toHaveCount(1);
  await send('paste', '#654321');
  await expect(removeButtons(page)).toHaveCount(2);
  await expect.poll(async () => (await kept()).length).toBe(2);
});

test('[S-06] the page of a product shows its pictures, with scripts and without', async ({
  page,
  browser,
  baseURL,
}) => {
  const { add, api, productId, kept } = await openEditor(page);
  await add('one.png', await aPicture('png', { color: '#111111' }));
  await expect(removeButtons(page)).toHaveCount(1);
  await add('two.png', await aPicture('png', { color: '#eeeeee' }));
  await expect.poll(async () => (await kept()).length).toBe(2);
  const [one = '', two = ''] = await kept();
  await api.submit(productId);
  await approve(productId);

  await open(page, `/products/id/${productId}`);
  const large = page.getByRole('img', { name: 'Two-Speaker Phone Calls, picture 1 of 2' });
  await expect(large).toHaveAttribute('src', one);
  await expect(large).toHaveAttribute('srcset', /-640\.webp 640w/);
  await page.getByRole('link', { name: 'Picture 2' }).click();
  await expect(page.getByRole('img', { name: 'Two-Speaker Phone Calls, picture 2 of 2' })).toHaveAttribute('src', two);
  await expect(page.getByRole('link', { name: 'Picture 2' })).toHaveAttribute('aria-current', 'true');
  expect(await faults(page)).toEqual([]);
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '{}');
  expect(data.image).toEqual([baseURL + one, baseURL + two]);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', baseURL + one);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${baseURL}/products/id/${productId}`);
  await plain.getByRole('link', { name: 'Picture 2' }).click();
  await expect(plain).toHaveURL(baseURL + two);
  await context.close();
});
