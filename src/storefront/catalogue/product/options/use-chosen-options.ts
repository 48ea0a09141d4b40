import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { isOffered } from '#contract/catalogue/product/variant.ts';
import { productAddress } from '../product-address.ts';
import { chosenIn, withChoice } from './chosen-options.ts';

export type ChosenOptions = {
  selected: readonly SelectedOption[];
  choose: (choice: SelectedOption) => void;
  /** The mark from which the reviews of the page are read. */
  reviews: string | null;
};

/**
 * Chosen options on the page of a product. If it is sold here, they stand in the address, so that it can be shared; a link of the
 * page that names other choices is followed.
 */
export function useChosenOptions(product: Product, soldHere: boolean): ChosenOptions {
  const location = useLocation();
  const reviews = new URLSearchParams(location.search).get('reviews');
  const [chosen, setChosen] = useState(() => ({ location, selected: chosenIn(location.search, product) }));
  if (chosen.location !== location) setChosen({ location, selected: chosenIn(location.search, product) });

  function choose(choice: SelectedOption) {
    const selected = withChoice(product, chosen.selected, choice);
    if (!isOffered(product, selected)) return;
    setChosen({ location, selected });
    // Beside the router: to it, another address is another page to load.
    if (soldHere) window.history.replaceState(window.history.state, '', productAddress(product, selected, reviews));
  }

  return { selected: chosen.selected, choose, reviews };
}
