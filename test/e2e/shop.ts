import { test as base, expect, type Page } from '@playwright/test';

/**
 * `test` of the browser tests: the address of the running shop, no request to anywhere else, and an error on the
 * page's console fails the test, except for `expectedNoise`.
 */
export const test = base.extend<{ leaveShop: string[]; expectedNoise: RegExp }>({
  /** Output that a page may print: the browser's own line about an answer that the test asked for. */
  expectedNoise: [/the server responded with a status of 404/, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function asks for from its parameter
  baseURL: async ({}, use) => use(process.env.SHOP_ADDRESS ?? ''),

  /**
   * For a test that leads out of the shop: the addresses elsewhere that its pages asked for, answered with an empty page.
   * Without it they are not found (`playwright.config.ts`). It is asked for, because every request then goes by way of the test.
   */
  leaveShop: async ({ context, baseURL }, use) => {
    const asked: string[] = [];
    await context.route(
      (url) => url.origin !== baseURL,
      (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: 'text/html', body: '<title>elsewhere</title>' });
      },
    );
    await use(asked);
  },

  page: async ({ page, expectedNoise }, use) => {
    const noise: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !expectedNoise.test(message.text()))
        noise.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => noise.push(error.message));
    await use(page);
    expect(noise, 'errors on the page').toEqual([]);
  },
});

/**
 * Opens a page and waits until it has its looks and answers clicks: until then a link is followed by the browser
 * itself. The page takes over the scroll position in the same step in which it begins to listen.
 */
export async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => {
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    return styles.every((link) => link.sheet) && window.history.scrollRestoration === 'manual';
  });
}

export { expect };
