import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Product, SelectedOption } from '#contract/product.ts';
import { isOffered, variantKey } from '#contract/variant.ts';
import { chosenIn, withChoice } from './chosen-options.ts';
import { optionsQuery } from './options-query.ts';
import { productPath } from './paths.ts';

export type ChosenOptions = { selected: readonly SelectedOption[]; choose: (choice: SelectedOption) => void };

/**
 * What is chosen on the page of a product. Of what is sold here it stands in the address, so that it can be shared; a link of the
 * page that names other choices is followed.
 */
export function useChosenOptions(product: Product, soldHere: boolean): ChosenOptions {
  const location = useLocation();
  const [chosen, setChosen] = useState(() => ({ location, selected: chosenIn(location.search, product) }));
  if (chosen.location !== location) setChosen({ location, selected: chosenIn(location.search, product) });

  function choose(choice: SelectedOption) {
    const selected = withChoice(product, chosen.selected, choice);
    if (!isOffered(product, selected)) return;
    setChosen({ location, selected });
    if (!soldHere) return;
    const isUsual = variantKey(selected) === variantKey(chosenIn('', product));
    // Beside the router: to it, another address is another page to load.
    window.history.replaceState(
      window.history.state,
      '',
      productPath(product.product_id) + (isUsual ? '' : optionsQuery(selected)),
    );
  }

  return { selected: chosen.selected, choose };
}
