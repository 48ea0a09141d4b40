import { goodsSchema } from '#contract/goods.schema.ts';
import type { Goods } from '#contract/goods.ts';
import { variantKey } from '#contract/variant.ts';

/** What a product promises, as a row of a file or a seller says it; the reason of a refusal starts with 'goods'. */
export function readGoods(given: unknown): { ok: true; goods: Goods } | { ok: false; reason: string } {
  if (given === undefined) return { ok: false, reason: 'goods is not JSON' };
  const read = goodsSchema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, reason: `goods${pathText(issue?.path ?? [])} ${issue?.message ?? 'cannot be read'}` };
  }
  const { variants = [] } = read.data;
  const keys = variants.map(({ selected_options }) => variantKey(selected_options));
  if (new Set(keys).size < keys.length) return { ok: false, reason: 'goods has the same variant twice' };
  return { ok: true, goods: read.data };
}

function pathText(path: PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}
