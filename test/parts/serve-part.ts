// A part at a port of its own, behind the shop's own server: for tests of what only a connection shows.
import { expect, vi } from 'vitest';
import { openHttpServer } from '#platform/http/http-server.ts';
import type { Part } from '#platform/http/part.ts';

export async function servePart(part: Part) {
  const http = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0 });
  http.serve({ sendCached: () => false, fetch: part.fetch });
  return {
    address: http.address.replace('localhost', '127.0.0.1'),
    async close() {
      http.server.closeAllConnections();
      await http.close(1_000);
    },
  };
}

/** The server that answers are written by tells on the console of each that broke off on its own side: so many, and no more. */
export function expectBroken(answers: number) {
  expect(vi.mocked(console.error)).toHaveBeenCalledTimes(answers);
  vi.mocked(console.error).mockClear();
}
