import type { Marketplace } from '#contract/marketplace.ts';
import { formatUnitPrice, fromMicros } from '#contract/money/amount/money.ts';
import type { Message } from '#mail/mailer.ts';
import { mailedTitle } from '../../text/foreign-words.rules.ts';
import type { News } from './saved-product.rules.ts';

type Alert = { productId: string; productName: string; to: string; endToken: string; news: News[] };

/** One mail for all that is new of one product. */
export function alertMail(shop: Marketplace, { productId, to, endToken, news, ...told }: Alert): Message {
  const productName = mailedTitle(told.productName);
  const [first] = news;
  const headline = first && news.length === 1 ? headlineOf(productName, first) : `News of ${productName}`;
  return {
    to,
    subject: headline,
    heading: headline,
    paragraphs: news.map((item) => sentenceOf(productName, item)),
    action: { label: 'See the product', url: `${shop.origin}/products/id/${encodeURIComponent(productId)}` },
    note: `You have saved this product at ${shop.name} and asked to be told.`,
    unsubscribe: {
      label: 'Stop these mails',
      page: alertPage(shop, endToken),
      oneClick: `${shop.origin}/api/saved-product/alerts/${endToken}/end`,
    },
  };
}

/** Where a person ends alerts by a button. */
export function alertPage({ origin }: Marketplace, endToken: string): string {
  return `${origin}/saved/alerts/${endToken}`;
}

function headlineOf(name: string, news: News): string {
  switch (news.kind) {
    case 'cheaper':
      return `${name} is cheaper: ${priceOf(news.micros, news.unit)}`;
    case 'back_in_stock':
      return `${name} is back in stock`;
    case 'new_version':
      return `${name} has a new version: ${mailedTitle(news.version)}`;
  }
}

function sentenceOf(name: string, news: News): string {
  switch (news.kind) {
    case 'cheaper':
      return `${name} costs ${priceOf(news.micros, news.unit)} now. It was ${priceOf(news.wasMicros, news.unit)} when you asked or were last told. You hear again when it falls below the new price.`;
    case 'back_in_stock':
      return `${name} can be bought again. This is told once: ask again if you want to hear of the next time.`;
    case 'new_version':
      return `${name} is at version ${mailedTitle(news.version)} now. Before it was ${mailedTitle(news.was)}.`;
  }
}

function priceOf(micros: number, unit: string): string {
  const price = formatUnitPrice(fromMicros(micros));
  return unit ? `${price}/${mailedTitle(unit)}` : price;
}
