// Differences between two versions of a product, or the requests of an application, field by field: what the staff decides on, and what a
// seller sees of their history.
import { attributeText } from '#contract/catalogue/product/attribute-text.ts';
import type { Product, ProductType, SelectedOption } from '#contract/catalogue/product/product.ts';
import { type AttributeValue, findAttribute } from '#contract/catalogue/product/product-attributes.ts';
import { emptyFields, type ProductField, productFieldLabels } from '#contract/catalogue/product/product-fields.ts';
import { isRentalProduct } from '#contract/catalogue/product/product-stock.ts';
import { stockText } from '#contract/catalogue/product/stock-text.ts';
import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import { countryName } from '#contract/countries.ts';
import { type Goods, type GoodsOfOne, kindsOf } from '#contract/goods/goods.ts';
import { goodsLabels } from '#contract/goods/goods-labels.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import type {
  Difference,
  DifferenceKind,
  FieldDifference,
  ListItemDifference,
  TextPart,
} from '#contract/selling/listing/difference.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { compareLines, compareWords, startWork, type Work } from './text-difference.rules.ts';

/** An entry of a list: the same key is the same entry, and `text` is what it says. */
type Entry = { key: string; label: string; text: string };

type Field =
  | { field: string; label: string; shape: 'value'; read: (content: Content) => string | null }
  | { field: string; label: string; shape: 'text'; read: (content: Content) => string }
  | { field: string; label: string; shape: 'list'; read: (content: Content) => Entry[] }
  | { field: string; label: string; shape: 'pictures'; read: (content: Content) => string[] };

type Content = Readonly<Record<string, unknown>>;
type DraftVariant = NonNullable<ListingContent['variants']>[number];

type Unlabelled<T> = T extends Field ? Omit<T, 'label'> & { field: ProductField } : never;

/** With what people call them; a field that has no way of its own to be compared is compared as a value, at the end. */
function withLabels(fields: ReadonlyArray<Unlabelled<Field>>): Field[] {
  const named = Object.keys(emptyFields) as Array<keyof typeof emptyFields>;
  const others = named.filter((name) => !fields.some(({ field }) => field === name));
  const values = others.map((field) => ({ field, shape: 'value' as const, read: valueAt(field) }));
  return [...fields, ...values].map((field) => ({ ...field, label: productFieldLabels[field.field] }));
}

/** In the order of the page. */
const productFields: readonly Field[] = withLabels([
  { field: 'product_name', shape: 'text', read: textAt('product_name') },
  { field: 'product_type', shape: 'value', read: valueAt('product_type') },
  { field: 'pictures', shape: 'pictures', read: picturesOf },
  { field: 'description', shape: 'text', read: textAt('description') },
  { field: 'price', shape: 'value', read: moneyAt('price') },
  { field: 'price_unit', shape: 'value', read: valueAt('price_unit') },
  { field: 'on_sale', shape: 'value', read: yesAt('on_sale') },
  { field: 'sale_price', shape: 'value', read: moneyAt('sale_price') },
  { field: 'stock', shape: 'value', read: stockOf },
  { field: 'options', shape: 'list', read: optionsOf },
  { field: 'variants', shape: 'list', read: variantsOf },
  { field: 'attributes', shape: 'list', read: attributesOf },
  { field: 'specs', shape: 'list', read: specsOf },
  { field: 'license', shape: 'value', read: valueAt('license') },
  { field: 'goods', shape: 'list', read: goodsOf },
  { field: 'delivery_within_hours', shape: 'value', read: deliveryOf },
]);

const applicationFields: readonly Field[] = [
  { field: 'name', label: 'Shop name', shape: 'text', read: textAt('name') },
  { field: 'address', label: 'Address of the page', shape: 'value', read: valueAt('address') },
  {
    field: 'country',
    label: 'Country',
    shape: 'value',
    read: (content) => countryName(textAt('country')(content)) || null,
  },
  { field: 'responsible', label: 'Who is responsible', shape: 'text', read: textAt('responsible') },
  { field: 'sells', label: 'What is sold', shape: 'text', read: textAt('sells') },
  { field: 'about', label: 'About the shop', shape: 'text', read: textAt('about') },
  { field: 'support_email', label: 'Support address', shape: 'value', read: valueAt('support_email') },
];

/**
 * Between two versions of a product; `before` null: there is none yet. What `after` does not say at all of price, sale and stock, which are
 * changed at once and not by a version, is not compared, neither of the product nor of its variants.
 */
