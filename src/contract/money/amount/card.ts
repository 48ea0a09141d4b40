/** Known facts of a card: its brand as the payment provider names it, and its last four digits. */
export type Card = { brand: string; last4: string };

const brands: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** 'Visa ending in 4242'. */
export function cardText({ brand, last4 }: Card): string {
  return `${brands[brand] ?? 'Card'} ending in ${last4}`;
}
