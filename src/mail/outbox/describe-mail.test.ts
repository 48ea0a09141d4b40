import { expect, test } from 'vitest';
import { createSecrets } from '#platform/secrets.ts';
import { sealMessage } from '../message/sealed-message.ts';
import { describeMail } from './describe-mail.ts';

const secrets = createSecrets([new Uint8Array(32).fill(5)]);
const message = {
  to: 'jane@example.com',
  subject: 'Your code is 482913',
  heading: 'Your code',
  paragraphs: ['Type it where you sign in.'],
  code: '482913',
};

test('an email in the outbox is named without the code that signs its recipient in', () => {
  expect(describeMail(secrets, 'one', sealMessage(secrets, 'one', message))).toBe(
    '“Your code is ******” to jane@example.com',
  );
});

test('an email that cannot be opened says so', () => {
  const sealed = sealMessage(secrets, 'one', message);
  expect(describeMail(secrets, 'another', sealed)).toBe('a message that cannot be opened with the keys of this shop');
  expect(describeMail(secrets, 'one', 'text')).toBe('a message');
});
