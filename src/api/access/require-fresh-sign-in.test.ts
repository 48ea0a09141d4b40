import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Customer } from './authenticate.ts';
import { requireFreshSignIn } from './require-fresh-sign-in.ts';

const now = new Date('2026-11-22T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Whose sign-in is so old; `as` is the middleware that has found out who asks. */
async function ask(as: 'staff' | 'member' | 'customer', signedInAt: Date): Promise<string> {
  const customer: Customer = {
    userId: 'ana',
    email: 'ana@example.com',
    nickname: 'Ana',
    since: now,
    signedInAt,
    hasSecondFactor: true,
  };
  const app = new Hono<{ Variables: Record<string, unknown> }>();
  app.use(async (c, next) => {
    c.set(as, as === 'customer' ? customer : { customer });
    await next();
  });
  app.post(
    '/',
    requireFreshSignIn(() => now),
    (c) => c.text('done'),
  );
  app.onError((error, c) => c.text('refusal' in error ? (error.refusal as { code: string }).code : String(error)));
  return (await app.request('/', { method: 'POST' })).text();
}

test.each(['staff', 'member', 'customer'] as const)(
  '[B-03] a sign-in of the last 15 minutes is fresh, and an older one of %s is asked for again',
  async (as) => {
    expect(await ask(as, minutesAgo(0))).toBe('done');
    expect(await ask(as, minutesAgo(15))).toBe('done');
    expect(await ask(as, minutesAgo(15.1))).toBe('sign_in_again');
    expect(await ask(as, new Date(0))).toBe('sign_in_again');
  },
);