export function differenceOf(before: ListingContent | null, after: ListingContent): Difference {
  if (before === null) return compareFields(productFields, {}, after);
  const fields = productFields.filter(({ field }) => !saidAtOnce.has(field) || Object.hasOwn(after, field));
  return compareFields(fields, before, { ...after, variants: withOffersOf(before, after) });
}

const saidAtOnce: ReadonlySet<string> = new Set(['price', 'on_sale', 'sale_price', 'stock']);

/** The variants of `after`, with what it does not say of their offers as it is before. */
function withOffersOf(before: ListingContent, after: ListingContent): DraftVariant[] {
  const keyOf = ({ selected_options: selected }: DraftVariant) => variantKey(listAt<SelectedOption>(selected));
  const known = new Map(listAt<DraftVariant>(before.variants).map((variant) => [keyOf(variant), variant]));
  const kept = (['price', 'sale_price', 'stock'] as const).filter((field) => !Object.hasOwn(after, field));
  return listAt<DraftVariant>(after.variants).map((variant) => {
    const old = known.get(keyOf(variant));
    return old ? { ...variant, ...Object.fromEntries(kept.map((field) => [field, old[field]])) } : variant;
  });
}

/** Difference that shows all an application says. */
export function applicationDifference(after: object): Difference {
  return compareFields(applicationFields, {}, after as Content);
}

function compareFields(fields: readonly Field[], before: Content, after: Content): Difference {
  const work = startWork();
  const compared = fields.map((field) => compareField(field, before, after, work));
  return {
    fields: compared.filter((difference) => difference !== 'same' && difference !== 'absent'),
    unchanged: compared.filter((difference) => difference === 'same').length,
    files: [],
    files_left_out: 0,
  };
}

/** 'absent': neither of them says it. */
function compareField(field: Field, before: Content, after: Content, work: Work): FieldDifference | 'same' | 'absent' {
  const { label, field: name } = field;
  switch (field.shape) {
    case 'value': {
      const [was, is] = [field.read(before), field.read(after)];
      if (was === is) return is === null ? 'absent' : 'same';
      return { field: name, label, shape: 'value', kind: kindOf(was === null, is === null), before: was, after: is };
    }
    case 'text': {
      const [was, is] = [field.read(before), field.read(after)];
      if (was === is) return is === '' ? 'absent' : 'same';
      const blocks = compareLines(was, is, work);
      return { field: name, label, shape: 'text', kind: kindOf(was === '', is === ''), blocks };
    }
    case 'list':
      return compareLists({ field: name, label }, field.read(before), field.read(after), work);
    case 'pictures': {
      const [was, is] = [field.read(before), field.read(after)];
      if (was.length === is.length && was.every((address, index) => address === is[index]))
        return is.length === 0 ? 'absent' : 'same';
      const kind = kindOf(was.length === 0, is.length === 0);
      return { field: name, label, shape: 'pictures', kind, before: was, after: is };
    }
  }
}

function compareLists(
  named: { field: string; label: string },
  before: Entry[],
  after: Entry[],
  work: Work,
): FieldDifference | 'same' | 'absent' {
  const was = new Map(before.map((entry) => [entry.key, entry]));
  const is = new Map(after.map((entry) => [entry.key, entry]));
  const items: ListItemDifference[] = [];
  for (const { key, label, text } of before)
    if (!is.has(key)) items.push({ label, kind: 'removed', parts: [{ kind: 'removed', text }] });
  for (const { key, label, text } of after) {
    const old = was.get(key);
    if (!old) items.push({ label, kind: 'added', parts: [{ kind: 'added', text }] });
    else if (old.text !== text) items.push({ label, kind: 'changed', parts: compareValues(old.text, text, work) });
  }
  const stays = (entries: Entry[], other: Map<string, Entry>) =>
    entries.filter(({ key, text }) => other.get(key)?.text === text).map(({ key }) => key);
  const [kept, order] = [stays(after, was), stays(before, is)];
  const isReordered = kept.some((key, index) => key !== order[index]);
  if (items.length === 0 && !isReordered) return after.length === 0 ? 'absent' : 'same';
  const kind = kindOf(before.length === 0, after.length === 0);
  return { ...named, shape: 'list', kind, items, same: kept.length, is_reordered: isReordered };
}

/** Whole where neither has a space: half a date or version says nothing. */
function compareValues(before: string, after: string, work: Work): TextPart[] {
  if (/\s/.test(before) || /\s/.test(after)) return compareWords(before, after, work);
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
}

function kindOf(wasEmpty: boolean, isEmpty: boolean): DifferenceKind {
  return wasEmpty ? 'added' : isEmpty ? 'removed' : 'changed';
}

// Each reads what it is for and passes over what is of another kind: drafts may hold anything.

