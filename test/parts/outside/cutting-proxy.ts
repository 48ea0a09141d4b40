// A proxy between a browser and the shop, which breaks connections off where a test says so.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/** `cut`: the connection ends after so many bytes of the body; `hold`: no more of them come. Null: the answer goes through. */
export type Cut = { cut: number } | { hold: number } | null;

export type CuttingProxy = {
  address: string;
  /** Asked for each request; the newest rule counts. */
  rule: (say: (request: IncomingMessage) => Cut) => void;
  close: () => Promise<void>;
};

/** Takes plain HTTP, as browsers ask a proxy for it. */
export async function startCuttingProxy(): Promise<CuttingProxy> {
  let cutOf: (request: IncomingMessage) => Cut = () => null;
  const server = createServer((asked, answer) => forward(asked, answer, cutOf(asked)));
  // Requests of the test itself go through as they are.
  server.on('connect', ({ url = '' }, socket) => {
    const { hostname, port } = new URL(`http://${url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const side of [onward, socket]) side.on('error', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rule: (say) => {
      cutOf = say;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(asked: IncomingMessage, answer: ServerResponse, cut: Cut) {
  if (cut && 'cut' in cut && cut.cut === 0) return void asked.socket.destroy();
  const { method, headers, url = '' } = asked;
  const onward = request(url, { ...(method && { method }), headers, agent: false }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    answer.flushHeaders();
    (cut ? got.pipe(cutting(cut, () => asked.socket.destroy())) : got).pipe(answer);
  });
  // The test ends either side as it likes.
  onward.on('error', () => asked.socket.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}

function cutting(cut: NonNullable<Cut>, end: () => void) {
  let left = 'cut' in cut ? cut.cut : cut.hold;
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      const passed = chunk.subarray(0, left);
      left -= passed.length;
      if (passed.length > 0) this.push(passed);
      if (left > 0) return done();
      // Bytes that have been pushed go out first.
      if ('cut' in cut) setTimeout(end, 100);
    },
  });
}
