import type { Mail } from '../message/compose-mail.ts';

/** A way of delivery. */
export type Transport = {
  /** Comes to its end when the message is in safe hands, and throws when that is not certain. */
  deliver(mail: Mail, signal: AbortSignal): Promise<void>;
  close(): void;
};
