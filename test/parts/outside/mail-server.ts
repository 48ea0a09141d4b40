// A real mail server on a port of its own that takes, refuses, holds or drops what it is given, as a test says.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from './certificate.ts';

/** 'take' answers 250, a number refuses with that code, 'hang up' drops every connection without an answer. */
export type Answer = 'take' | number | 'hang up';

export type MailServer = {
  port: number;
  /** Where it is reached without encryption. */
  url: string;
  /** Messages that were answered with 250. */
  taken: Email[];
  /** Comes to its end when this many messages have been offered, recipients that were refused included. */
  offered(count: number): Promise<void>;
  close(): Promise<void>;
};

export async function startMailServer(
  options: {
    onRecipient?: (address: string) => Answer | Promise<Answer>;
    onMessage?: (mail: Email) => Answer | Promise<Answer>;
    /** Unset: any that is free. */
    port?: number;
  } & Pick<SMTPServerOptions, 'secure' | 'authOptional' | 'disabledCommands' | 'onAuth'> = {},
): Promise<MailServer> {
  const { onRecipient = () => 'take', onMessage = () => 'take', port: wanted = 0, ...smtp } = options;
  const taken: Email[] = [];
  const sockets = new Set<Socket>();
  const waiting: { count: number; done: () => void }[] = [];
  let offers = 0;

  function recordOffer() {
    offers++;
    for (const { count, done } of waiting) if (offers >= count) done();
  }

  function reply(answer: Answer, callback: (error?: Error | null) => void) {
    if (answer === 'hang up') for (const socket of sockets) socket.destroy();
    else callback(answer === 'take' ? null : Object.assign(new Error('not now <x@y>'), { responseCode: answer }));
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 0,
    ...selfSigned,
    ...smtp,
    async onRcptTo({ address }, _session, callback) {
      const answer = await onRecipient(address);
      if (answer !== 'take') recordOffer();
      reply(answer, callback);
    },
    async onData(stream, _session, callback) {
      const mail = await PostalMime.parse(Buffer.concat(await Array.fromAsync(stream)));
      recordOffer();
      const answer = await onMessage(mail);
      if (answer === 'take') taken.push(mail);
      reply(answer, callback);
    },
  });
  server.on('error', () => {
    // Connections that end early are what some tests are about.
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(wanted, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken,
    offered: (count) =>
      new Promise((done) => {
        if (offers >= count) done();
        else waiting.push({ count, done });
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
