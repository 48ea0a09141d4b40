import valid from 'card-validator';
import { z } from 'zod';
import { isCountry } from '#contract';
import type { CardAttempt } from '../../paying/pay-by-card.ts';
import { findTestCard } from '../test-cards.ts';
import { brandOf } from './brands.ts';

/** In the order of the page. */
export const fieldNames = ['email', 'number', 'expiry', 'cvc', 'name', 'country', 'postcode'] as const;

export type FieldName = (typeof fieldNames)[number];

/** Values that the page may show again: never the number and the security code of a card. */
export type Values = Record<Exclude<FieldName, 'number' | 'cvc'>, string>;

/** Fault of each field, in words for the person who filled it in. */
export type Faults = Partial<Record<FieldName, string>>;

type ReadForm = { values: Values } & ({ ok: true; attempt: CardAttempt } | { ok: false; faults: Faults });

/** Where the networks ask for the postcode. Many other countries have none. */
const postcodeNeeded = new Set(['US', 'CA', 'GB']);
const LONGEST_POSTCODE = 10;

const retype: Faults = {
  number: 'Type the card number again.',
  cvc: 'Type the security code again.',
};

/** Reads what was typed into the card page. */
export function readCardForm(form: URLSearchParams): ReadForm {
  const field = (name: FieldName) => (form.get(name) ?? '').trim();
  const values: Values = {
    email: field('email').slice(0, 512),
    expiry: field('expiry').slice(0, 9),
    name: field('name').slice(0, 255),
    country: isCountry(field('country')) ? field('country') : '',
    postcode: field('postcode').slice(0, 20),
  };
  const number = field('number').replace(/[\s-]/g, '');
  const { card, isValid } = valid.number(number);
  const testCard = findTestCard(number);
  const expiry = valid.expirationDate(values.expiry);
  const faults: Faults = {
    ...(!z.email().safeParse(values.email).success && { email: 'Type your email address.' }),
    ...(!testCard && { number: numberFault(number, isValid) }),
    ...(!expiry.isValid && { expiry: 'Type a date in the future, as MM/YY.' }),
    ...(!valid.cvv(field('cvc'), card?.code.size ?? [3, 4]).isValid && { cvc: 'Type the security code of the card.' }),
    ...(!isName(values.name) && { name: 'Type the name on the card.' }),
    ...(!values.country && { country: 'Choose a country.' }),
    ...(!isPostcode(values.postcode, values.country) && { postcode: 'Type your postcode.' }),
  };
  if (Object.keys(faults).length > 0 || !testCard || !card)
    return { ok: false, values, faults: { ...retype, ...faults } };
  return {
    ok: true,
    values,
    attempt: {
      bank: testCard.bank,
      card: {
        brand: brandOf(card.type),
        last4: number.slice(-4),
        exp_month: Number(expiry.month),
        exp_year: 2_000 + (Number(expiry.year) % 100),
      },
      billing: {
        email: values.email,
        name: values.name,
        country: values.country,
        postal_code: values.postcode || null,
      },
    },
  };
}

function numberFault(number: string, isValid: boolean): string {
  if (number === '') return 'Type your card number.';
  return isValid ? 'This is a sandbox: use one of the test cards.' : 'This card number is not valid.';
}

/** Not digits alone: a number in the wrong field must not be stored. */
function isName(name: string): boolean {
  return valid.cardholderName(name).isValid && !/\p{Cc}/u.test(name);
}

function isPostcode(postcode: string, country: string): boolean {
  if (postcode === '') return !postcodeNeeded.has(country);
  return postcode.length <= LONGEST_POSTCODE && /^[\p{L}\d -]+$/u.test(postcode) && valid.postalCode(postcode).isValid;
}
