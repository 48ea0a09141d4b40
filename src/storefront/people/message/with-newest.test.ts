import { expect, test } from 'vitest';
import type { Message } from '#contract/people/message.ts';
import { withNewest } from './with-newest.ts';

const at = '2026-11-02T09:30:00.000Z';
const message = (id: string): Message => ({ message_id: id, side: 'buyer', text: id, created_at: at });
/** Newest first, as the API tells them. */
const page = (ids: string, next: string | null) => ({ messages: [...ids].map(message), next });
const shown = ({ messages, next }: ReturnType<typeof withNewest>) => ({
  ids: messages.map(({ message_id }) => message_id).join(''),
  next,
});

test('[S-12] messages of the same moment stand in the order in which they were written', () => {
  const first = withNewest({ messages: [], next: null }, page('ba', null));
  expect(shown(first)).toEqual({ ids: 'ab', next: null });
  expect(shown(withNewest(first, page('dcba', null)))).toEqual({ ids: 'abcd', next: null });
});

test('[S-12] what is known of earlier pages stays before the newest one', () => {
  const known = { messages: [...'abcd'].map(message), next: 'before a' };
  expect(shown(withNewest(known, page('edc', 'before c')))).toEqual({ ids: 'abcde', next: 'before a' });
});

test('[S-12] where more came since than a page holds, the list begins anew and has no gap', () => {
  const known = { messages: [...'ab'].map(message), next: null };
  expect(shown(withNewest(known, page('zyx', 'before x')))).toEqual({ ids: 'xyz', next: 'before x' });
});
