import type { BankAccount } from '../../store.ts';

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

/** The check digit of American routing numbers. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const weights = [3, 7, 1];
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return sum % 10 === 0 && sum > 0;
}
