// npm run goods -- give and withdraw: what an operator gives without an order.
import { parseArgs } from 'node:util';
import { endOfDay, giftRefusalSentences } from '#api/goods/entitlement/gift.rules.ts';
import { giveProduct, withdrawGift } from '#api/goods/entitlement/gifts.ts';
import { createGoodsSettlers } from '#api/goods/entitlement/goods-kinds.ts';
import { libraryPath } from '#contract/goods/library/library.ts';
import { createSendMail } from '#mail/mail.ts';
import type { Config } from '#main/config/config.ts';
import { readStore } from '#main/config/store-file.ts';
import { checkoutShop } from '#main/parts/checkout-shop.ts';
import type { Tables } from '#main/tables.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import type { Database } from '#platform/database/database.ts';
import { openSecrets } from '#platform/secrets.ts';
import { withShop } from '../database/shop-database.ts';

export const giveUsage = `npm run goods -- give EMAIL PRODUCT_ID [--until DATE] [--note TEXT]

  Puts what a product promises into somebody's library, without an order. They must have signed in to the shop once.
  --until DATE   such as 2027-01-31: until the end of that day, in UTC
  --note TEXT    why, for yourselves`;

export const withdrawUsage = `npm run goods -- withdraw ENTITLEMENT --reason TEXT

  Takes a gift back; its owner reads the reason. What was bought is given back by: npm run order -- refund`;

/** Answers the exit code. */
export async function goodsGive(args: string[]): Promise<number> {
  const { values, positionals } = read(giveUsage, () =>
    parseArgs({ args, allowPositionals: true, options: { until: { type: 'string' }, note: { type: 'string' } } }),
  );
  const [email = '', productId = '', ...more] = positionals;
  if (!email || !productId || more.length > 0) throw new StartError(`Usage: ${giveUsage}`);
  const gift = { email, productId, until: readDay(values.until), note: values.note ?? '' };
  const given = await withShop(async (database, config) => giveProduct(await giving(database, config), gift));
  if ('refused' in given) throw new StartError(giftRefusalSentences[given.refused]);
  console.log(`${given.entitlementId} is in the library of ${email}: ${libraryPath(given.entitlementId)}`);
  return 0;
}

/** Answers the exit code. */
export async function goodsWithdraw(args: string[]): Promise<number> {
  const { values, positionals } = read(withdrawUsage, () =>
    parseArgs({ args, allowPositionals: true, options: { reason: { type: 'string' } } }),
  );
  const [entitlementId = '', ...more] = positionals;
  const reason = values.reason?.trim() ?? '';
  if (!entitlementId || !reason || more.length > 0) throw new StartError(`Usage: ${withdrawUsage}`);
  const isDone = await withShop(async (database, config) =>
    withdrawGift(await giving(database, config), { entitlementId, reason }),
  );
  if (!isDone)
    throw new StartError(
      'There is no such gift, or it was withdrawn before. What was bought is given back by: npm run order -- refund',
    );
  console.log(`${entitlementId} is withdrawn.`);
  return 0;
}

function read<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new StartError(`Usage: ${usage}`);
  }
}

function readDay(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const end = endOfDay(text);
  if (!end) throw new StartError('--until must be a day such as 2027-01-31.');
  return end;
}

async function giving({ kysely: db }: Database<Tables>, config: Config) {
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const shop = checkoutShop(await readStore(config.storeFile), origin);
  const telling = { sendMail: createSendMail(openSecrets(config)), shop };
  return { db, kinds: createGoodsSettlers(telling), actor: operator(), now: () => new Date(), ...telling };
}
