// Tells a seller that keys run low, or that buyers wait for some: once for what was loaded, by mail and by webhook.
import type { Kysely } from 'kysely';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import { lowMark } from '#contract/goods/product-key.ts';
import { isMailable, type Message, type SendMail } from '#mail/mailer.ts';
import { recordEvent } from '../../event/event.store.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findDeliverers } from '../../selling/ports.ts';
import { mailedTitle } from '../../text/foreign-words.rules.ts';
import { type KeyList, lockCounted, recordNotified } from './product-key.store.ts';

type Db = Kysely<ApiTables>;

export type KeyTelling = {
  sendMail: SendMail;
  /** `email`: where the operator reads of keys of their own products. */
  shop: { name: string; origin: string; email: string };
};

type Sold = KeyList & { product_name: string; seller_id: string | null };

/** In the transaction that has taken keys of this list. */
export async function notifyRunningLow(transaction: Db, telling: KeyTelling, sold: Sold, at: Date): Promise<void> {
  const list = await lockCounted(transaction, sold);
  if (!list) return;
  const { free, waiting } = list;
  const isLow = free <= lowMark(list.last_batch) && list.low_told_at === null;
  const isMissing = waiting > 0 && list.waiting_told_at === null;
  if (!isLow && !isMissing) return;
  await recordNotified(transaction, sold, {
    low_told_at: list.low_told_at ?? at,
    ...(isMissing && { waiting_told_at: at }),
  });
  const { selected_options } = list;
  const name = nameWithOptions(sold.product_name, selected_options);
  const addresses = await recipients(transaction, telling, sold.seller_id);
  for (const to of addresses.filter(isMailable))
    await telling.sendMail(transaction, runningLowMail(telling, { ...sold, name, free, waiting, to }));
  if (sold.seller_id)
    await recordEvent(transaction, sold.seller_id, 'keys.low', {
      product_id: sold.product_id,
      selected_options,
      free,
      waiting,
    });
}

async function recipients(db: Db, { shop }: KeyTelling, sellerId: string | null): Promise<string[]> {
  if (sellerId === null) return [shop.email];
  return (await findDeliverers(db, [sellerId])).map(({ user_id }) => user_id);
}

export function runningLowMail(
  { shop }: KeyTelling,
  given: Sold & { name: string; free: number; waiting: number; to: string },
): Message {
  const { free, waiting } = given;
  const name = mailedTitle(given.name);
  const left = free === 1 ? 'one key is left' : `${free} keys are left`;
  return {
    to: given.to,
    subject: free === 0 ? `There are no keys left of ${name}` : `Keys of ${name} are running low`,
    heading: free === 0 ? 'No keys are left' : 'Keys are running low',
    paragraphs: [
      free === 0
        ? `Every key of ${name} is given out: nobody can buy it until you load more.`
        : `Of ${name} ${left}. When the last one is given out, nobody can buy it until you load more.`,
      ...(waiting > 0
        ? [
            `${waiting === 1 ? 'One key is' : `${waiting} keys are`} paid and waited for. They get the next that you load.`,
          ]
        : []),
    ],
    ...(given.seller_id && {
      action: {
        label: 'Load keys',
        url: `${shop.origin}/profile/products-management/${encodeURIComponent(given.product_id)}`,
      },
    }),
    note: given.seller_id
      ? `You get this as an owner or editor of a shop at ${shop.name}. It comes once for what you have loaded.`
      : 'Load more with: npm run goods -- keys-load',
  };
}
