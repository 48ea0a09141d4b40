import { effectivePrice, type ProductSummary } from '#contract/catalogue/product/product.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import type { Message } from '#mail/mailer.ts';
import { mailedTitle } from '../../text/foreign-words.rules.ts';

/** Searches that an email names, and products of each; the rest of them is a number. */
export const mostSearchesNamed = 20;
export const mostProductsNamed = 10;

/** A search with its new matches: all of them as a number, the first as products. */
export type NewMatches = {
  name: string;
  address: string;
  count: number;
  products: ReadonlyArray<
    Pick<ProductSummary, 'product_name' | 'price' | 'on_sale' | 'sale_price' | 'price_unit' | 'offer'>
  >;
};

type SearchAlert = { to: string; endToken: string; matches: readonly NewMatches[] };

/** One email for the new matches of all searches of a person. */
export function searchAlertMail(shop: Marketplace, { to, endToken, matches }: SearchAlert): Message {
  const count = matches.reduce((sum, one) => sum + one.count, 0);
  const [first] = matches;
  const isOne = matches.length === 1 && first !== undefined;
  const headline =
    count === 1
      ? '1 new match for your saved search'
      : `${count.toLocaleString('en-US')} new matches for your saved ${isOne ? 'search' : 'searches'}`;
  const named = matches.slice(0, mostSearchesNamed);
  const rest = matches.length - named.length;
  return {
    to,
    subject: headline,
    heading: headline,
    paragraphs: [
      ...named.map(paragraphOf),
      ...(rest > 0 ? [`${rest} more of your saved ${rest === 1 ? 'search has' : 'searches have'} new matches.`] : []),
    ],
    action: isOne
      ? { label: 'See the matches', url: `${shop.origin}${first.address}` }
      : { label: 'See your searches', url: `${shop.origin}/saved/searches` },
    note: `You saved ${isOne ? 'this search' : 'these searches'} at ${shop.name} and asked for emails, at most one a day.`,
    unsubscribe: {
      label: 'Stop these emails',
      page: searchAlertPage(shop, endToken),
      oneClick: `${shop.origin}/api/saved-search/alerts/${endToken}/end`,
    },
  };
}

/** Where a person ends alerts by a button. */
export function searchAlertPage({ origin }: Marketplace, endToken: string): string {
  return `${origin}/saved/searches/alerts/${endToken}`;
}

function paragraphOf({ name, count, products }: NewMatches): string {
  const listed = products.map((product) => `${mailedTitle(product.product_name)} (${priceOf(product)})`);
  const rest = count - listed.length;
  return `${mailedTitle(name)}: ${[...listed, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}.`;
}

function priceOf(product: NewMatches['products'][number]): string {
  const price = formatUnitPrice(effectivePrice(product));
  const unit = product.price_unit ? `/${mailedTitle(product.price_unit)}` : '';
  // Without options it costs the same however it is asked for.
  const what = product.offer?.selected_options ? mailedTitle(product.offer.text) : '';
  return price + unit + what;
}
