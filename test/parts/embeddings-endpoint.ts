// An endpoint for embeddings in OpenAI's form on a port of this machine, whose model knows some concepts by their words.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Each is a dimension: a text has as much of it as it has of its words. */
const concepts = [
  ['tomato', 'crop', 'plant', 'leaf', 'leaves', 'harvest'],
  ['ill', 'sick', 'disease', 'blight'],
  ['kettle', 'teapot', 'boils'],
  ['song', 'melody', 'music'],
  ['bridge', 'girder', 'span'],
];

export type Behavior =
  | 'answers'
  | 'silent'
  | 'busy'
  | 'broken'
  | 'refuses the key'
  | 'no JSON'
  | 'no vectors'
  | 'one short';

/** Starts it; `close` ends it. */
export async function openEmbeddingsEndpoint() {
  const state = {
    behavior: 'answers' as Behavior,
    /** Dimensions besides those of the concepts. */
    more: 3,
    /** It refuses requests with a text that contains this. */
    refused: null as string | null,
    /** Texts that it was asked for, by request. */
    requests: [] as Array<{ texts: string[]; model: string; authorization: string | undefined }>,
  };

  function answer(texts: string[], outgoing: ServerResponse) {
    const say = (status: number, body: string, headers = {}) =>
      outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    const { behavior, refused } = state;
    if (behavior === 'silent') return;
    if (behavior === 'busy') return say(429, '{}', { 'retry-after': '30' });
    if (behavior === 'broken') return say(500, 'Internal error');
    if (behavior === 'refuses the key') return say(401, '{"error":{"message":"Incorrect API key"}}');
    if (behavior === 'no JSON') return say(200, '<html>');
    if (behavior === 'no vectors') return say(200, '{"data":[{"index":0,"embedding":["a"]}]}');
    if (refused !== null && texts.some((text) => text.includes(refused)))
      return say(400, '{"error":{"message":"too long"}}');
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, state.more) }));
    // Endpoints may answer in any order.
    say(200, JSON.stringify({ object: 'list', data: data.reverse().slice(behavior === 'one short' ? 1 : 0) }));
  }

  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString();
    const { input, model } = JSON.parse(body) as { input: string[]; model: string };
    state.requests.push({ texts: input, model, authorization: incoming.headers.authorization });
    if (incoming.method !== 'POST' || incoming.url !== '/v1/embeddings') outgoing.writeHead(404).end();
    else answer(input, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** All texts that it was asked for since the last time. */
    takeTexts: () => state.requests.splice(0).flatMap(({ texts }) => texts),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function vectorOf(text: string, more: number): number[] {
  const words = text.toLowerCase().split(/[^a-z]+/);
  const known = concepts.map((concept) => words.filter((word) => concept.some((one) => word.startsWith(one))).length);
  return [...known, ...Array<number>(more).fill(0)];
}
