// Labels of goods: the same on the page, in the cart, on the receipt and for the staff.
import type { Goods, GoodsOfOne, PublicGoods } from './goods.ts';

type PublicGoodsOfOne = Omit<PublicGoods, 'variants'>;

/** One sentence for each kind that so many of it give, in the order in which people are told; none: it is delivered by hand. */
export function goodsLabels({ files, keys, access, hours }: PublicGoodsOfOne | GoodsOfOne, quantity = 1): string[] {
  return [
    ...(files ? [`Files, at once${updateLabels[files.updates]}`] : []),
    ...(keys ? [`${keyLabels(keys, quantity)}${validLabels(keys.valid_days)}`] : []),
    ...(access ? [`${accessLabels(access)}${validLabels(access.valid_days)}`] : []),
    ...(hours
      ? [`${durationLabels(hours.minutes_each * quantity)} of machine time${validLabels(hours.valid_days)}`]
      : []),
  ];
}

const updateLabels = {
  free: '; later versions are free',
  year: '; later versions are free for a year',
  none: '',
} as const satisfies Record<NonNullable<Goods['files']>['updates'], string>;

function keyLabels({ seats }: NonNullable<PublicGoodsOfOne['keys']>, quantity: number): string {
  const keys = quantity > 1 ? count(quantity, 'key') : 'A key';
  return seats && seats > 1 ? `${keys} for ${count(seats, 'seat')}${quantity > 1 ? ' each' : ''}` : keys;
}

function accessLabels({
  by,
  within_minutes: within,
}: Pick<NonNullable<PublicGoodsOfOne['access']>, 'by' | 'within_minutes'>): string {
  if (by === 'text') return 'Access, at once';
  return within ? `Access within ${durationLabels(within)}` : 'Access';
}

function validLabels(days: number | undefined): string {
  return days ? `, valid ${count(days, 'day')}` : '';
}

/** 90 -> '1 hour 30 minutes', 2880 -> '48 hours'. */
function durationLabels(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return (
    [hours > 0 && count(hours, 'hour'), rest > 0 && count(rest, 'minute')].filter(Boolean).join(' ') || '0 minutes'
  );
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
