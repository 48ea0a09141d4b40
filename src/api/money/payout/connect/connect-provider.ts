// The provider's accounts of shops, as payouts need them: the stripe SDK behind a few verbs. Accounts are those of version 2 of its API; money
// goes there by transfers of the platform, and from there to a bank by payouts of the account.
import { createHash } from 'node:crypto';
import Stripe from 'stripe';

type ConnectAccount = { ready: boolean; missing: string[] };
type ProviderPayout = { state: 'open' | 'paid' | 'failed'; failure: string | null };

export type ConnectProvider = {
  /** The same shop with the same facts makes the same account, however often it is asked. */
  createAccount(given: { sellerId: string; email: string; name: string; country: string }): Promise<string>;
  /** Where the provider asks what it has to know; `refreshUrl` is where it leads to once the link is too old. */
  openOnboarding(account: string, given: { returnUrl: string; refreshUrl: string; isReady: boolean }): Promise<string>;
  findAccount(account: string): Promise<ConnectAccount>;
  /** The same key moves money once. Answers the transfer. */
  transfer(given: { payoutId: string; account: string; cents: number; key: string }): Promise<string>;
  isReversed(transfer: string): Promise<boolean>;
  /** `attempt`: how often it has said no. It says the same to the same key. */
  reverse(given: { payoutId: string; transfer: string; attempt: number }): Promise<void>;
  payOut(given: { payoutId: string; account: string; cents: number; key: string }): Promise<string>;
  findPayout(account: string, id: string): Promise<ProviderPayout>;
};

const currency = 'usd';

const sha256Of = (...facts: string[]) => createHash('sha256').update(JSON.stringify(facts)).digest('hex');

export function createConnectProvider(stripe: Stripe): ConnectProvider {
  const { accounts, accountLinks } = stripe.v2.core;
  return {
    async createAccount({ sellerId, email, name, country }) {
      const account = await accounts.create(
        {
          contact_email: email,
          display_name: name,
          identity: { country: country.toLowerCase() },
          configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
          defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
          metadata: { seller_id: sellerId },
        },
        // The provider refuses a key that comes with other facts, such as the address of another member.
        { idempotencyKey: `account-${sellerId}-${sha256Of(email, name, country)}` },
      );
      return account.id;
    },

    async openOnboarding(account, { returnUrl: return_url, refreshUrl: refresh_url, isReady }) {
      const asked = { return_url, refresh_url };
      const link = await accountLinks.create({
        account,
        use_case: isReady
          ? { type: 'account_update', account_update: asked }
          : { type: 'account_onboarding', account_onboarding: asked },
      });
      return link.url;
    },

    async findAccount(id) {
      const account = await accounts.retrieve(id, { include: ['configuration.recipient', 'requirements'] });
      const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers;
      const missing = (account.requirements?.entries ?? [])
        .filter(({ awaiting_action_from: from }) => from === 'user')
        .map(({ description, errors }) => [wordsOf(description), errors[0]?.description].filter(Boolean).join(': '));
      return { ready: transfers?.status === 'active', missing };
    },

    async transfer({ payoutId, account, cents, key }) {
      const { data } = await stripe.transfers.list({ transfer_group: payoutId, destination: account, limit: 1 });
      // Its answer was lost, and its key forgotten since.
      if (data[0]) return data[0].id;
      const made = await stripe.transfers.create(
        {
          amount: cents,
          currency,
          destination: account,
          transfer_group: payoutId,
          description: `Payout ${payoutId}`,
          metadata: { payout_id: payoutId },
        },
        { idempotencyKey: key },
      );
      return made.id;
    },

    async isReversed(transfer) {
      return (await stripe.transfers.retrieve(transfer)).reversed;
    },

    async reverse({ payoutId, transfer, attempt }) {
      if ((await stripe.transfers.retrieve(transfer)).reversed) return;
      await stripe.transfers.createReversal(
        transfer,
        { metadata: { payout_id: payoutId } },
        { idempotencyKey: `reversal-${payoutId}-${attempt}` },
      );
    },

    async payOut({ payoutId, account, cents, key }) {
      const made = await stripe.payouts.create(
        { amount: cents, currency, description: `Payout ${payoutId}`, metadata: { payout_id: payoutId } },
        { idempotencyKey: key, stripeAccount: account },
      );
      return made.id;
    },

    async findPayout(account, id) {
      const payout = await stripe.payouts.retrieve(id, {}, { stripeAccount: account });
      const { status, failure_message: message, failure_code: code } = payout;
      if (status === 'paid') return { state: 'paid', failure: null };
      if (status === 'failed' || status === 'canceled')
        return { state: 'failed', failure: message ?? code ?? `Stripe says: ${status}` };
      return { state: 'open', failure: null };
    },
  };
}

/** Refusal if the provider has said no to a request: it will say the same to the same key. */
export function refusalOf(error: unknown): { text: string; isTemporary: boolean } | null {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === 409) return null;
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  return { text: error.message, isTemporary: error.code === 'balance_insufficient' };
}

/** 'identity.individual.documents.primary_verification' as a person reads it. */
function wordsOf(description: string): string {
  const words = description.split('.').slice(-2).join(' ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
