// Form of a seller who wants to be paid. Which part of it is asked for depends on what the account lacks.
import valid from 'card-validator';
import { isCountry } from '#contract';
import type { Answers } from '../../account/complete-onboarding.ts';
import { findPayoutAccount } from '../../payout/test-bank-accounts.ts';
import type { Account, Onboarding } from '../../schema.ts';
import { testRouting } from '../test-accounts.ts';

/** In the order of the page. */
export const onboardingFields = [
  'entity',
  'given',
  'surname',
  'birth',
  'country',
  'routing',
  'account',
  'document',
  'terms',
] as const;
export type OnboardingField = (typeof onboardingFields)[number];

/** Values that the page may show again: never the number of an account. */
export type OnboardingValues = Record<Exclude<OnboardingField, 'account' | 'terms'>, string>;
export type OnboardingFaults = Partial<Record<OnboardingField, string>>;

type Read = { values: OnboardingValues } & ({ ok: true; answers: Answers } | { ok: false; faults: OnboardingFaults });

/** The parts of the form, by what the account lacks: everything, a document, or another place for the money. */
export const partsOf: Record<Exclude<Onboarding, 'rejected'>, ReadonlySet<OnboardingField>> = {
  details_due: new Set(onboardingFields),
  document_due: new Set(['document']),
  complete: new Set(['routing', 'account']),
};

export const documents = ['accepted', 'missing', 'rejected'] as const;

const YEARS_OF_AGE = 18;
const LONGEST_NAME = 250;

export function typedBefore({ identity, bank_account: bank }: Account): OnboardingValues {
  const { individual = {} } = identity;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    entity: identity.entity_type ?? 'individual',
    given: text(individual.given_name),
    surname: text(individual.surname),
    birth: '',
    country: identity.country?.toUpperCase() ?? '',
    routing: bank?.routing_number ?? '',
    document: '',
  };
}

/** Reads what was typed for an account that is not rejected. */
export function readOnboarding(form: URLSearchParams, account: Account, now: Date): Read {
  if (account.onboarding === 'rejected') throw new Error(`${account.id} is rejected: it is asked nothing`);
  const asked = partsOf[account.onboarding];
  const before = typedBefore(account);
  const field = (name: OnboardingField) => (form.get(name) ?? '').trim();
  const typed = (name: keyof OnboardingValues, longest = 20) =>
    asked.has(name) ? field(name).slice(0, longest) : before[name];
  const fixed = account.identity.country?.toUpperCase();
  const country = fixed ?? typed('country');
  const values: OnboardingValues = {
    entity: typed('entity'),
    given: typed('given', LONGEST_NAME),
    surname: typed('surname', LONGEST_NAME),
    birth: typed('birth'),
    country: isCountry(country) ? country : '',
    routing: typed('routing').replace(/\D/g, ''),
    document: asked.has('document') ? field('document') : 'accepted',
  };
  const number = field('account').replace(/[\s-]/g, '');
  const bank = asked.has('account') ? findPayoutAccount(number) : account.bank_account;
  const document = documents.find((name) => name === values.document);
  const wrong: OnboardingFaults = {
    ...(!['individual', 'company'].includes(values.entity) && { entity: 'Choose who you are.' }),
    ...(!isName(values.given) && { given: 'Type your first name.' }),
    ...(!isName(values.surname) && { surname: 'Type your last name.' }),
    ...birthFault(values.birth, now),
    ...(!values.country && { country: 'Choose a country.' }),
    ...(values.routing !== testRouting && { routing: `This is a sandbox: use ${testRouting}.` }),
    ...(!bank && {
      account: number === '' ? 'Type your account number.' : 'This is a sandbox: use one of the test accounts.',
    }),
    ...(!document && { document: 'Choose what becomes of your document.' }),
    ...(field('terms') !== 'yes' && { terms: 'Agree to the terms to be paid.' }),
  };
  const faults = Object.fromEntries(Object.entries(wrong).filter(([name]) => asked.has(name as OnboardingField)));
  if (Object.keys(faults).length > 0 || !bank || !document)
    return {
      ok: false,
      values,
      faults: { ...(asked.has('account') && { account: 'Type the account number again.' }), ...faults },
    };
  const { id: _old, ...place } = { id: '', ...bank };
  return { ok: true, values, answers: { identity: identityOf(values, asked), bank: place, document } };
}

function identityOf(values: OnboardingValues, asked: ReadonlySet<OnboardingField>): Answers['identity'] {
  if (!asked.has('given')) return {};
  return {
    country: values.country.toLowerCase(),
    entity_type: values.entity,
    individual: { given_name: values.given, surname: values.surname },
  };
}

/** Not digits alone: a number in the wrong field must not be stored. */
function isName(name: string): boolean {
  return valid.cardholderName(name).isValid && !/\p{Cc}/u.test(name);
}

function birthFault(birth: string, now: Date): OnboardingFaults {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(birth) ? new Date(`${birth}T00:00:00Z`) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime())) return { birth: 'Type your date of birth.' };
  const of18 = new Date(date);
  of18.setUTCFullYear(of18.getUTCFullYear() + YEARS_OF_AGE);
  return of18 > now ? { birth: `You must be ${YEARS_OF_AGE} to be paid.` } : {};
}
