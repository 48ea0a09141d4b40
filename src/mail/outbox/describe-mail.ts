import type { Secrets } from '#platform/secrets.ts';
import { openMessage } from '../message/sealed-message.ts';

/** What a message is about and whom it goes to; never what it says, which may be a code. */
export function describeMail(secrets: Secrets, id: string, content: unknown): string {
  if (!(content instanceof Uint8Array)) return 'a message';
  try {
    const { subject, to } = openMessage(secrets, id, content);
    return `“${subject}” to ${to}`;
  } catch {
    return 'a message that cannot be opened with the keys of this shop';
  }
}
