import type { BankAccount } from './store.ts';

/** An account as whoever transfers money to it reads it: what a field is called, and what to type into it. */
export function bankFacts(account: BankAccount): Array<{ label: string; value: string }> {
  const facts: Array<[string, string | undefined]> = [
    ['Account holder', account.holder],
    ['IBAN', account.iban],
    ['Account number', account.account_number],
    ['Bank code', account.bank_code],
    ['BIC', account.bic],
    ['Bank', account.bank],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** The check digits of an IBAN (ISO 13616), whatever its country says of its length: for a form, before the API judges the whole. */
export function hasIbanCheckDigits(text: string): boolean {
  const iban = text.replace(/[\s-]/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** The check digit of American routing numbers. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const weights = [3, 7, 1];
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return sum % 10 === 0 && sum > 0;
}
