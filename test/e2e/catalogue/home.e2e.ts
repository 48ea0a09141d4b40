import type { Page } from '@playwright/test';
import { expect, open, test } from '../shop.ts';

const sections = ['Welcome', 'Solution', 'Computing', 'Data', 'Algorithm'] as const;

/** The layer of the fixed stage that is on: its `data-scene`. */
const sceneOn = (page: Page) =>
  page
    .locator('[data-scene][data-on]')
    .evaluateAll((layers) => layers.map((layer) => (layer as HTMLElement).dataset.scene));

test('[H-01] five full-page sections scroll by: welcome, Solution, Computing, Data, Algorithm', async ({ page }) => {
  await page.goto('/');
  const regions = page.getByRole('main').getByRole('region');
  await expect(regions).toHaveCount(5);
  let end = 0;
  for (const [index, name] of sections.entries()) {
    await expect(regions.nth(index)).toHaveAccessibleName(name);
    const box = await regions.nth(index).boundingBox();
    expect(box?.width, name).toBe(1280);
    expect(box?.height, name).toBeGreaterThanOrEqual(800);
    expect(box?.y, `${name} begins where the one before it ends`).toBe(end);
    end += box?.height ?? 0;
  }
});

test('[H-02] [H-03] every section has a background video of its own, which plays when it scrolls into view', async ({
  page,
  request,
}) => {
  await open(page, '/');
  const sources = new Set<string>();
  for (const name of sections) {
    await page.getByRole('region', { name }).evaluate((section) => section.scrollIntoView());
    const layer = page.locator(`[data-scene="${name.toLowerCase()}"][data-on]`);
    await expect(layer).toHaveCount(1);
    await expect(layer.locator('video')).toHaveJSProperty('paused', false);
    await expect(layer.locator('video')).toHaveJSProperty('muted', true);
    await expect(layer.locator('video')).toHaveJSProperty('loop', true);
    const urls = await layer.locator('source').evaluateAll((all) => all.map((one) => (one as HTMLSourceElement).src));
    expect(urls.length, `${name} has a source`).toBeGreaterThan(0);
    for (const url of urls) sources.add(url);
  }
  for (const name of ['Data', 'Welcome'] as const) {
    await page.getByRole('region', { name }).evaluate((section) => section.scrollIntoView());
    await expect.poll(() => sceneOn(page)).toEqual([name.toLowerCase()]);
  }
  const videos = new Set([...sources].map((url) => url.replace(/\.\w+$/, '')));
  expect(videos.size).toBe(5);
  for (const url of sources) {
    const response = await request.head(url);
    expect(response.status(), url).toBe(200);
    expect(response.headers()['content-type'], url).toMatch(/^video\//);
  }
});

test('[H-02] the background videos can be paused and played again', async ({ page }) => {
  await open(page, '/');
  const current = page.locator('[data-scene][data-on] video');
  await expect(current).toHaveJSProperty('paused', false);
  await page.getByRole('button', { name: 'Pause background videos' }).click();
  await expect(current).toHaveJSProperty('paused', true);
  await page.getByRole('button', { name: 'Play background videos' }).click();
  await expect(current).toHaveJSProperty('paused', false);
});

for (const [width, height] of [
  [844, 390],
  [1280, 550],
  [390, 844],
  [320, 568],
] as const) {
  test(`on ${width} by ${height} the figures stand below the button, and the pause button covers neither`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, '/');
    const welcome = page.getByRole('region', { name: 'Welcome' });
    const goTo = await welcome.getByRole('button', { name: 'Go to All Products' }).boundingBox();
    const figures = await welcome.getByRole('term').first().locator('..').boundingBox();
    expect(figures?.y).toBeGreaterThanOrEqual((goTo?.y ?? 0) + (goTo?.height ?? 0));
    const pause = await page.getByRole('button', { name: 'Pause background videos' }).boundingBox();
    expect((pause?.y ?? 0) + (pause?.height ?? 0), 'it stands in the bar').toBeLessThanOrEqual(64);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('[H-02] who asked for less motion gets five still pictures and no video', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/');
  for (const name of sections) {
    await page.getByRole('region', { name }).evaluate((section) => section.scrollIntoView());
    const layer = page.locator(`[data-scene="${name.toLowerCase()}"][data-on]`);
    await expect(layer).toHaveCSS('background-image', new RegExp(`/video/${name.toLowerCase()}\\.`));
    await expect(page.locator('video')).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Pause background videos' })).toHaveCount(0);
  expect(asked.filter((path) => /\.(webm|mp4)$/.test(path))).toEqual([]);
  expect(asked.filter((path) => path.startsWith('/video/')).length).toBeGreaterThanOrEqual(5);
});

test('[H-03] [H-04] a fifth of a section in view changes the video, 100 ms later, in 500 ms', async ({ page }) => {
  await page.clock.install();
  await open(page, '/');
  // Snapping would move the page off the exact positions that are asked for here.
  await page.evaluate(() => {
    const { style } = document.documentElement;
    style.setProperty('scroll-snap-type', 'none', 'important');
    style.setProperty('scroll-behavior', 'auto', 'important');
  });
  const solution = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'solution' });

  /** Scrolls and waits for two rounds of the browser's own observers, which the page's clock does not touch. */
  const show = (share: number) =>
    page.evaluate(async (top) => {
      window.scrollTo(0, top);
      for (let round = 0; round < 2; round++) {
        await new Promise<void>((done) => {
          const observer = new IntersectionObserver(() => {
            observer.disconnect();
            done();
          });
          observer.observe(document.body);
        });
      }
    }, share * 800);

  await page.clock.pauseAt(Date.now() + 60_000);
  expect(await sceneOn(page)).toEqual(['welcome']);

  await show(0.18);
  await page.clock.runFor(5_000);
  await expect(solution).not.toHaveAttribute('aria-current', 'true');
  expect(await sceneOn(page)).toEqual(['welcome']);

  await show(0.22);
  await expect(solution).toHaveAttribute('aria-current', 'true');
  expect(await sceneOn(page)).toEqual(['welcome']);
  await page.clock.runFor(99);
  expect(await sceneOn(page)).toEqual(['welcome']);
  await page.clock.runFor(1);
  await expect.poll(() => sceneOn(page)).toEqual(['solution']);

  const entering = page.locator('[data-scene="solution"]');
  await expect(entering).toHaveCSS('transition-property', 'opacity');
  await expect(entering).toHaveCSS('transition-duration', '0.5s');
  await expect(entering).toHaveCSS('opacity', '1');
});

