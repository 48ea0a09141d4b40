import { type Alert, showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { recordAdd } from '#client/api/record-add.ts';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import type { Order } from '#contract/ordering/order.ts';
import { t } from '#language/message.ts';
import { productPath } from '../../catalogue/paths.ts';
import { addLine } from '../cart/change-cart.ts';
import { type CurrentLine, currentLines } from '../cart/current-lines.ts';

type OrderedLine = Order['products'][number];

/**
 * Puts what these lines have bought into the cart once more, with the same choices and at the prices of today, and says so;
 * of what is not sold any more it says that. Resolves with why it failed, or nothing.
 */
export async function buyAgain(ordered: readonly OrderedLine[]): Promise<string | undefined> {
  const lines = ordered.filter((line) => line.extends === undefined);
  if (lines.length === 0) return t('More time for a machine is bought in your library.');
  const items = lines.map(({ num, machines, product_id, selected_options }) => ({
    product_id,
    quantity: num,
    ...(machines && { machines }),
    ...(selected_options && { selected_options }),
  }));
  let found: Array<CurrentLine | null>;
  try {
    found = await currentLines(createBrowserApi(), items);
  } catch (error) {
    return failureText(error);
  }
  for (const current of found) {
    if (!current?.isSold) continue;
    addLine(current.line);
    recordAdd(current.line.id);
  }
  showAlert(alertOf(lines, found));
  return undefined;
}

function alertOf(lines: readonly OrderedLine[], found: ReadonlyArray<CurrentLine | null>): Alert {
  const added = found.flatMap((current) => (current?.isSold ? [current.line] : []));
  const gone = lines.flatMap((line, index) => goneText(line, found[index] ?? null) ?? []);
  const [first] = added;
  if (first)
    return {
      type: 'success',
      message: [
        t('{value} added to cart successfully', {
          value: added.length === 1 ? first.name : t('{length} products', { length: added.length }),
        }),
        ...gone,
      ].join('. '),
      picture: first.img,
      link: { href: '/cart', text: t('View cart') },
    };
  const again = found.find((current) => current !== null);
  return {
    type: 'error',
    message: gone.join('. '),
    ...(again && { link: { href: `${productPath(again.line.id)}#choose`, text: t('Choose again') } }),
  };
}

/** Text about a line that cannot be bought again as it was; null for one that can. */
function goneText({ product_name, selected_options = [] }: OrderedLine, current: CurrentLine | null): string | null {
  if (current === null) return t('{product_name} is not sold any more', { product_name });
  return current.isSold
    ? null
    : t('{product_name} is not sold like this any more', {
        product_name: nameWithOptions(product_name, selected_options),
      });
}
