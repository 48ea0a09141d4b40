import { createTransport } from 'nodemailer';
import { outboxFolder, outboxName, writeOutboxFile } from './outbox-files.ts';
import type { Transport } from './transport.ts';

/** Writes each message, byte for byte what a mail server would have been given, to an .eml file in `dataDir`/outbox. */
export function createFileTransport(dataDir: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async deliver({ id, createdAt, content }) {
      const { message } = await composer.sendMail(content);
      await writeOutboxFile(outboxFolder(dataDir), outboxName(id, createdAt), message as Buffer);
    },
    close() {
      // Nothing is held open between two messages.
    },
  };
}
