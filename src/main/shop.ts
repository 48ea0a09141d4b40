// Operator's configuration of this shop: read once, before anything is opened, and passed to every part.
import { join } from 'node:path';
import { readShopPages } from '#api/catalogue/shop-page/read-shop-pages.ts';
import type { ShopPages } from '#contract/catalogue/shop-pages.ts';
import type { Store } from '#contract/store.ts';
import { type StoreSettings, storeSettings } from '#contract/store-settings.ts';
import { isLoopback } from '#mail/transport/loopback.ts';
import { StartError } from '#platform/config/start-error.ts';
import { createLog, type Log } from '#platform/observability/log.ts';
import type { Config } from './config/config.ts';
import { readStore } from './config/store-file.ts';

/** The folder that the shop was installed in. */
export const root = join(import.meta.dirname, '../..');

export type Shop = {
  config: Config;
  /** Pages come from the bundler, which rebuilds what changes. */
  development: boolean;
  /** Where visitors reach the shop, without a trailing slash. */
  origin: string;
  store: Store;
  settings: StoreSettings;
  pages: ShopPages;
  /** Nobody but the one who tries the shop out can read its mails. */
  isTrial: boolean;
  log: Log;
  /** Tells the operator of a step on the way to an open shop. */
  progress: (step: string) => void;
};

/** `localAddress` is where a browser on this machine reaches the shop. Throws a StartError for what the operator can put right. */
export async function readShop(config: Config, localAddress: string, development: boolean): Promise<Shop> {
  const origin = config.publicUrl ?? localAddress;
  const store = await readStore(config.storeFile);
  const pages = await readShopPages(config.pagesDir);
  for (const file of config.receiptFonts) await checkFont(file);
  return {
    config,
    development,
    origin,
    store,
    settings: storeSettings(config.store),
    pages,
    isTrial: isTrial(config, origin),
    log: createLog(config.logLevel),
    progress(step) {
      // The first worker has told of it.
      if (!config.worker?.address) process.stderr.write(`  ${step}\n`);
    },
  };
}

async function checkFont(file: string) {
  // Reading fonts takes a large package.
  const { isFont } = await import('#api/money/receipt/pdf-fonts.ts');
  if (!isFont(file)) throw new StartError(`RECEIPT_FONT is not valid: ${file} cannot be read as a font.`);
}

/** No mail server, no real database, no way in from outside. */
function isTrial(config: Config, origin: string): boolean {
  const local = isLoopback(config.host === '::1' ? '[::1]' : config.host) && isLoopback(new URL(origin).hostname);
  return local && config.trustedProxies === 0 && !config.databaseUrl && !config.mail.smtpUrl;
}
