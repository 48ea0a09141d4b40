// How the shop's mails leave it, as the configuration says: by a mail server, or as files that a trial can look at.

import { createMail, type MailRoom } from '#mail/mail.ts';
import type { AttachmentSources } from '#mail/mailer.ts';
import { outboxAddress, outboxKey } from '#mail/outbox-page/outbox-key.ts';
import { createOutboxPage } from '#mail/server.ts';
import { createFileTransport } from '#mail/transport/file-transport.ts';
import { parseSender } from '#mail/transport/sender.ts';
import { createSmtpTransport } from '#mail/transport/smtp-transport.ts';
import type { Part } from '#platform/http/part.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import type { Stores } from '../open-stores.ts';
import type { Shop } from '../shop.ts';

type MailService = {
  mail: MailRoom;
  /** The page that shows the mails of a trial, and where; null where mails are nobody's to look at. */
  outbox: (Part & { address: string }) | null;
};

/** `attachments` say where what a mail only names is found when it leaves. */
export function openMail(
  { config, store, origin, isTrial, log }: Shop,
  { database, secrets }: Stores,
  attachments: Partial<AttachmentSources>,
): MailService {
  const brand = { name: store.name, address: store.contact.address, origin };
  const mail = createMail({
    database,
    secrets,
    transport: config.mail.smtpUrl ? createSmtpTransport(config.mail.smtpUrl) : createFileTransport(config.dataDir),
    brand,
    sender: config.mail.from ? parseSender(config.mail.from) : { name: store.name, address: store.contact.email },
    attachments,
    log,
  });
  if (!isTrial) return { mail, outbox: null };
  const key = outboxKey(secrets);
  const page = createOutboxPage({ ...config, brand, key, headers: securityHeaders, log });
  return { mail, outbox: { ...page, address: outboxAddress(origin, key) } };
}
