import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The provider's own lengths. Whoever knows the id of a session may pay it, and nobody guesses 58 of these characters. */
const lengths = {
  ...{ cs_test: 58, pi: 24, ch: 24, re: 24, du: 24, li: 24, price: 24, evt: 24, cus: 14, prod: 14, req: 14 },
  coupon: 14,
  // Ids of Connect. A link to the onboarding is nobody's to guess either.
  ...{ acct: 16, acctlink: 58, ba: 24, txn: 24, tr: 24, trr: 24, py: 24, pyr: 24, po: 24, adj: 24, evt_test: 40 },
};

/** A new id in the provider's form, such as 're_4qYdzW8Fp1…'. */
export function newId(prefix: keyof typeof lengths): string {
  const characters = Array.from({ length: lengths[prefix] }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}_${characters.join('')}`;
}
