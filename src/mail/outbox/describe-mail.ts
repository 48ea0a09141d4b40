import type { Secrets } from '#platform/secrets.ts';
import { openMessage } from '../message/sealed-message.ts';
import { shownSubject } from '../message/shown-subject.ts';

/** Subject and recipient of a message; never its text, which may be a code. */
export function describeMail(secrets: Secrets, id: string, content: unknown): string {
  if (!(content instanceof Uint8Array)) return 'a message';
  try {
    const message = openMessage(secrets, id, content);
    return `“${shownSubject(message)}” to ${message.to}`;
  } catch {
    return 'a message that cannot be opened with the keys of this shop';
  }
}
