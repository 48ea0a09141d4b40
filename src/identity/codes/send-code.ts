import type { Transaction } from 'kysely';
import type { Subject } from '../accounts/subject.ts';
import { foldEmail } from '../accounts/user.store.ts';
import { resetLink } from '../guard/owner-proof.ts';
import type { CodePurpose, IdentityTables } from '../schema.ts';
import type { Service } from '../service.ts';
import { codeMessages } from './code-messages.ts';
import { makeCode } from './codes.ts';

/**
 * Makes a code and mails it in one transaction; `counted` is whose tries and mails it belongs to (guard/attempt-counter.ts). Answers
 * where to, masked; for an unknown address everything is the same, except that no mail goes out. `username` is what the asker
 * gave, and what is masked: an id, which an imagined account has too, must not be answered with the address that only a real one has.
 */
export async function sendCode(
  service: Service,
  subject: Subject,
  purpose: CodePurpose,
  username: string,
  counted = subject.userId,
): Promise<string> {
  const { user } = subject;
  const link = user && purpose === 'reset' ? resetLink(service, user) : null;
  await service.db
    .transaction()
    .execute((transaction) => addCode(service, transaction, { userId: counted, user }, purpose, link));
  return maskEmail(username);
}

/** The same in a transaction of the caller's, who masks the address. */
export async function addCode(
  service: Service,
  transaction: Transaction<IdentityTables>,
  { userId, user }: { userId: string; user: { email: string } | null },
  purpose: CodePurpose,
  link: string | null = null,
): Promise<void> {
  const code = await makeCode(transaction, service.secrets, { subject: userId, purpose, now: service.now() });
  if (!user) return;
  const message = codeMessages[purpose](service.pool.shopName, user.email, code);
  await service.sendMail(
    transaction,
    link ? { ...message, action: { label: 'Set a new password', url: link } } : message,
  );
}

/** As the protocol shows a destination: 'm***@e***'. Not as its owner spelled it: that would tell who has an account. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = foldEmail(email).split('@');
  return `${[...name][0] ?? ''}***@${[...host][0] ?? ''}***`;
}
