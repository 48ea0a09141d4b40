// Schema of what a product promises, as a row of a file, a seller or the staff say it.
import type { z } from 'zod';
import { variantKey } from '#contract/catalogue/product/variant.ts';
import { accessPlaceholders } from '#contract/goods/access/provision.ts';
import { goodsSchema } from '#contract/goods/goods.schema.ts';
import type { Goods, GoodsOfOne } from '#contract/goods/goods.ts';
import { isPlaceholder, placeholder } from '../product/access-text.rules.ts';
import { type Finding, finding, issueOf } from './fault.rules.ts';
import { jsonCell } from './product-lists.rules.ts';

const DAY_MINUTES = 24 * 60;

export const goods = jsonCell({})
  .pipe(goodsSchema)
  .check((payload) => {
    const whole = payload.value;
    const keys = (whole.variants ?? []).map(({ selected_options }) => variantKey(selected_options));
    if (new Set(keys).size < keys.length) payload.issues.push(issueOf(whole, finding('goods_variant_repeated')));
    checkAccess(payload, whole, []);
    for (const [index, own] of (whole.variants ?? []).entries()) checkAccess(payload, own, ['variants', index]);
  });

/** A text that is missing is a fault once the product is submitted, not while it is written. */
function checkAccess(
  { issues }: z.core.ParsePayload<Goods>,
  { access, keys }: GoodsOfOne,
  path: Array<string | number>,
) {
  const text = access?.by === 'text' ? access.text : undefined;
  const found = text ? accessTextFault(text, { hasKeys: keys !== undefined }) : null;
  if (found) issues.push(issueOf(text, found, [...path, 'access', 'text']));
  if (access && endsBeforePromised({ access }))
    issues.push(issueOf(access, finding('access_ends_before_promised'), [...path, 'access', 'within_minutes']));
}

/** True where access could be over before it must be there. */
export function endsBeforePromised({ access }: Pick<GoodsOfOne, 'access'>): boolean {
  if (access?.by !== 'endpoint' || access.valid_days === undefined) return false;
  return (access.within_minutes ?? 0) > access.valid_days * DAY_MINUTES;
}

/** Why a seller cannot save this text; null: they can. */
function accessTextFault(text: string, { hasKeys }: { hasKeys: boolean }): Finding | null {
  if (text.trim() === '') return finding('access_text_empty');
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name.trim());
  const unknown = names.find((name) => !isPlaceholder(name));
  if (unknown !== undefined) return finding('placeholder_unknown', { placeholder: unknown, known: accessPlaceholders });
  if (/\{\{|\}\}/.test(text.replaceAll(placeholder, ''))) return finding('placeholder_open');
  return !hasKeys && names.includes('key') ? finding('placeholder_without_keys') : null;
}
