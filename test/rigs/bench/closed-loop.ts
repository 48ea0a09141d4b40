// Visitors that each ask again as soon as they are answered. On bare sockets: a load generator that takes each answer apart
// costs more than a cached page, and would be what is measured.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Answered = { milliseconds: number[]; bytes: number };

const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/** Visitors come from networks of their own, where the server trusts a proxy (TRUSTED_PROXIES=1): one has only its share. */
export function networkOf(visitor: number): string {
  return `198.51.${Math.floor(visitor / 250) % 250}.${(visitor % 250) + 1}`;
}

/** Request as far as it is not the visitor's; with a body it is sent by POST. `status`: of its answer, 200 where it is not said. */
export type Question = { path: string; headers?: Record<string, string>; body?: string; status?: 200 | 304 };

/** Asks a server the questions in turn, over as many connections, until the time is over. Throws at any answer of another status. */
export async function runClosedLoop(
  address: string,
  questions: Array<string | Question>,
  given: { visitors: number; seconds: number },
): Promise<Answered> {
  const { hostname, port, host } = new URL(address);
  const requestsOf = (network: string) =>
    questions.map((question) => toRequest(typeof question === 'string' ? { path: question } : question, host, network));
  const answered: Answered = { milliseconds: [], bytes: 0 };
  const until = performance.now() + given.seconds * 1_000;
  let turn = 0;
  await Promise.all(
    Array.from({ length: given.visitors }, async (_, visitor) => {
      const requests = requestsOf(networkOf(visitor));
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      await visit(socket, () => (performance.now() < until ? requests[turn++ % requests.length] : undefined), answered);
    }),
  );
  return answered;
}

type Request = { bytes: Buffer; status: 200 | 304 };

function toRequest({ path, headers = {}, body, status = 200 }: Question, host: string, network: string): Request {
  const content = Buffer.from(body ?? '');
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `host: ${host}`,
    `x-forwarded-for: ${network}`,
    'accept-encoding: br, gzip',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${content.length}`]),
  ];
  return { bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]), status };
}

/** Sends what `next` gives, one after the other, until it gives nothing. */
function visit(socket: Socket, next: () => Request | undefined, answered: Answered): Promise<void> {
  return new Promise((resolve, reject) => {
    let started = 0;
    let held: Buffer | null = null;
    /** Bytes that are still to come of this answer; null while its headers are not complete. */
    let left: number | null = null;
    let expected = 200;

    function ask() {
      const request = next();
      if (!request) {
        socket.destroy();
        return resolve();
      }
      started = performance.now();
      left = null;
      expected = request.status;
      socket.write(request.bytes);
    }

    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a connection was ended')));
    socket.on('data', (chunk) => {
      answered.bytes += chunk.length;
      let body: Buffer = chunk;
      if (left === null) {
        body = held ? Buffer.concat([held, chunk]) : chunk;
        const end = body.indexOf(END_OF_HEADERS);
        held = end < 0 ? body : null;
        if (end < 0) return;
        const headers = body.toString('latin1', 0, end);
        if (headers.startsWith('HTTP/1.1 503 '))
          return reject(new Error('503: the shop sheds load, so something else keeps this machine busy'));
        if (!headers.startsWith(`HTTP/1.1 ${expected} `)) return reject(new Error(`answered ${headers.slice(0, 40)}`));
        left = expected === 304 ? 0 : Number(headers.match(/\r\ncontent-length: (\d+)/i)?.[1] ?? Number.NaN);
        if (Number.isNaN(left)) return reject(new Error('an answer does not say its length'));
        body = body.subarray(end + END_OF_HEADERS.length);
      }
      left -= body.length;
      if (left > 0) return;
      answered.milliseconds.push(performance.now() - started);
      ask();
    });
    ask();
  });
}
