import valid from 'card-validator';
import { z } from 'zod';
import type { DebitAttempt } from '../../paying/pay-by-debit.ts';
import { findTestAccount, testBank, testRouting } from '../test-accounts.ts';

/** In the order of the page. */
export const debitFields = ['email', 'name', 'routing', 'account'] as const;

export type DebitField = (typeof debitFields)[number];

/** Values that the page may show again: never the number of an account. */
export type DebitValues = Record<Exclude<DebitField, 'account'>, string>;

export type DebitFaults = Partial<Record<DebitField, string>>;

type ReadDebit = { values: DebitValues } & ({ ok: true; attempt: DebitAttempt } | { ok: false; faults: DebitFaults });

/** Reads what was typed into the form for a US bank account. */
export function readDebitForm(form: URLSearchParams): ReadDebit {
  const field = (name: DebitField) => (form.get(name) ?? '').trim();
  const values = {
    email: field('email').slice(0, 512),
    name: field('name').slice(0, 255),
    routing: field('routing').replace(/\D/g, '').slice(0, 9),
  };
  const number = field('account').replace(/[\s-]/g, '');
  const account = findTestAccount(number);
  const faults: DebitFaults = {
    ...(!z.email().safeParse(values.email).success && { email: 'Type your email address.' }),
    ...((!valid.cardholderName(values.name).isValid || /\p{Cc}/u.test(values.name)) && {
      name: 'Type the name of the account holder.',
    }),
    ...(values.routing !== testRouting && { routing: `This is a sandbox: use ${testRouting}.` }),
    ...(!account && {
      account: number === '' ? 'Type your account number.' : 'This is a sandbox: use one of the test accounts.',
    }),
  };
  if (Object.keys(faults).length > 0 || !account)
    return { ok: false, values, faults: { account: 'Type the account number again.', ...faults } };
  return {
    ok: true,
    values,
    attempt: {
      account: { bank_name: testBank, last4: number.slice(-4), routing_number: values.routing },
      billing: { email: values.email, name: values.name, country: 'US', postal_code: null },
      ends: account.ends,
    },
  };
}
