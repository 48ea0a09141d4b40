import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requester, as far as the connection tells: the address that limits are counted by. */
export type Peer = { address: string };

/** A part of the product: it answers requests, opens no port and reads no environment. `main` joins the parts. */
export type Part = { fetch: (request: Request, peer?: Peer) => Response | Promise<Response> };

/** Site of a port: a part, with a shorter way for what can be sent without a request and an answer object. */
export type Site = Part & {
  /** Sends what is cached straight to Node's response and answers true; false leaves the request to `fetch`. */
  sendCached: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
};
