// Codes of faults in what is given for a product, each with the names and kinds of its parameters. Free of the validator.
// Sentences are the API's (api/catalogue/product-input/fault-text.rules.ts).

/** Kinds of values that a field can ask for. */
type ValueKind = 'text' | 'number' | 'whole_number' | 'boolean' | 'list' | 'object' | 'json';

const text = '' as string;
const texts: readonly string[] = [];
const number = 0 as number;
const optionalNumber = null as number | null;
const variant = '' as 'default' | 'cheapest';

/** Parameters by code: their values here only say their types. A `variant` in words is empty where it is the product itself. */
export const productFaults = {
  // Any value.
  missing: {},
  empty: {},
  wrong_type: { expected: 'text' as ValueKind },
  too_long: { most: number },
  too_many: { count: number, most: number },
  below_least: { least: number },
  above_most: { most: number },
  negative: {},
  too_large: {},
  not_one_of: { allowed: texts },
  not_unicode: {},
  control_character: {},
  invalid_text: {},
  unknown_key: {},
  unreadable_row: { reason: text },

  // The id, the name, the description and pictures.
  reserved_characters: { characters: text },
  reserved_id: { id: text },
  id_of_shop: { shop: text },
  id_repeated: {},
  id_taken: {},
  name_unsearchable: {},
  name_needed: {},
  name_leads_elsewhere: { reason: text },
  category_needed: {},
  description_needed: {},
  description_short: { least: number, count: number },
  description_long: { most: number },
  not_web_address: {},
  invalid_address: {},
  picture_not_address: { picture: number },
  picture_elsewhere: {},
  picture_lost: { picture: number },
  picture_repeated: {},
  pictures_too_many: { most: number },

  // Prices and stock.
  not_number: { given: text },
  not_finite: {},
  price_too_large: { most: number },
  price_rounds_to_zero: { least: text },
  price_needed: {},
  sale_price_missing: {},
  sale_price_equal: {},
  sale_price_above: {},
  unit_needed: {},
  stock_of_keys: {},

  // Options and variants.
  option_repeated: {},
  choice_repeated: {},
  choices_too_many: { count: number, most: number },
  options_missing: {},
  variant_options_too_many: { count: number, most: number },
  selection_incomplete: {},
  selection_repeated: { option: text },
  option_unknown: { option: text },
  choice_unknown: { option: text, choice: text },
  option_not_chosen: { option: text },
  variant_repeated: {},
  defaults_too_many: {},
  price_twice: {},
  price_below_zero: {},
  variant_price_too_large: {},
  sale_price_not_below: {},
  variant_price_needed: { variant: text },
  price_not_of_variant: { price: number, variant, variant_price: number },
  sale_not_of_variant: { variant, variant_price: number },
  sale_price_not_of_variant: { variant, variant_sale_price: number },

  // Attributes and the license.
  attribute_unknown: { category: text, known: texts },
  attribute_value: { kind: text },
  dates_reversed: {},
  personal_data_needed: {},
  license_unknown: { license: text },
  license_too_long: { most: number },
  license_too_many_choices: { most: number },
  license_needed: {},

  // Goods.
  goods_variant_repeated: {},
  goods_variant_unknown: { variant: text },
  access_text_empty: {},
  access_text_needed: { variant: text },
  placeholder_unknown: { placeholder: text, known: texts },
  placeholder_open: {},
  placeholder_without_keys: {},
  access_ends_before_promised: {},
  access_too_late: { variant: text },
  access_minutes_needed: { variant: text },
  files_needed: { variant: text },
  release_incomplete: { variant: text },
  endpoint_needed: {},

  // Changes that were made so that a value fits, and what follows elsewhere: nothing is refused for them.
  characters_left_out: {},
  description_cut: { most: number, count: number },
  markdown_as_text: { most: number },
  line_breaks_left_out: {},
  picture_left_out: { given: text },
  picture_elsewhere_left_out: {},
  price_rounded: { given: text, rounded: text },
  license_spelled: { given: text, license: text },
  stock_is_of_variants: { given: number, stock: optionalNumber },
  stock_of_keys_left_out: {},
  stock_below_held: { variant: text, stock: number, held: number },
  price_waits: {},
  unchanged: { reason: text },
};

export type ProductFaultParams = typeof productFaults;
export type ProductFaultCode = keyof ProductFaultParams;
