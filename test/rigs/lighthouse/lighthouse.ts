// npm run lighthouse: Google's audit of the built shop, as a phone sees it, on the pages that visitors meet first.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { findBrowser } from '../../e2e/find-browser.ts';
import { startMeasuredShop } from '../bench/measured-process.ts';

const pages = ['/', '/products/category/all', '/products/id/h100-sxm-80gb', '/contact'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const folder = await mkdtemp(join(tmpdir(), 'hearth-lighthouse-'));
const shop = await startMeasuredShop({ DATA_DIR: join(folder, 'data'), DATABASE_URL: '', DEMO_CATALOGUE: 'on' });
const browser = await openBrowser(join(folder, 'profile'));

console.log(`| page | ${categories.join(' | ')} | LCP ms | TBT ms | CLS | script kB |`);
console.log(`| --- |${' ---: |'.repeat(categories.length + 4)}`);
for (const page of pages) {
  const result = await lighthouse(shop.address + page, { port: browser.port, output: 'json', logLevel: 'error' });
  if (!result) throw new Error(`no result for ${page}`);
  const { audits, categories: scores } = result.lhr;
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const scripts =
    (audits['network-requests']?.details as { items?: Array<{ resourceType: string; transferSize: number }> })?.items ??
    [];
  const scriptBytes = scripts
    .filter((item) => item.resourceType === 'Script')
    .reduce((sum, item) => sum + item.transferSize, 0);
  console.log(
    `| ${page} | ${categories.map((id) => scores[id]?.score?.toFixed(2)).join(' | ')} | ${Math.round(value('largest-contentful-paint'))} | ${Math.round(value('total-blocking-time'))} | ${value('cumulative-layout-shift').toFixed(3)} | ${(scriptBytes / 1000).toFixed(0)} |`,
  );
  for (const audit of Object.values(audits)) {
    const counted = categories.some((id) => scores[id]?.auditRefs.some((ref) => ref.id === audit.id && ref.weight > 0));
    if (counted && audit.score !== null && audit.score < 0.9)
      console.error(`  ${page} ${audit.id}: ${audit.title} ${audit.displayValue ?? ''}`);
  }
}
browser.close();
await shop.stop();
await rm(folder, { recursive: true, force: true });

/** A headless browser with its debugging port open. */
async function openBrowser(profile: string): Promise<{ port: number; close: () => void }> {
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
  ];
  const child = spawn(findBrowser(), flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const port = await new Promise<number>((resolve, reject) => {
    let printed = '';
    child.stderr.on('data', (chunk) => {
      printed += chunk;
      const found = printed.match(/DevTools listening on ws:\/\/[^:]+:(\d+)/)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`the browser did not open:\n${printed}`)));
  });
  return { port, close: () => child.kill() };
}
