// Dependencies of the verbs of shops. Built once by server.ts, handed down as values.
import type { RefusalCode } from '#contract/refusal.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { Log } from '#platform/observability/log.ts';
import type { AllowWrite } from '../../http/write-rate-limit.ts';
import type { Db } from '../../schema/db.ts';
import type { MailingShop, SellerMail } from './seller-mails.rules.ts';

export type SellerService = {
  db: Db;
  sendMail: SendMail;
  shop: MailingShop;
  /** In cents: what a shop has earned and has not been paid. */
  unpaidCents: (db: Db, sellerId: string) => Promise<number>;
  log: Log;
  now: () => Date;
};

/** Why something was not done: what is answered, in a sentence. */
export type NotDone = { ok: false; status: 400 | 404 | 409; message: string; code?: RefusalCode };

/** `code`: for what a program tells apart from other refusals. */
export function notDone(status: NotDone['status'], message: string, code?: RefusalCode): NotDone {
  return { ok: false, status, message, ...(code && { code }) };
}

export async function sendMails(
  { sendMail }: Pick<SellerService, 'sendMail'>,
  transaction: Db,
  mails: readonly SellerMail[],
): Promise<void> {
  for (const mail of mails) await sendMail(transaction, mail);
}

/** How much an account may do with shops, and how many mails an address gets of them. */
export type SellerAllowances = {
  allowChange: AllowWrite;
  allowMail: AllowWrite;
  /** By the address that a mail is for, over all shops. */
  allowSupportMailTo: AllowWrite;
  allowInvitationOf: AllowWrite;
  /** Besides, for support mails of an application. */
  allowApplicantMail: AllowWrite;
};
