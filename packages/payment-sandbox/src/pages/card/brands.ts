/** The provider's names of brands, where they are not those of card-validator. */
const codes: Record<string, string> = { 'american-express': 'amex', 'diners-club': 'diners' };

/** 'amex', from card-validator's 'american-express'. */
export function brandOf(type: string): string {
  return codes[type] ?? type;
}
