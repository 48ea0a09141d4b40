// A store that speaks S3, written by others (@20minutes/s3rver), over a folder; and a proxy in front of it that fails as stores and networks do.
// It is no Amazon: it knows no limits of parts, cannot give up an upload in parts (405), and answers the range bytes=0-0 with the whole.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Config } from '#platform/storage/s3-client.ts';

type Given = {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  vhostBuckets: boolean;
  configureBuckets: Array<{ name: string }>;
};
type S3rver = { run(): Promise<AddressInfo>; close(): Promise<void> };

export async function startS3rver(): Promise<S3Config & { folder: string; close: () => Promise<void> }> {
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (given: Given) => S3rver;
  const directory = await mkdtemp(join(tmpdir(), 'hearth-s3rver-'));
  const bucket = 'shop-goods';
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    folder: directory,
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Actions of a proxy on a request: it passes it on, answers a status, is silent for ever, sends only the beginning of the answer,
 * passes on only the beginning of the body, or passes all of it on and lies about the answer.
 */
export type Fault = (asked: {
  method: string;
  url: string;
}) =>
  | null
  | { status: number; code?: string }
  | 'hang up'
  | 'silent'
  | { answersFirst: number }
  | { takesFirst: number }
  | { lie: (answer: { headers: Record<string, string | string[] | undefined> }) => void };

/** In front of a store: signatures hold, as the name of the host is passed on as it came. */
export async function startFaultyProxy(endpoint: string) {
  let fault: Fault = () => null;
  const target = new URL(endpoint);
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url = '', headers } = incoming;
    const what = fault({ method, url });
    if (what === 'hang up') return void incoming.socket.destroy();
    if (what === 'silent') return void incoming.resume();
    if (what && 'status' in what) {
      incoming.resume();
      incoming.on('end', () =>
        outgoing.writeHead(what.status).end(`<Error><Code>${what.code ?? 'Fault'}</Code></Error>`),
      );
      return;
    }
    const cut = what && 'takesFirst' in what ? what.takesFirst : null;
    const given = cut === null ? headers : { ...headers, 'content-length': String(cut) };
    const asked = { host: target.hostname, port: target.port, method, path: url, headers: given };
    const passed = sendRequest(asked, (answer) => {
      const reply = { headers: { ...answer.headers } };
      if (what && 'lie' in what) what.lie(reply);
      outgoing.writeHead(answer.statusCode ?? 500, reply.headers);
      if (what && 'answersFirst' in what) sendFirst(answer, what.answersFirst, (piece) => outgoing.write(piece));
      else answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    if (cut === null) incoming.pipe(passed);
    else sendFirst(incoming, cut, (piece, isLast) => (isLast ? passed.end(piece) : passed.write(piece)));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    fail: (next: Fault) => {
      fault = next;
    },
    /** Nobody is there: connections are refused, until `back`. */
    away: close,
    back: () => listen(port),
    close,
  };
}

/** So many bytes of it, in pieces; the rest is read, and goes nowhere. */
function sendFirst(from: IncomingMessage, bytes: number, send: (piece: Buffer, isLast: boolean) => void) {
  let left = bytes;
  from.on('data', (chunk: Buffer) => {
    if (left === 0) return;
    const piece = chunk.subarray(0, left);
    left -= piece.length;
    send(piece, left === 0);
  });
}
