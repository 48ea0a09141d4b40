// Settings by the operator: what the shop sells and how it takes orders.
import { z } from 'zod';
import { StartError } from '#platform/config/start-error.ts';
import { count, onOrOff, optional, url, type Values, withDefault, words } from '#platform/config/variables.ts';
import type { EmbeddingsConfig } from './catalogue/search/meaning/embeddings.ts';
import { defaultGoodsLimits, type GoodsLimits } from './goods/release/goods-limits.rules.ts';
import type { Scanner } from './goods/release/upload/scan-object.ts';
import { type DisputeTimes, defaultDisputeTimes } from './ordering/dispute/dispute.rules.ts';
import { defaultUnpaidOrderLimits, type UnpaidOrderLimits } from './ordering/order/unpaid-order-limits.rules.ts';

const GB = 1024 ** 3;
export const defaultAloneDollars = 100;

/** A path can be added to it. */
function isBase(address: string): boolean {
  const parsed = URL.parse(address);
  return parsed === null || parsed.username + parsed.password + parsed.search + parsed.hash === '';
}

export const shopVariables = {
  DEMO_CATALOGUE: withDefault(onOrOff, 'on'),
  DEMO_MARKETPLACE: withDefault(onOrOff, 'on'),
  RECEIPT_FONT: optional(z.string()),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^(sk|rk)_(test|live)_/, 'must start with sk_test_, sk_live_ or rk_')),
  STRIPE_WEBHOOK_SECRET: optional(
    z
      .string()
      .regex(
        /^[^\s,]+(?:\s*,\s*[^\s,]+)*$/,
        'must be one secret, or several with commas between them, and none of them blank',
      ),
  ),
  STRIPE_CONNECT: withDefault(onOrOff, 'off'),
  STRIPE_PUBLIC_KEY: optional(z.string().regex(/^pk_(test|live)_/, 'must start with pk_test_ or pk_live_')),
  ORDERS_OPEN_PER_ACCOUNT: withDefault(count.max(100, 'must be at most 100'), defaultUnpaidOrderLimits.openPerAccount),
  ORDERS_PLACED_PER_ACCOUNT: withDefault(count, defaultUnpaidOrderLimits.placedPerAccount),
  ORDERS_PLACED_PER_NETWORK: withDefault(count, defaultUnpaidOrderLimits.placedPerNetwork),
  ORDERS_HELD_PERCENT: withDefault(count.max(100, 'must be at most 100'), defaultUnpaidOrderLimits.heldPercent),
  ORDERS_HELD_PERCENT_BILLED: withDefault(
    count.max(100, 'must be at most 100'),
    defaultUnpaidOrderLimits.heldPercentBilled,
  ),
  ORDERS_BILLED_DAYS: withDefault(count.max(365, 'must be at most 365'), defaultUnpaidOrderLimits.billedDays),
  DISPUTE_DAYS: withDefault(count.max(365, 'must be at most 365'), defaultDisputeTimes.afterDelivery),
  DISPUTE_UNDELIVERED_FROM_DAYS: withDefault(
    count.max(365, 'must be at most 365'),
    defaultDisputeTimes.undeliveredFrom,
  ),
  DISPUTE_UNDELIVERED_UNTIL_DAYS: withDefault(
    count.max(365, 'must be at most 365'),
    defaultDisputeTimes.undeliveredUntil,
  ),
  DISPUTE_ANSWER_DAYS: withDefault(count.max(90, 'must be at most 90'), defaultDisputeTimes.answer),
  GOODS_ACCEL: optional(
    z.string().regex(/^\/([A-Za-z0-9._-]+\/)+$/, 'must begin and end with a slash, such as /goods-files/'),
  ),
  GOODS_S3_DIRECT: withDefault(onOrOff, 'off'),
  SELLER_PRICE_WAIT_PERCENT: optional(count.max(1000, 'must be at most 1000')),
  PAYOUT_WAIT_DAYS: withDefault(count.max(90, 'must be at most 90'), 3),
  LEDGER_ALONE_DOLLARS: withDefault(count, defaultAloneDollars),
  GOODS_FILE_GB: withDefault(count.max(5_000, 'must be at most 5000'), defaultGoodsLimits.largestFile / GB),
  GOODS_SHOP_GB: withDefault(count, defaultGoodsLimits.bytesPerShop / GB),
  GOODS_OPEN_UPLOADS: withDefault(count.max(1_000, 'must be at most 1000'), defaultGoodsLimits.openUploads),
  GOODS_SCAN_COMMAND: optional(z.string()),
  GOODS_SCAN_SECONDS: withDefault(count.max(86_400, 'must be at most 86400'), 600),
  EMBEDDINGS_URL: optional(url.refine(isBase, 'must be an address without a user, a query and a fragment')),
  EMBEDDINGS_MODEL: optional(z.string().max(200, 'must have at most 200 characters')),
  EMBEDDINGS_KEY: optional(
    z.string().regex(/^[\x21-\x7e]+$/, 'must be a key: letters, digits and signs without spaces'),
  ),
  EMBEDDINGS_LEAST: withDefault(
    z.coerce.number('must be a number').min(0, 'must be at least 0').max(1, 'must be at most 1'),
    0.35,
  ),
};

/** Limit of an adjustment by one of the staff; above it a second person confirms. */
export type LedgerLimits = { secondPersonAboveCents: number };

