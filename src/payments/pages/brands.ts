import valid from 'card-validator';

/** The provider's names of brands, where they are not those of card-validator. */
const codes: Record<string, string> = { 'american-express': 'amex', 'diners-club': 'diners' };
const types = new Map(Object.entries(codes).map(([type, code]) => [code, type]));

/** 'amex', from card-validator's 'american-express'. */
export function brandOf(type: string): string {
  return codes[type] ?? type;
}

/** 'American Express', from the provider's 'amex'. */
export function brandName(brand: string): string {
  return valid.creditCardType.getTypeInfo(types.get(brand) ?? brand).niceType;
}
