import { Agent, request } from 'node:http';
import type { Part } from '#platform/http/part.ts';
import type { ProbeAnswer, Send } from './probe.ts';

/** Whatever takes longer hangs. Generous: a busy machine must not fail a run. */
const HANG_MS = 30_000;

/** Over a real connection, in the bytes that the probe says. */
export function sendTo(address: string): { send: Send; close: () => void } {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const send: Send = (probe) =>
    new Promise((resolve, reject) => {
      const asked = request({
        agent,
        hostname,
        port,
        method: probe.method,
        path: probe.path,
        headers: { ...probe.headers, ...(probe.body !== null && { 'content-length': Buffer.byteLength(probe.body) }) },
      });
      const hanging = setTimeout(() => {
        resolve(null);
        asked.destroy();
      }, HANG_MS);
      asked.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('close', () => {
          clearTimeout(hanging);
          const { 'set-cookie': cookies = [], ...headers } = response.headers;
          resolve({
            status: response.statusCode ?? 0,
            headers: headers as Record<string, string>,
            cookies,
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      });
      asked.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(hanging);
        // The server closes a connection whose body it does not want to read, as the answer before said.
        if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(wireRefusal);
        // An answer that no client can read is a finding, and no end of the run.
        else if (error.code?.startsWith('HPE_')) resolve({ ...wireRefusal, status: 599, text: error.message });
        else reject(error);
      });
      asked.end(probe.body ?? undefined);
    });
  return { send, close: () => agent.destroy() };
}

/** Straight to a part that has no port. */
export function sendInto({ fetch }: Part): Send {
  return async ({ method, path, headers, body }) => {
    const bytes = typeof body === 'string' ? body : body && new Uint8Array(body);
    const asked = new Request(`http://shop.test${encodeURI(path).replaceAll('%25', '%')}`, {
      method,
      headers,
      body: method === 'GET' || method === 'HEAD' ? null : bytes,
    });
    let hanging: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      hanging = setTimeout(resolve, HANG_MS, null);
    });
    const answered = Promise.resolve(fetch(asked)).then(
      async (response): Promise<ProbeAnswer> => ({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        cookies: response.headers.getSetCookie(),
        text: await response.text(),
      }),
    );
    return Promise.race([answered, late]).finally(() => clearTimeout(hanging));
  };
}

const wireRefusal: ProbeAnswer = { status: 400, headers: { connection: 'close' }, cookies: [], text: '' };
