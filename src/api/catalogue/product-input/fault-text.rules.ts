// Sentences of faults, in one table: for a report on a file, which names fields as the file does, and for people.

import type { ProductFault } from '#contract/catalogue/product/product-fault.schema.ts';
import type { ProductFaultCode, ProductFaultParams } from '#contract/catalogue/product/product-fault.ts';
import { type ProductField, productFieldLabels } from '#contract/catalogue/product/product-fields.ts';
import { printable } from '../../text/printable-text.rules.ts';
import type { Fault } from './fault.rules.ts';

/** `name` calls another field as the subject is called: as a file does, or as people do. */
type Text<Code extends ProductFaultCode> = (
  subject: string,
  params: ProductFaultParams[Code],
  name: (field: ProductField) => string,
) => string;

const LONGEST_STEP = 40;

/** As a report on a file says it: 'options[0].name is missing'. */
export function faultReason(fault: Fault): string {
  const steps = (fault.path ?? []).map((step) => (typeof step === 'number' ? `[${step}]` : `.${shown(step)}`));
  return textOf(fault, `${fault.field}${steps.join('')}`, (field) => field);
}

/** As people read it: 'Options, entry 1, name is missing.' */
export function faultSentence(fault: Fault): string {
  const label = isProductField(fault.field) ? productFieldLabels[fault.field] : fault.field;
  const steps = (fault.path ?? []).map((step) => (typeof step === 'number' ? `entry ${step + 1}` : shown(step)));
  const subject = [label, ...steps.map((step) => step.replaceAll('_', ' '))].join(', ');
  const text = textOf(fault, subject, (field) => productFieldLabels[field].toLowerCase());
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function isProductField(field: string): field is ProductField {
  return Object.hasOwn(productFieldLabels, field);
}

/** All of them one after the other. */
export function faultsText(faults: readonly Fault[]): string {
  return faults.map(faultSentence).join(' ');
}

/** As an answer of the API lists it. */
export function toProductFault(fault: Fault): ProductFault {
  const { field, code, params } = fault;
  return { field, code, params, message: faultSentence(fault) };
}

/** As a report lists it. */
export function toRemark(fault: Fault): { field: string; reason: string } {
  return { field: fault.field, reason: faultReason(fault) };
}

function shown(step: string): string {
  return printable(step, LONGEST_STEP);
}

function textOf(fault: Fault, subject: string, name: (field: ProductField) => string): string {
  const text = texts[fault.code] as Text<ProductFaultCode>;
  return text(subject, fault.params as never, name) + keptText(fault.kept);
}

/** A fault that comes of what the file does not say is not understood without what the product has. */
function keptText(kept: Fault['kept']): string {
  if (!kept) return '';
  if (kept.variants) return ' (the product has variants, which the row leaves: give them too)';
  const { on_sale, sale_price } = kept;
  const staying = [
    ...(on_sale === undefined ? [] : [`on_sale ${on_sale}`]),
    ...(sale_price === undefined ? [] : [sale_price === null ? 'no sale_price' : `sale_price ${sale_price}`]),
  ];
  return staying.length > 0 ? ` (the product has ${staying.join(' and ')}, which the row leaves)` : '';
}

const kinds = {
  text: 'text',
  number: 'a number',
  whole_number: 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  json: 'JSON',
} as const;

const grouped = (count: number) => count.toLocaleString('en');
const ofVariant = (variant: string) => (variant === '' ? '' : ` of ${variant}`);

const texts: { [Code in ProductFaultCode]: Text<Code> } = {
  missing: (s) => `${s} is missing`,
  empty: (s) => `${s} is empty`,
  wrong_type: (s, { expected }) => `${s} is not ${kinds[expected]}`,
  too_long: (s, { most }) => `${s} is longer than ${grouped(most)} characters`,
  too_many: (s, { count, most }) => `${s} has ${grouped(count)} entries, at most ${grouped(most)} fit`,
  below_least: (s, { least }) => `${s} is below ${grouped(least)}`,
  above_most: (s, { most }) => `${s} is above ${grouped(most)}`,
  negative: (s) => `${s} is negative`,
  too_large: (s) => `${s} is too large`,
  not_one_of: (s, { allowed }) => `${s} is not one of ${allowed.join(', ')}`,
  not_unicode: (s) => `${s} is not valid Unicode`,
  control_character: (s) => `${s} contains a control character`,
  invalid_text: (s) => `${s} is not valid text`,
  unknown_key: (s) => `${s} is not known`,
  unreadable_row: (_, { reason }) => reason,

  reserved_characters: (s, { characters }) => `${s} contains one of the characters ${characters}`,
  reserved_id: (s, { id }) => `${s} may not be ${id}`,
  id_of_shop: (s, { shop }) => `${s} is of a product of the shop ${shop}, which changes it by itself`,
  id_repeated: (s) => `${s} is that of a row before it`,
  id_taken: (s) => `${s} is not free: choose another, or leave it empty`,
  name_unsearchable: (s) => `${s} is too long to be searched`,
  name_needed: () => 'Give it a name.',
  name_leads_elsewhere: (_, { reason }) => reason,
  category_needed: () => 'Choose a category.',
  description_needed: () => 'Describe it.',
  description_short: (_, { least, count }) => `Describe it in at least ${least} characters; these are ${count}.`,
  description_long: (_, { most }) => `Shorten the description to ${grouped(most)} characters.`,
  not_web_address: (s) => `${s} is not an http or https address`,
  invalid_address: (s) => `${s} is not a valid address`,
  picture_not_address: (_, { picture }) => `Picture ${picture} is not an http or https address, nor one of this shop.`,
  picture_elsewhere: () => 'Upload the pictures here: one of them lies somewhere else.',
  picture_lost: (_, { picture }) => `Take picture ${picture} out and upload it again: it is not there any more.`,
  picture_repeated: () => 'The same picture is there twice: take one of them out.',
  pictures_too_many: (_, { most }) => `A product has at most ${most} pictures.`,

  not_number: (s, { given }) => `${s} is not a number: ${given}`,
  not_finite: (s) => `${s} is not a finite number`,
  price_too_large: (s, { most }) => `${s} is above the largest price, ${grouped(most)}`,
  price_rounds_to_zero: (s, { least }) => `${s} would round to 0; the smallest price is ${least}`,
  price_needed: () => 'Give it a price.',
  sale_price_missing: (s, _, name) => `${s} is missing although ${name('on_sale')} is true`,
  sale_price_equal: (s, _, name) => `${s} is equal to ${name('price')}; on sale it must be below it`,
  sale_price_above: (s, _, name) => `${s} is above ${name('price')}`,
  unit_needed: () => 'Say what the price is for, such as hour.',
  stock_of_keys: () => 'Its stock is the number of its keys that nobody has: load keys, or take some away.',

  option_repeated: (s) => `${s} repeats the name of an option before it`,
  choice_repeated: (s) => `${s} repeats a choice before it`,
  choices_too_many: (s, { count, most }) =>
    `${s} has ${count} entries; all options together have at most ${grouped(most)} choices`,
  options_missing: (s) => `${s} is there without options; give both in one row`,
  variant_options_too_many: (s, { count, most }) => `${s} are of ${count} options, at most ${most} fit`,
  selection_incomplete: (s) => `${s} has an entry without name and value`,
  selection_repeated: (s, { option }) => `${s} chooses ${option} twice`,
  option_unknown: (s, { option }) => `${s} has a choice of ${option}, which is not an option of the product`,
  choice_unknown: (s, { option, choice }) => `${s} chooses ${choice}, which is not a choice of ${option}`,
  option_not_chosen: (s, { option }) => `${s} lacks a choice of ${option}`,
  variant_repeated: (s) => `${s} has the choices of one before it`,
  defaults_too_many: (s) => `${s} has more than one default`,
  price_twice: (s) => `${s} has both a price and a price_difference`,
  price_below_zero: (s) => `${s} would cost less than nothing`,
  variant_price_too_large: (s) => `${s} is above the largest price`,
  sale_price_not_below: (s) => `${s} is not below its price`,
  variant_price_needed: (_, { variant }) => `Give ${variant || 'each variant'} a price.`,
  price_not_of_variant: (s, { price, variant, variant_price }) =>
    `${s} ${price} is not that of its ${variant} variant, ${variant_price}`,
  sale_not_of_variant: (s, { variant, variant_price }, name) =>
    `${s} is true although its ${variant} variant, ${variant_price}, has no ${name('sale_price')}`,
  sale_price_not_of_variant: (s, { variant, variant_sale_price }) =>
    `${s} is not that of its ${variant} variant, ${variant_sale_price}`,

  attribute_unknown: (s, { category, known }) => `${s} is not known; those of ${category} are ${known.join(', ')}`,
  attribute_value: (s, { kind }) => `${s} is not ${kind}`,
  dates_reversed: (s) => `${s} is after collected_to`,
  personal_data_needed: () => 'Say whether the rows hold personal data.',
  license_unknown: (s, { license }) =>
    `${s} ${license} is not known; give an SPDX expression such as MIT, CC-BY-4.0 or "MIT OR Apache-2.0", or a name of your own such as LicenseRef-Our-Terms`,
  license_too_long: (s, { most }) => `${s} is longer than ${most} characters when it is written out`,
  license_too_many_choices: (s, { most }) => `${s} leaves more than ${most} choices`,
  license_needed: () => 'Choose a license.',

  goods_variant_repeated: (s) => `${s} has the same variant twice`,
  goods_variant_unknown: (_, { variant }) =>
    `Say again what buyers of ${variant} get, or take it out: there is no such variant any more.`,
  access_text_empty: (s) => `${s} must not be empty: write how the buyer reaches what was bought`,
  access_text_needed: (_, { variant }) => `Write the text that gives buyers${ofVariant(variant)} access.`,
  placeholder_unknown: (s, { placeholder, known }) =>
    `${s} has {{${placeholder}}}, which is not known. There are ${known.map((name) => `{{${name}}}`).join(', ')}`,
  placeholder_open: (s) => `${s} has two braces without their counterpart: write placeholders as {{order_id}}`,
  placeholder_without_keys: (s) => `${s} has {{key}}, and the product comes without keys`,
  access_ends_before_promised: (s) => `${s} must not be longer than valid_days`,
  access_too_late: (_, { variant }) =>
    `Promise buyers${ofVariant(variant)} access sooner, or let it work for more days: it could end before it is there.`,
  access_minutes_needed: (_, { variant }) => `Say within how many minutes buyers${ofVariant(variant)} have access.`,
  files_needed: (_, { variant }) => `Upload the files that buyers${ofVariant(variant)} get, and choose that release.`,
  release_incomplete: (_, { variant }) =>
    `Complete the release that buyers${ofVariant(variant)} get, or choose another: the chosen one is not complete.`,
  endpoint_needed: () =>
    'Set up the endpoint of the shop, or choose another way: without one nothing could be set up for buyers.',

  characters_left_out: (s) => `${s}: characters that cannot be seen are left out`,
  description_cut: (s, { most, count }) => `${s}: it is cut to ${grouped(most)} of ${grouped(count)} characters`,
  markdown_as_text: (s, { most }) =>
    `${s}: its end is shown as it was written, without Markdown: it has more than ${grouped(most)} signs, or lists in lists in lists`,
  line_breaks_left_out: (s) => `${s}: line breaks or a byte order mark are left out`,
  picture_left_out: (s, { given }) => `${s} is left out, as it is no http or https address: ${given}`,
  picture_elsewhere_left_out: (s) => `${s} is left out, as it lies somewhere else: upload the picture in the editor`,
  price_rounded: (s, { given, rounded }) => `${s} ${given} is rounded to ${rounded}`,
  license_spelled: (s, { given, license }) => `${s} ${given} is written ${license}`,
  stock_is_of_variants: (s, { given, stock }) =>
    `${s} ${given} is left out: the variants have ${stock ?? 'no stock that is counted'}`,
  stock_of_keys_left_out: (s) => `${s} is left out: it is the number of keys that nobody has`,
  stock_below_held: (s, { variant, stock, held }) =>
    `${s}${variant === '' ? '' : ` of ${variant}:`} ${stock} is less than the ${held} that orders hold until they are paid: the newest of them are cancelled`,
  price_waits: () => 'the new price is more than may change at once: it waits for approval',
  unchanged: (_, { reason }) => reason,
};
