// Where mails go, as the operator says.
import { z } from 'zod';
import { optional, type Values } from '#platform/config/variables.ts';

export const mailVariables = {
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')),
  MAIL_FROM: optional(z.string()),
};

export type MailConfig = {
  /** smtp:// or smtps:// with user and password; null: messages become files in the data directory. */
  smtpUrl: string | null;
  /** The sender, as in 'Hearth <shop@example.com>'; null: the store's own address. */
  from: string | null;
};

export function mailConfig({ SMTP_URL, MAIL_FROM }: Values<typeof mailVariables>): MailConfig {
  return { smtpUrl: SMTP_URL ?? null, from: MAIL_FROM ?? null };
}
