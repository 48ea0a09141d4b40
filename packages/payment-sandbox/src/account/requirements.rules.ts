// Requirements that an account has to meet before money may be transferred to it.
type Entry = {
  awaiting_action_from: 'user' | 'stripe';
  description: string;
  errors: { code: string; description: string }[];
  impact: {
    restricts_capabilities: { capability: string; configuration: string; deadline: { status: 'past_due' } }[];
  };
  minimum_deadline: { status: 'past_due' };
  requested_reasons: { code: 'routine_onboarding' | 'routine_verification' }[];
};

type CapabilityStatus = 'active' | 'restricted' | 'rejected';

type Asked = {
  onboarding: 'details_due' | 'document_due' | 'complete' | 'rejected';
  recipient: boolean;
  transfers_requested: boolean;
  closed_at: Date | null;
};

/** Status of `stripe_balance.stripe_transfers`; null where nobody has requested it. */
export function transfersStatus(account: Asked): CapabilityStatus | null {
  if (!account.recipient || !account.transfers_requested) return null;
  if (account.onboarding === 'rejected' || account.closed_at) return 'rejected';
  return account.onboarding === 'complete' ? 'active' : 'restricted';
}

export function capabilityDetails(account: Asked): { code: string; resolution: string }[] {
  const status = transfersStatus(account);
  if (status === 'restricted') return [{ code: 'requirements_past_due', resolution: 'provide_info' }];
  if (status === 'rejected') return [{ code: 'rejected_other', resolution: 'contact_stripe' }];
  return [];
}

/** Fields of the hosted page, in the provider's names. */
const details = [
  'configuration.recipient.default_outbound_destination',
  'identity.attestations.terms_of_service.account',
  'identity.entity_type',
  'identity.individual.date_of_birth',
  'identity.individual.given_name',
  'identity.individual.surname',
];

const documentMissing = {
  code: 'verification_document_not_uploaded',
  description: 'A document that proves the identity is missing. Hand it in by the page of an account link.',
};

export function requirementEntries(account: Asked): Entry[] {
  if (!account.recipient || account.closed_at) return [];
  if (account.onboarding === 'details_due')
    return details.map((description) => entry(description, 'routine_onboarding'));
  if (account.onboarding === 'document_due')
    return [
      {
        ...entry('identity.individual.documents.primary_verification', 'routine_verification'),
        errors: [documentMissing],
      },
    ];
  return [];
}

function entry(description: string, code: Entry['requested_reasons'][number]['code']): Entry {
  return {
    awaiting_action_from: 'user',
    description,
    errors: [],
    impact: {
      restricts_capabilities: [
        {
          capability: 'stripe_balance.stripe_transfers',
          configuration: 'recipient',
          deadline: { status: 'past_due' },
        },
      ],
    },
    minimum_deadline: { status: 'past_due' },
    requested_reasons: [{ code }],
  };
}
