import { variantKey } from '#contract/catalogue/product/variant.ts';
import { goodsSchema } from '#contract/goods/goods.schema.ts';
import type { Goods, GoodsOfOne } from '#contract/goods/goods.ts';
import { accessTextFault } from './access-text.rules.ts';

const DAY_MINUTES = 24 * 60;

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
  const fault = [read.data, ...variants].map(textFault).find((one) => one !== null);
  if (fault) return { ok: false, reason: `goods.access.text ${fault}` };
  if ([read.data, ...variants].some(endsBeforePromised))
    return { ok: false, reason: 'goods.access.within_minutes must not be longer than valid_days' };
  return { ok: true, goods: read.data };
}

/** Whether access could be over before it must be there. */
export function endsBeforePromised({ access }: GoodsOfOne): boolean {
  if (access?.by !== 'endpoint' || access.valid_days === undefined) return false;
  return (access.within_minutes ?? 0) > access.valid_days * DAY_MINUTES;
}

/** Of a text that is written already: whether one is missing is for whoever submits it. */
function textFault({ access, keys }: GoodsOfOne): string | null {
  return access?.by === 'text' && access.text ? accessTextFault(access.text, { hasKeys: keys !== undefined }) : null;
}

function pathText(path: PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}
