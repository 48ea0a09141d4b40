import { expect, test } from 'vitest';
import { StartError } from '#platform/config/start-error.ts';
import { parseSender } from './sender.ts';

test.each([
  ['Hearth <shop@example.com>', { name: 'Hearth', address: 'shop@example.com' }],
  ['shop@example.com', { name: '', address: 'shop@example.com' }],
  ['"Hearth, Inc." <shop@example.com>', { name: 'Hearth, Inc.', address: 'shop@example.com' }],
])('%s is a sender', (text, sender) => {
  expect(parseSender(text)).toEqual(sender);
});

test.each(['Hearth', '', 'a@example.com, b@example.com', 'shop@', 'Hearth <>'])('%j is not', (text) => {
  expect(() => parseSender(text)).toThrow(StartError);
});
