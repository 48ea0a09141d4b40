import { newId } from '../protocol/new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account, Db, Identity, PayoutBankAccount } from '../schema.ts';
import { changeAccount } from './change-account.ts';

/** Answers of the seller on the provider's page. */
export type Answers = {
  identity: Identity;
  bank: Omit<PayoutBankAccount, 'id'>;
  /** Result of the provider's check of the document. */
  document: 'accepted' | 'missing' | 'rejected';
};

const outcomes = { accepted: 'complete', missing: 'document_due', rejected: 'rejected' } as const;

/** The seller has answered for an account that the transaction has locked. */
export function completeOnboarding(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo'>,
  account: Account,
  { identity, bank, document }: Answers,
  how: { directly?: boolean } = {},
): Promise<{ account: Account; events: string[] }> {
  const changes = {
    onboarding: outcomes[document],
    identity: JSON.stringify({ ...account.identity, ...identity }),
    bank_account: JSON.stringify({ id: newId('ba'), ...bank }),
  };
  return changeAccount(transaction, sandbox, account, changes, how);
}
