import { expect, test } from 'vitest';
import { type OpenShop, openLines } from './open-lines.ts';

const origin = 'http://localhost:3000';
const key = 'k'.repeat(43);
const login = { person: 'seller', email: 'seller@demo.example', password: 'abcdefghjk', secondFactor: null };
const trial: OpenShop = {
  name: 'Hearth',
  origin,
  isTrial: true,
  mails: `${origin}/outbox?key=${key}`,
  board: `${origin}/pay/connect?key=${key}`,
  demo: [login, { ...login, person: 'staff', secondFactor: 'mail' }],
  chargesCards: false,
  sendsMails: false,
  hasPublicUrl: false,
  hasPostgres: false,
};
const live = { ...trial, isTrial: false, mails: null, board: null, demo: [], origin: 'https://shop.example' };

test('a trial says on one screen of 80 columns where it is, what is a sandbox, and what is not set', () => {
  const lines = openLines(trial);
  expect(lines.length).toBeLessThan(24);
  // An address is never cut in two.
  for (const line of lines.filter((each) => !each.includes('?key='))) expect(line.length, line).toBeLessThanOrEqual(80);
  const text = lines.join('\n');
  expect(text).toMatch(/sandbox.*4242/);
  expect(text).toContain('seller  seller@demo.example  abcdefghjk\n');
  expect(text).toContain('abcdefghjk, then a code by email\n');
  for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'STRIPE_SECRET_KEY'])
    expect(text).toContain(`  ${name} `);
  expect(lines.at(-1)).toBe(`Hearth is open at ${origin}`);
});

test('a shop for others names what it still lacks, and a complete one its address alone', () => {
  const half = openLines({ ...live, hasPublicUrl: true, hasPostgres: true, chargesCards: true });
  expect(half.join('\n')).toMatch(/SMTP_URL +no email is sent: they are files/);
  expect(half.join('\n')).not.toMatch(/trial|PUBLIC_URL|STRIPE/);
  const whole = { ...live, hasPublicUrl: true, hasPostgres: true, chargesCards: true, sendsMails: true };
  expect(openLines(whole)).toEqual(['Hearth is open at https://shop.example']);
});
