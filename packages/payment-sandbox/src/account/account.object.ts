import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { Account } from '../schema.ts';
import { capabilityDetails, requirementEntries, transfersStatus } from './requirements.rules.ts';

/** Parts of the account that are shown on request; otherwise they are null. */
export const includable = [
  'configuration.customer',
  'configuration.merchant',
  'configuration.recipient',
  'defaults',
  'future_requirements',
  'identity',
  'requirements',
] as const;

type Included = ReadonlySet<(typeof includable)[number]>;

/** The account as version 2 shows it. */
export function accountObject(account: Account, included: Included): object {
  const wantsConfiguration = [...included].some((name) => name.startsWith('configuration.'));
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: account.recipient ? ['recipient'] : [],
    closed: account.closed_at !== null,
    configuration: wantsConfiguration
      ? {
          customer: null,
          merchant: null,
          recipient: included.has('configuration.recipient') ? recipientOf(account) : null,
        }
      : null,
    contact_email: account.contact_email,
    contact_phone: account.contact_phone,
    created: account.created_at.toISOString(),
    dashboard: account.dashboard,
    defaults: included.has('defaults') ? defaultsOf(account) : null,
    display_name: account.display_name,
    future_requirements: included.has('future_requirements') ? { entries: [] } : null,
    identity: included.has('identity') ? account.identity : null,
    livemode: false,
    metadata: account.metadata,
    requirements: included.has('requirements') ? requirementsOf(account) : null,
  };
}

function recipientOf(account: Account): object | null {
  if (!account.recipient) return null;
  const status = transfersStatus(account);
  const capability = status && { status, status_details: capabilityDetails(account) };
  return {
    applied: true,
    capabilities: {
      bank_accounts: null,
      cards: null,
      stripe_balance: capability && { payouts: capability, stripe_transfers: capability },
    },
  };
}

function defaultsOf({ currency, responsibilities }: Account): object {
  return {
    currency,
    locales: null,
    profile: null,
    responsibilities: { fees_collector: null, losses_collector: null, ...responsibilities },
  };
}

function requirementsOf(account: Account): object {
  const entries = requirementEntries(account);
  const [first] = entries;
  return {
    entries,
    summary: first ? { minimum_deadline: { status: first.minimum_deadline.status, time: null } } : null,
  };
}

/** The same account as version 1 shows it, in `account.updated` and at /v1/accounts. */
export function accountV1Object(account: Account): object {
  const active = transfersStatus(account) === 'active';
  const due = requirementEntries(account).map(({ description }) => description);
  const bank = account.bank_account;
  return {
    id: account.id,
    object: 'account',
    business_type: account.identity.entity_type ?? null,
    capabilities: transfersStatus(account) ? { transfers: active ? 'active' : 'inactive' } : {},
    charges_enabled: false,
    country: account.identity.country?.toUpperCase() ?? null,
    created: unixSeconds(account.created_at),
    default_currency: account.currency,
    details_submitted: account.onboarding !== 'details_due',
    email: account.contact_email,
    external_accounts: {
      object: 'list',
      data: bank
        ? [
            {
              id: bank.id,
              object: 'bank_account',
              account: account.id,
              bank_name: bank.bank_name,
              country: bank.country,
              currency: account.currency,
              default_for_currency: true,
              last4: bank.last4,
              routing_number: bank.routing_number,
              status: 'new',
            },
          ]
        : [],
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    metadata: account.metadata,
    payouts_enabled: active && bank !== null,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: due,
      disabled_reason:
        account.onboarding === 'rejected' ? 'rejected.other' : due.length > 0 ? 'requirements.past_due' : null,
      errors: [],
      eventually_due: due,
      past_due: due,
      pending_verification: [],
    },
    type: 'none',
  };
}
