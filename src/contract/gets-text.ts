// How people are told what they get for the money. Free of the validator.
import type { GoodsOfOne } from './goods.ts';
import { minutesText } from './hours.ts';

/** Such as 'Files and key, at once' or 'Delivered by hand by Granite Loop'. `shop` null: the operator's own. */
export function getsText(goods: GoodsOfOne, { quantity, shop }: { quantity: number; shop: string | null }): string {
  const { files, keys, access, hours } = goods;
  const atOnce = [files && 'files', keys && (quantity > 1 ? 'keys' : 'key')].filter((word) => word !== undefined);
  const parts = [
    atOnce.length > 0 && `${atOnce.join(' and ')}, at once`,
    access && accessText(access),
    hours && `${minutesText(hours.minutes_each * quantity)} on a machine, started when you want`,
  ].filter((part) => typeof part === 'string');
  const text = parts.join('; ');
  if (text === '') return shop === null ? 'Delivered by hand' : `Delivered by hand by ${shop}`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function accessText({ by, within_minutes: minutes }: NonNullable<GoodsOfOne['access']>): string {
  if (minutes !== undefined) return `access within ${minutesText(minutes)}`;
  return by === 'text' ? 'access, at once' : 'access';
}
