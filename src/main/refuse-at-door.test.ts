import { expect, test } from 'vitest';
import { problemSchema } from '#contract/errors.ts';
import { findAddress } from '#contract/site-address.ts';
import { refuseAtDoor } from './refuse-at-door.ts';

const message = 'The body is larger than 2 kB.';
const refuse = (path: string) =>
  refuseAtDoor((asked) => findAddress(asked).isHub === true)(path, { status: 413, message }, 'request-1');

test('the API says with its problem that a body is too large, and repeats the sentence where buying clients read it', async () => {
  expect(problemSchema.parse(await refuse('/api/review').json())).toMatchObject({ code: 'bad_request', message });
  expect(problemSchema.parse(await refuse('/api/checkout-session/').json())).toMatchObject({ message, error: message });
});

test('the account service says it in its protocol', async () => {
  const response = refuse('/identity/');
  expect(await response.json()).toEqual({ __type: 'SerializationException', message });
  expect(response.headers.get('x-amzn-errortype')).toBe('SerializationException');
});

test('the Hub says it where its clients read a sentence', async () => {
  expect(await refuse('/api/models/shop/name/paths-info/main').json()).toMatchObject({ error: message });
});