/** How far sellers may go without being asked. */
export type SellerLimits = {
  /** A price that changes by more, in percent of the approved one, waits for approval; null: none does. */
  priceWaitPercent: number | null;
};

/** Other senders of the bytes of files that were bought. */
type FilesConfig = {
  /** Where nginx in front of the shop has the folder of the storage; null: it does not send them. */
  accel: string | null;
  /** True if readers are sent to the bucket for them. */
  bucket: boolean;
};

type PaymentsConfig = {
  /** The card payment provider's secret key; null: the embedded sandbox. */
  secretKey: string | null;
  /** Two while one is exchanged for the other; empty: the sandbox's. */
  webhookSecrets: string[];
  publicKey: string | null;
  /** True if shops may be paid by the provider (Connect); the sandbox always does. */
  connect: boolean;
};

export type ShopConfig = {
  fillEmptyCatalogue: boolean;
  /** True if a trial has people, shops and sales to look at. */
  opensDemoMarketplace: boolean;
  /** A font file for what the shop's own fonts cannot write on receipts; null: none. */
  receiptFonts: string[];
  payments: PaymentsConfig;
  orders: UnpaidOrderLimits;
  sellers: SellerLimits;
  ledger: LedgerLimits;
  /** How long payouts wait after the account that they go to was changed. */
  payouts: { waitDays: number };
  disputes: DisputeTimes;
  /** How much sellers may send, and what is asked about their files; null: nothing is scanned. */
  goods: { limits: GoodsLimits; scanner: Scanner | null };
  files: FilesConfig;
  /** Where vectors for the search by meaning are asked for; null: nowhere. */
  embeddings: EmbeddingsConfig | null;
};

export function shopConfig(values: Values<typeof shopVariables>): ShopConfig {
  return {
    fillEmptyCatalogue: values.DEMO_CATALOGUE === 'on',
    opensDemoMarketplace: values.DEMO_MARKETPLACE === 'on',
    receiptFonts: fontFiles(values.RECEIPT_FONT ?? ''),
    payments: {
      secretKey: values.STRIPE_SECRET_KEY ?? null,
      webhookSecrets: words(values.STRIPE_WEBHOOK_SECRET),
      publicKey: values.STRIPE_PUBLIC_KEY ?? null,
      connect: values.STRIPE_CONNECT === 'on',
    },
    orders: {
      openPerAccount: values.ORDERS_OPEN_PER_ACCOUNT,
      placedPerAccount: values.ORDERS_PLACED_PER_ACCOUNT,
      placedPerNetwork: values.ORDERS_PLACED_PER_NETWORK,
      heldPercent: values.ORDERS_HELD_PERCENT,
      heldPercentBilled: values.ORDERS_HELD_PERCENT_BILLED,
      billedDays: values.ORDERS_BILLED_DAYS,
    },
    files: { accel: values.GOODS_ACCEL ?? null, bucket: values.GOODS_S3_DIRECT === 'on' },
    embeddings: embeddingsConfig(values),
    disputes: {
      afterDelivery: values.DISPUTE_DAYS,
      undeliveredFrom: values.DISPUTE_UNDELIVERED_FROM_DAYS,
      undeliveredUntil: values.DISPUTE_UNDELIVERED_UNTIL_DAYS,
      answer: values.DISPUTE_ANSWER_DAYS,
    },
    sellers: { priceWaitPercent: values.SELLER_PRICE_WAIT_PERCENT ?? null },
    payouts: { waitDays: values.PAYOUT_WAIT_DAYS },
    ledger: { secondPersonAboveCents: values.LEDGER_ALONE_DOLLARS * 100 },
    goods: {
      limits: {
        largestFile: values.GOODS_FILE_GB * GB,
        bytesPerShop: values.GOODS_SHOP_GB * GB,
        openUploads: values.GOODS_OPEN_UPLOADS,
        silentMs: defaultGoodsLimits.silentMs,
      },
      scanner: values.GOODS_SCAN_COMMAND
        ? { command: commandWords(values.GOODS_SCAN_COMMAND), timeoutMs: values.GOODS_SCAN_SECONDS * 1_000 }
        : null,
    },
  };
}

function embeddingsConfig(values: Values<typeof shopVariables>): EmbeddingsConfig | null {
  const { EMBEDDINGS_URL: address, EMBEDDINGS_MODEL: model, EMBEDDINGS_KEY: key, EMBEDDINGS_LEAST: least } = values;
  if (!address) {
    if (model || key) throw new StartError('EMBEDDINGS_MODEL or EMBEDDINGS_KEY is set: EMBEDDINGS_URL is needed too.');
    return null;
  }
  if (!model)
    throw new StartError('EMBEDDINGS_URL is set: EMBEDDINGS_MODEL is needed too, the name of the model there.');
  return { url: address, model, key: key ?? null, least };
}

/** A program and its arguments, between spaces; what is in quotes is one. No shell ever reads it. */
export function commandWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

/** Files between commas, or as a PATH has folders: between colons, which begin names of drives on Windows. */
function fontFiles(list: string): string[] {
  const between = process.platform === 'win32' ? /[,;]/ : /[,:]/;
  return list
    .split(between)
    .map((file) => file.trim())
    .filter(Boolean);
}
