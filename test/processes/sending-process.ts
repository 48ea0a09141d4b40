// A process of its own that puts one message into an outbox and delivers it, until it is killed.
import { join } from 'node:path';
import { pino } from 'pino';
import { createMail } from '#mail/mail.ts';
import type { MailTables } from '#mail/schema.ts';
import { createSmtpTransport } from '#mail/smtp-transport.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createSecrets } from '#platform/secrets.ts';

/** Handed over as the JSON of the first argument. */
export type SendingProcess = {
  databaseUrl: string | null;
  dataDir: string;
  secretsKey: string;
  smtpUrl: string;
  sender: { name: string; address: string };
};

const given = JSON.parse(process.argv[2] ?? '') as SendingProcess;
const database = await openDatabase<MailTables>(given);
await migrate(database, { schema: 'mail', folder: join(import.meta.dirname, '../../src/mail/migrations') });
const mail = createMail({
  database,
  secrets: createSecrets([Buffer.from(given.secretsKey, 'base64')]),
  transport: createSmtpTransport(given.smtpUrl),
  brand: { name: 'Hearth', address: ['1 Example Street'], origin: 'https://shop.example' },
  sender: given.sender,
  log: pino({ level: 'silent' }),
});
await database.kysely.transaction().execute((transaction) =>
  mail.sendMail(transaction, {
    to: 'ada@example.com',
    subject: 'Hello',
    heading: 'Hello',
    paragraphs: ['Welcome.'],
  }),
);
await mail.start();
