// Rows of a comparison. Pure: products in, rows out, in one order for every comparison of a category.

import { attributeText } from '#contract/catalogue/product/attribute-text.ts';
import { deliveryMinutes, deliveryText } from '#contract/catalogue/product/delivery.ts';
import { effectivePrice, type Product } from '#contract/catalogue/product/product.ts';
import { type Attribute, type AttributeValue, attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import { stockOf } from '#contract/catalogue/product/product-stock.ts';
import { stockText } from '#contract/catalogue/product/stock-text.ts';
import { defaultVariant, selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { gbHourPrice } from '#contract/goods/access/machine.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import { msg, t } from '#language/message.ts';
import { type Offer, offerOf } from '../product/options/variant-offer.ts';

/** `text` null: the product does not state it. */
export type Cell = { text: string | null; before?: string; mark?: 'lowest' | 'highest' };
export type Row = { label: string; cells: Cell[]; differs: boolean };
export type Group = { heading: string; note?: string; rows: Row[] };

/** The rows that at least one of the products states. They are of one category. `licenseName` reads a license expression. */
export function compareProducts(
  products: readonly Product[],
  licenseName: (expression: string) => string = (expression) => expression,
): Group[] {
  const [first] = products;
  if (!first) return [];
  const groups: Group[] = [
    priceGroup(products),
    {
      heading: t('Attributes'),
      rows: attributesOf(first.product_type).map((attribute) => attributeRow(products, attribute)),
    },
    { heading: t('Specifications'), rows: specificationRows(products) },
    {
      heading: t('Terms'),
      rows: [row(t('License'), products, ({ license }) => (license ? licenseName(license) : null))],
    },
  ];
  return groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ cells }) => cells.some(({ text }) => text !== null)) }))
    .filter(({ rows }) => rows.length > 0);
}

const differentThings = msg('These prices are for different things: they are not ranked.');
const dependsOnChoice = msg("A price 'From' depends on what is chosen: they are not ranked.");

/** Prices for different things are never ranked as if they were one. */
function priceGroup(products: readonly Product[]): Group {
  const offers = products.map((product) => offerOf(product, defaultVariant(product)?.selected_options ?? []));
  const prices = offers.map(({ product }) => effectivePrice(product));
  const gbHours = products.map(gbHourPrice);
  const gbHourCells = gbHours.map((price) => ({ text: price === null ? null : `${(price * 100).toFixed(2)} ¢` }));
  const isOpen = offers.some(({ isFrom }) => isFrom);
  const isOneUnit = new Set(products.map(({ price_unit }) => price_unit)).size === 1;
  const note = isOneUnit ? isOpen && products.length > 1 && dependsOnChoice : differentThings;
  return {
    heading: t('Price'),
    ...(note && { note: t(note) }),
    rows: [
      withDifference(t('Price'), marked(offers.map(priceCell), note ? [] : prices)),
      row(t('At this price'), products, choicesAtPrice),
      withDifference(t('A GB-hour'), marked(gbHourCells, isOpen ? [] : gbHours)),
      row(t('Availability'), products, (product) => stockText(stockOf(product))),
      row(t('Delivery'), products, promisedDelivery),
    ],
  };
}

function priceCell({ product, isFrom }: Offer): Cell {
  const unit = product.price_unit && `/${product.price_unit}`;
  const now = effectivePrice(product);
  const text = `${isFrom ? t('From ') : ''}${formatUnitPrice(now)}${unit}`;
  return now === product.price ? { text } : { text, before: formatUnitPrice(product.price) };
}

/** Where a time is promised. */
function promisedDelivery(product: Product): string | null {
  const minutes = deliveryMinutes(product);
  return minutes === null ? null : deliveryText(minutes, product.seller?.name || product.provider);
}

/** Choices that the price is for, where choices change it. */
function choicesAtPrice(product: Product): string | null {
  const chosen = defaultVariant(product)?.selected_options ?? [];
  return chosen.length > 0 ? selectedOptionsText(chosen) : null;
}

function attributeRow(products: readonly Product[], attribute: Attribute): Row {
  const values = products.map(({ attributes }) => attributes?.[attribute.name]);
  const cells = values.map((value) => ({
    text: value === undefined ? null : attributeText(attribute, inOrder(value)),
  }));
  const numbers = values.map((value) => (typeof value === 'number' ? value : null));
  return withDifference(attribute.label, attribute.better ? marked(cells, numbers) : cells);
}

/** Sorts lists, because another order is no difference. */
function inOrder(value: AttributeValue): AttributeValue {
  if (!Array.isArray(value)) return value;
  return value.every((each) => typeof each === 'number') ? value.toSorted((a, b) => a - b) : value.toSorted();
}

/** Under the names that sellers give them; upper and lower case tell none apart. */
function specificationRows(products: readonly Product[]): Row[] {
  const labels = new Map<string, string>();
  for (const { specs } of products)
    for (const { name } of specs) if (!labels.has(key(name))) labels.set(key(name), name);
  return [...labels].map(([wanted, label]) =>
    row(label, products, ({ specs }) => {
      const values = specs.filter(({ name }) => key(name) === wanted).map(({ value }) => value);
      return values.sort().join('; ') || null;
    }),
  );
}

function key(name: string): string {
  return name.trim().toLowerCase();
}

function row(label: string, products: readonly Product[], textOf: (product: Product) => string | null): Row {
  return withDifference(
    label,
    products.map((product) => ({ text: textOf(product) })),
  );
}

function withDifference(label: string, cells: Cell[]): Row {
  return { label, cells, differs: new Set(cells.map(({ text }) => text)).size > 1 };
}

/** Names the lowest and the highest of the numbers, where they are not all the same. */
function marked(cells: Cell[], numbers: ReadonlyArray<number | null>): Cell[] {
  const known = numbers.filter((number) => number !== null);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  if (known.length < 2 || lowest === highest) return cells;
  return cells.map((cell, index) => {
    const number = numbers[index];
    if (number === lowest) return { ...cell, mark: 'lowest' };
    return number === highest ? { ...cell, mark: 'highest' } : cell;
  });
}
