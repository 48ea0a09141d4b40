// Texts by which buyers reach what they have bought, with placeholders such as {{order_id}}. What comes out is text, and shown as such.
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { type AccessPlaceholder, accessPlaceholders } from '#contract/goods/access/provision.ts';

export const placeholder = /\{\{([^{}]*)\}\}/g;

type AccessFacts = {
  order_id: string | null;
  product_name: string;
  product_id: string;
  product_version: number | null;
  selected_options: readonly SelectedOption[];
  quantity: number;
  granted_at: Date;
  buyer: string;
  keys: readonly string[];
};

/** Fills in placeholders; one that is not known stays as it was saved. */
export function renderAccessText(text: string, facts: AccessFacts): string {
  const values: Record<AccessPlaceholder, string> = {
    order_id: facts.order_id ?? '',
    product_name: facts.product_name,
    product_id: facts.product_id,
    version: facts.product_version === null ? '' : String(facts.product_version),
    options: facts.selected_options.map(({ name, value }) => `${name}: ${value}`).join(', '),
    quantity: String(facts.quantity),
    bought_on: facts.granted_at.toISOString().slice(0, 10),
    buyer_id: facts.buyer,
    key: facts.keys.join('\n'),
  };
  return text.replaceAll(placeholder, (whole, name: string) => {
    const known = name.trim();
    return isPlaceholder(known) ? values[known] : whole;
  });
}

export function isPlaceholder(name: string): name is AccessPlaceholder {
  return (accessPlaceholders as readonly string[]).includes(name);
}
