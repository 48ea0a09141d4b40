import { emitThin } from '../event/emit.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account, AccountLink, Db } from '../schema.ts';
import { findAccount, lockAccount } from './account.store.ts';
import { linkState } from './account-link.rules.ts';
import { findLink, lockLink, updateLink } from './account-link.store.ts';
import { type Answers, completeOnboarding } from './complete-onboarding.ts';

/** State of a link: it is still open, or why it is not. */
type OpenedLink =
  | { kind: 'unknown' }
  | { kind: 'used' | 'expired'; link: AccountLink }
  | { kind: 'open'; link: AccountLink; account: Account };

/** Somebody looks at the page of a link, which keeps it open for as long as a page takes. */
export async function openLink({ db, now }: Pick<Sandbox, 'db' | 'now'>, token: string): Promise<OpenedLink> {
  const link = await findLink(db, token);
  const account = link && (await findAccount(db, link.account));
  if (!link || !account || account.closed_at) return { kind: 'unknown' };
  const state = linkState(link, now());
  if (state !== 'open') return { kind: state, link };
  if (!link.opened_at) await updateLink(db, token, { opened_at: now() });
  return { kind: 'open', link, account };
}

/**
 * The seller leaves the page of a link, with what they have told (`null`: nothing yet). Answered it is used up. Answers what
 * the shop can be told of now; null where somebody else has used the link meanwhile.
 */
export async function returnFromLink(
  sandbox: Sandbox,
  token: string,
  read: (account: Account) => Answers | null,
): Promise<{ events: string[] } | null> {
  return sandbox.db.transaction().execute(async (transaction) => {
    const link = await lockLink(transaction, token);
    const account = link && (await lockAccount(transaction, link.account));
    if (!link || !account || account.closed_at || linkState(link, sandbox.now()) !== 'open') return null;
    const answers = read(account);
    const onboarded = answers
      ? await completeOnboarding(transaction, sandbox, account, answers, { directly: true })
      : { events: [] };
    if (answers) await updateLink(transaction, token, { used_at: sandbox.now() });
    return { events: [...onboarded.events, ...(await emitReturned(transaction, sandbox, link))] };
  });
}

function emitReturned(transaction: Db, sandbox: Sandbox, link: AccountLink): Promise<string[]> {
  const data = { account_id: link.account, configurations: link.configurations, use_case: link.use_case };
  const returned = { type: 'v2.core.account_link.returned', account: null, data } as const;
  return emitThin(transaction, sandbox, [returned], { directly: true });
}