function textAt(name: string): (content: Content) => string {
  return (content) => (typeof content[name] === 'string' ? content[name].replaceAll('\r\n', '\n') : '');
}

function valueAt(name: string): (content: Content) => string | null {
  return (content) => textAt(name)(content) || null;
}

function moneyAt(name: string): (content: Content) => string | null {
  return (content) => (typeof content[name] === 'number' ? formatUnitPrice(content[name]) : null);
}

function yesAt(name: string): (content: Content) => string | null {
  return (content) => (content[name] === true ? 'yes' : null);
}

function stockOf({ stock }: Content): string | null {
  if (stock === null) return 'not counted';
  return typeof stock === 'number' ? stock.toLocaleString('en-US') : null;
}

function deliveryOf({ delivery_within_hours: hours }: Content): string | null {
  return typeof hours === 'number' ? hours.toLocaleString('en-US') : null;
}

function picturesOf({ pictures }: Content): string[] {
  return listAt<unknown>(pictures).filter((address) => typeof address === 'string');
}

function optionsOf({ options }: Content): Entry[] {
  return listAt<Product['options'][number]>(options).map(({ name, choices }) =>
    entry(String(name), listAt<unknown>(choices).map(String).join(', ')),
  );
}

function variantsOf({ variants, price_unit: unit, goods }: Content): Entry[] {
  const { keys, variants: own } = (goods ?? {}) as Goods;
  const is_rental = isRentalProduct({
    price_unit: typeof unit === 'string' ? unit : '',
    goods: { keys, variants: listAt<{ keys?: unknown }>(own) },
  });
  return listAt<DraftVariant>(variants).map((variant) => {
    const selected = listAt<SelectedOption>(variant.selected_options);
    return { key: variantKey(selected), label: selectedOptionsText(selected), text: variantText(variant, is_rental) };
  });
}

/** '$8.00, on sale $7.50, 3 in stock, bought where nothing is chosen'; of what is sold by time '3 free'. */
function variantText({ price, sale_price: sale, stock, is_default }: DraftVariant, is_rental: boolean): string {
  const said = [
    typeof price === 'number' && formatUnitPrice(price),
    typeof sale === 'number' && `on sale ${formatUnitPrice(sale)}`,
    stockText({ stock: typeof stock === 'number' ? stock : null, is_rental }),
    is_default === true && 'bought where nothing is chosen',
  ];
  return said.filter((text) => text !== false).join(', ');
}

function attributesOf({ attributes, product_type: type }: Content): Entry[] {
  if (typeof attributes !== 'object' || attributes === null) return [];
  return Object.entries(attributes as Record<string, AttributeValue>).map(([name, value]) => {
    const known = isType(type) ? findAttribute(type, name) : null;
    const isPlain = Array.isArray(value) || !['object', 'undefined'].includes(typeof value);
    const text = known && isPlain ? attributeText(known, value) : isPlain ? String(value) : JSON.stringify(value);
    return { key: name, label: known?.label ?? name, text: text ?? '' };
  });
}

/** The same name may come several times. */
function specsOf({ specs }: Content): Entry[] {
  const seen = new Map<string, number>();
  return listAt<Product['specs'][number]>(specs).map(({ name, value }) => {
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { ...entry(String(name), String(value)), key: `${before} ${name}` };
  });
}

/** Deliverables of the product, and of each variant with its own. */
function goodsOf({ goods }: Content): Entry[] {
  if (typeof goods !== 'object' || goods === null) return [];
  const { variants, ...whole } = goods as Goods;
  const ofVariants = listAt<NonNullable<Goods['variants']>[number]>(variants).flatMap((own) =>
    goodsEntries(own, `${selectedOptionsText(listAt<SelectedOption>(own.selected_options))}: `),
  );
  return [...goodsEntries(whole, ''), ...ofVariants];
}

/** The text that gives access is the buyers', and the staff decide about it. */
function goodsEntries(goods: GoodsOfOne, prefix: string): Entry[] {
  return kindsOf(goods).map((kind) => {
    const text = goodsLabels({ [kind]: goods[kind] }).join('');
    const secret = kind === 'access' && goods.access?.text ? `: ${goods.access.text}` : '';
    return entry(`${prefix}${kind}`, text + secret);
  });
}

function entry(name: string, text: string): Entry {
  return { key: name, label: name, text };
}

function listAt<T>(value: unknown): T[] {
  return Array.isArray(value) ? value.filter((each) => each !== null && each !== undefined) : [];
}

function isType(value: unknown): value is ProductType {
  return typeof value === 'string' && ['solutions', 'computing', 'data', 'algorithm'].includes(value);
}
