// Shop state that the API cannot know: the other parts' outboxes and keys, the machine, the installation.
import { readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { webhookOutbox } from '@hearth/payment-sandbox';
import type { OutboxSource, StateSource } from '#api/operations/system-status/system-status-source.ts';
import { listSigningKeys } from '#identity/tokens/signing-key.store.ts';
import { describeMail } from '#mail/outbox/describe-mail.ts';
import { outbox as mails } from '#mail/outbox/outbox.store.ts';
import { keyFile } from '#platform/secrets.ts';
import type { Stores } from './open-stores.ts';
import { root, type Shop } from './shop.ts';

/** `isSandbox`: the embedded payment provider takes the cards. */
export function shopState({ config }: Shop, stores: Stores, { isSandbox }: { isSandbox: boolean }): StateSource {
  const { database, replica, secrets } = stores;
  const { kysely: db } = database;
  const mail: OutboxSource = {
    name: 'mail',
    table: 'mail.outbox',
    measure: () => mails.measure(db),
    describe: ({ id, content }) => describeMail(secrets, id, content),
  };
  const sandbox: OutboxSource = {
    name: 'sandbox',
    table: 'payments.webhook_delivery',
    measure: () => webhookOutbox.measure(db),
    describe: ({ id }) => `event ${id} to the shop`,
  };
  return {
    outboxes: isSandbox ? [mail, sandbox] : [mail],
    async keys() {
      const signIn = (await listSigningKeys(db))[0];
      const data = config.secretsKey ? null : await stat(keyFile(config.dataDir)).catch(() => null);
      return [
        { name: 'sign_in', since: signIn?.created_at ?? null },
        { name: 'data', since: data?.mtime ?? null },
      ];
    },
    connections: () => database.connections(),
    replicaLag: replica ? () => replica.measureLag() : null,
    storage: {
      kind: config.storage.kind,
      async freeBytes() {
        const { bavail, bsize } = await statfs(
          config.storage.kind === 'folder' ? config.storage.folder : config.dataDir,
        );
        return bavail * bsize;
      },
    },
    readGuide: () => readFile(join(root, 'docs/operations.md'), 'utf8').catch(() => null),
  };
}

/** The version of the shop, as its package says it. */
export async function shopVersion(): Promise<string> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version;
}
