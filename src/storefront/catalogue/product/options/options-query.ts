import type { SelectedOption } from '#contract/catalogue/product/product.ts';

/**
 * Query of a product's chosen options, for its page's address: '?options=Region:Norway~GPUs:8', empty where nothing is chosen.
 * One parameter, because pages are cached by the parameters that change them (site-address.ts), and options have any name.
 * `quantity` is read in the browser alone.
 */
export function optionsQuery(selected: readonly SelectedOption[], quantity?: number): string {
  const text = encodeURIComponent(selected.map(optionText).join('~'));
  const options = text && `options=${text.replaceAll('%3A', ':').replaceAll('%20', '+')}`;
  const all = [options, quantity && `quantity=${quantity}`].filter(Boolean).join('&');
  return all && `?${all}`;
}

/** One choice in the address of a page. */
export function optionText({ name, value }: SelectedOption): string {
  return `${name}:${value}`;
}
