import type { ReactNode } from 'react';
import { libraryPath } from '#contract/goods/library/library.ts';
import type { Quote } from '#contract/ordering/checkout.ts';
import { rich } from '#ui/rich.ts';
import { cartLines, setCart } from './cart.ts';
import { type CartLine, keyOf } from './cart-lines.ts';

type OwnedLineProps = { line: CartLine; owned: NonNullable<Quote['lines'][number]['owned']>; of: string };

/** Says that the product is in the library, and asks whether the same files are wanted again. */
export function OwnedLine({ line, owned, of }: OwnedLineProps): ReactNode {
  return (
    <span className="mt-1 block text-sm text-ink-2">
      <a href={libraryPath(owned.entitlement_id)} className="text-link">
        {rich('In your library{span}', { span: <span className="sr-only">: {of}</span> })}
      </a>
      {owned.needs_yes && (
        <label className="flex min-h-10 items-center gap-2">
          <input
            type="checkbox"
            checked={line.buy_again ?? false}
            onChange={(event) => buyAgain(line, event.target.checked)}
          />
          {rich('Buy it again{span}', { span: <span className="sr-only"> {of}</span> })}
        </label>
      )}
    </span>
  );
}

function buyAgain(line: CartLine, wanted: boolean) {
  const key = keyOf(line);
  const changed = cartLines.get().map((one) => {
    const { buy_again: _, ...rest } = one;
    return keyOf(one) !== key ? one : wanted ? { ...rest, buy_again: true as const } : rest;
  });
  setCart(changed);
}
