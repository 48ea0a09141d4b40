// Time until a list is opened and filtered for staff, in a real browser, beside the time that the API alone takes: by the latency
// of the line. On the PostgreSQL of TEST_DATABASE_URL: node test/rigs/bench/staff/staff-screens.ts [--rows 100000] [--rounds 7]
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../../e2e/find-browser.ts';
import { type StaffShop, withStaffShop } from './staff-shop.ts';

/** One way and back, in milliseconds: the same machine, the same country, a bad line. */
const LATENCIES = [0, 40, 500];
/** Files that are fetched when there is nothing else to do have come by then. */
const IDLE_MS = 3_000;

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '7' } },
});
const rounds = Number(values.rounds);

await withStaffShop(Number(values.rows), async (opened) => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    console.log('| latency | API alone, ms | list opened first | opened | filtered |');
    console.log('| ---: | ---: | ---: | ---: | ---: |');
    for (const latency of LATENCIES) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await signIn(await context.newPage(), opened);
      await compare(context, opened, latency);
      await context.close();
    }
  } finally {
    await browser.close();
  }
});

async function signIn(page: Page, { shop, staff }: StaffShop) {
  await page.goto(`${shop.address}/account/login?returnUrl=/admin`);
  await page.getByRole('textbox', { name: 'Email' }).fill(staff.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.close();
}

async function compare(context: BrowserContext, { shop, headers }: StaffShop, latency: number) {
  const page = await context.newPage();
  await page.goto(`${shop.address}/admin`, { waitUntil: 'networkidle' });
  await page.waitForTimeout(IDLE_MS);
  const line = await context.newCDPSession(page);
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited });
  const first = await timed(page, 'Orders');
  const opened: number[] = [];
  const filtered: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await timed(page, 'Overview', 'main h1');
    alone.push(await apiAlone(page, headers));
    opened.push(await timed(page, 'Orders'));
    filtered.push(await timed(page, 'In review'));
  }
  const api = median(alone);
  const ratio = (took: number) => (took / api).toFixed(2);
  console.log(
    `| ${latency} | ${api.toFixed(0)} | ${ratio(first)} | ${ratio(median(opened))} | ${ratio(median(filtered))} |`,
  );
}

/** From the click on a link, in the page's own time, until where it leads is current and its rows have been drawn. */
function timed(page: Page, link: string, rows = 'main tbody tr'): Promise<number> {
  return page.getByRole('link', { name: link, exact: true }).evaluate(
    (element, selector) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        (element as HTMLElement).click();
        const look = () => {
          const isThere = element.hasAttribute('aria-current') && document.querySelector(selector);
          if (isThere && !document.querySelector('[aria-busy="true"]')) resolve(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    rows,
  );
}

function apiAlone(page: Page, headers: Record<string, string>): Promise<number> {
  return page.evaluate(async (sent) => {
    const begun = performance.now();
    await (await fetch('/api/admin/order?limit=50', { headers: sent })).json();
    return performance.now() - begun;
  }, headers);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