test('[H-05] the words of a section move in when it scrolls into view', async ({ page }) => {
  await open(page, '/');
  const data = page.getByRole('region', { name: 'Data' });
  const words = data.getByRole('heading', { level: 2 });
  await expect(words).toHaveCSS('opacity', '0');
  await expect(words).toHaveCSS('transition-property', /opacity.*transform/);
  expect(
    await words.evaluate((element) => Number.parseFloat(getComputedStyle(element).transitionDuration)),
  ).toBeGreaterThan(0);
  expect(await words.evaluate((element) => getComputedStyle(element).transform)).not.toBe('none');
  await data.evaluate((section) => section.scrollIntoView());
  await expect(words).toHaveCSS('opacity', '1');
  await expect(words).toHaveCSS('transform', 'none');
});

test("[H-06] 'Go to ...' buttons lead to the category routes", async ({ page }) => {
  await open(page, '/');
  for (const [section, button, path] of [
    ['Welcome', 'Go to All Products', '/products/category/all'],
    ['Solution', 'Go to Solutions', '/products/category/solutions'],
    ['Computing', 'Go to Computing', '/products/category/computing'],
    ['Data', 'Go to Data', '/products/category/data'],
    ['Algorithm', 'Go to Algorithm', '/products/category/algorithm'],
  ] as const) {
    const goTo = page.getByRole('region', { name: section }).getByRole('button', { name: /^Go to/ });
    await expect(goTo).toHaveAccessibleName(button);
    await expect(goTo).toHaveAttribute('href', path);
  }
  await page.getByRole('button', { name: 'Go to Data' }).click();
  await expect(page).toHaveURL('/products/category/data');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('data Products');
});

test('[Q-19] below the sections stand rows by figures, as plain HTML: no script draws them, and none is loaded for them', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await open(page, '/');
  const rows = page.locator('.highlights');
  const fresh = rows.getByRole('list', { name: 'New', exact: true });
  await expect(fresh.getByRole('listitem')).toHaveCount(6);
  const sale = rows.getByRole('list', { name: 'On sale' });
  const discounts = await sale.locator('.badge-sale').allTextContents();
  const percent = discounts.map((text) => Number(/^-(\d+)%$/.exec(text)?.[1]));
  expect(percent.length).toBeGreaterThan(0);
  expect(percent).toEqual(percent.toSorted((a, b) => b - a));
  expect(scripts.filter((url) => url.includes('highlight-rows'))).toEqual([]);
  await rows.getByRole('link', { name: 'Everything on sale' }).click();
  await expect(page).toHaveURL('/products/category/all?on_sale=true');
  // Back without a reload: the browser draws them now.
  await page.goBack();
  await expect(fresh.getByRole('listitem')).toHaveCount(6);
  const first = fresh.getByRole('link').first();
  const name = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
});

test('[Q-19] without scripts the rows are the same', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  await page.goto('/');
  await expect(
    page.locator('.highlights').getByRole('list', { name: 'New', exact: true }).getByRole('listitem'),
  ).toHaveCount(6);
  await page.close();
});
