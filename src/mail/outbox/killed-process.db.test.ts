// Purpose of the outbox: to survive a process that is killed in the middle of a delivery.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets, newSecretsKey } from '#platform/secrets.ts';
import { makeLastingDatabase } from '../../../test/database/lasting-database.ts';
import { startMailServer } from '../../../test/parts/outside/mail-server.ts';
import type { SendingProcess } from '../../../test/processes/sending-process.ts';
import { createMail } from '../mail.ts';
import type { MailTables } from '../schema.ts';
import { createSmtpTransport } from '../transport/smtp-transport.ts';

const sender = { name: 'Hearth', address: 'shop@hearth.example' };

test('a message in the hands of a killed process is delivered by the next one, once', async () => {
  const place = await makeLastingDatabase();
  onTestFinished(place.drop);
  let kill = true;
  const server = await startMailServer({
    async onMessage() {
      if (!kill) return 'take';
      kill = false;
      // The whole message has come in; its sender dies before it is answered.
      child.kill('SIGKILL');
      await ended;
      return 'hang up';
    },
  });
  onTestFinished(() => server.close());
  const given: SendingProcess = { ...place, secretsKey: newSecretsKey(), smtpUrl: server.url, sender };
  const script = join(import.meta.dirname, '../../../test/processes/sending-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'close');
  expect(await ended).toEqual([null, 'SIGKILL']);

  const database = await openDatabase<MailTables>(place);
  onTestFinished(() => database.close());
  // Its lease has ended.
  await sql`update mail.outbox set due_at = due_at - interval '1 minute'`.execute(database.kysely);
  const mail = createMail({
    database,
    secrets: createSecrets([Buffer.from(given.secretsKey, 'base64')]),
    transport: createSmtpTransport(server.url),
    brand: { name: 'Hearth', address: ['1 Example Street'], origin: 'https://shop.example' },
    sender,
    log: pino({ level: 'silent' }),
  });
  await mail.start();
  await server.offered(2);
  await mail.close(20_000);
  const rows = await database.kysely.selectFrom('mail.outbox').select(['id', 'state', 'attempts']).execute();
  expect(rows).toMatchObject([{ state: 'sent', attempts: 2 }]);
  expect(server.taken.map(({ messageId }) => messageId)).toEqual([`<${rows[0]?.id}@hearth.example>`]);
}, 60_000);
