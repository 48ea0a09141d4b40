import type { Message } from '../mailer.ts';

/** Subject for anybody but the recipient: a code lets its reader in, also a reader of the database or of the staff's screens. */
export function shownSubject({ subject, code }: Pick<Message, 'subject' | 'code'>): string {
  return code ? subject.replaceAll(code, '******') : subject;
}
