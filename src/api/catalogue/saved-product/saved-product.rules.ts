// News for customers about products that they have saved. An alert is compared with what it has seen last: that is kept with it, and
// changes in the same transaction as the email is written, so that nothing is sent twice.
import type { Product } from '#contract/catalogue/product/product.ts';
import type { AlertKind } from '#contract/catalogue/saved-product.ts';
import type { Alerts } from '../../schema/product.record.ts';

/** Alerts that are asked for, in the order in which they are offered. */
export function askedKinds(alerts: Alerts): AlertKind[] {
  return (['cheaper', 'back_in_stock', 'new_version'] as const).filter((kind) => alerts[kind]);
}

/** A product as far as alerts are about it. */
export type Watched = {
  effective_micros: number;
  price_unit: string;
  in_stock: boolean;
  specs: Product['specs'];
};

export type News =
  | { kind: 'cheaper'; wasMicros: number; micros: number; unit: string }
  | { kind: 'back_in_stock' }
  | { kind: 'new_version'; was: string; version: string };

/** In this order: a number of its own says more than a day. */
const versionNames = [/^version$/i, /^release$/i, /^(last )?updated( on)?$/i];

/** The version of a product, as its specifications name it; null where they do not. */
export function versionOf(specs: Product['specs']): string | null {
  const named = versionNames.map((name) => specs.find((spec) => name.test(spec.name.trim()))?.value.trim());
  return named.find(Boolean) ?? null;
}

/** Applies `asked` to the alerts that there are: those stay compared with what they were, new ones with what is now. */
export function askAlerts(asked: readonly AlertKind[], known: Alerts, product: Watched): Alerts {
  const now = seen(product);
  return Object.fromEntries(
    asked.flatMap((kind) => {
      const state = known[kind] ?? now[kind];
      return state ? [[kind, state]] : [];
    }),
  );
}

/** State of the product now, by alert; an alert about what the product does not have is missing. */
function seen({ effective_micros, price_unit, in_stock, specs }: Watched): Alerts {
  const version = versionOf(specs);
  return {
    cheaper: { micros: effective_micros, unit: price_unit },
    back_in_stock: { in_stock },
    ...(version !== null && { new_version: { version } }),
  };
}

/** News of the product as it is now, and the alerts as they are afterwards. */
export function judgeAlerts(alerts: Alerts, product: Watched): { news: News[]; alerts: Alerts } {
  const { cheaper, back_in_stock: stock, new_version: version } = alerts;
  const now = seen(product);
  const news: News[] = [];
  const after: Alerts = { ...alerts };
  if (cheaper && now.cheaper) {
    const comparable = cheaper.unit === now.cheaper.unit;
    const fallen = comparable && now.cheaper.micros < cheaper.micros;
    if (fallen) news.push({ kind: 'cheaper', wasMicros: cheaper.micros, ...now.cheaper });
    // A price for something else is another price: what falls from there on counts.
    if (fallen || !comparable) after.cheaper = now.cheaper;
  }
  if (stock && now.back_in_stock) {
    if (now.back_in_stock.in_stock && !stock.in_stock) {
      news.push({ kind: 'back_in_stock' });
      // It has said what it was asked for: what sells out again and again would go on for ever.
      delete after.back_in_stock;
    } else after.back_in_stock = now.back_in_stock;
  }
  if (version && now.new_version && now.new_version.version !== version.version) {
    news.push({ kind: 'new_version', was: version.version, version: now.new_version.version });
    after.new_version = now.new_version;
  }
  return { news, alerts: after };
}
