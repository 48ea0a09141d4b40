// Lines chosen for the cart before anybody was signed in, in the tab's session storage: they survive the login, also one on a
// page elsewhere, and are gone with the tab.
import type { ProductSummary, SelectedOption } from '#contract/catalogue/product/product.ts';
import { lineKey } from '#contract/catalogue/product/variant.ts';
import { chosenKey } from './chosen-key.ts';

/** A product with the prices that were shown, so many of it, and what is chosen of it. */
export type ChosenLine = {
  product: ProductSummary;
  quantity: number;
  selected: readonly SelectedOption[];
  machines?: number;
};

/** Nobody chooses more before signing in; of more the last ones are kept. */
const CHOSEN_MAXIMUM = 20;

/** Keeps a line for whoever signs in next. Chosen again it takes the place of the one before: only one of the clicks was answered. */
export function saveChosen(line: ChosenLine) {
  const others = readChosen().filter((known) => keyOf(known) !== keyOf(line));
  try {
    window.sessionStorage.setItem(chosenKey, JSON.stringify([...others, line].slice(-CHOSEN_MAXIMUM)));
  } catch {
    // Storage is refused: it has to be chosen again.
  }
}

/** Takes the kept lines, once. */
export function takeChosen(): ChosenLine[] {
  const lines = readChosen();
  try {
    window.sessionStorage.removeItem(chosenKey);
  } catch {
    // There was nothing.
  }
  return lines;
}

function keyOf({ product, selected }: ChosenLine): string {
  return lineKey({ product_id: product.product_id, selected_options: selected });
}

function readChosen(): ChosenLine[] {
  try {
    const stored: ChosenLine[] = JSON.parse(window.sessionStorage.getItem(chosenKey) ?? '[]');
    return stored.filter(
      ({ product, quantity, selected }) => product.product_id && quantity > 0 && Array.isArray(selected),
    );
  } catch {
    return [];
  }
}
