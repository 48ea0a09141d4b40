import { afterEach, expect, test, vi } from 'vitest';
import { createAdmission } from '#platform/http/door/admission.ts';
import { forgotPassword } from '../operations/forgot-password.ts';
import { resendConfirmationCode } from '../operations/resend-confirmation-code.ts';
import { limitExceeded } from '../protocol/errors.ts';
import type { Service } from '../service.ts';
import { withMinimumDuration } from './with-minimum-duration.ts';

afterEach(() => {
  vi.useRealTimers();
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('who waits for the minimum duration keeps nobody from being served', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const admission = createAdmission({ atOnce: 1, inLine: 0 });
  const serve = (work: () => Promise<string>) =>
    Promise.resolve(admission.run({ work, refused: () => 'refused', isGone: () => false }));
  let done = 0;
  const waiting = [];
  for (let count = 0; count < 20; count++) {
    waiting.push(serve(() => withMinimumDuration(async () => `answer ${++done}`)));
    await settle();
  }
  expect({ done, ...admission.count() }).toEqual({ done: 20, working: 0, waiting: 0, refused: 0 });
  // Nobody has been answered: they wait, all of them, without a place.
  expect(vi.getTimerCount()).toBe(20);
  await vi.advanceTimersByTimeAsync(200);
  expect(await Promise.all(waiting)).toHaveLength(20);
});

test('a failure waits as long as a success', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const failing = expect(withMinimumDuration(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await settle();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  await failing;
});

test.each([
  ['ForgotPassword', forgotPassword],
  ['ResendConfirmationCode', resendConfirmationCode],
])('%s refuses an address that asks too often without letting it wait', async (_name, operation) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const limits = { mail: () => Promise.reject(limitExceeded()) };
  const service = { pool: { clientId: 'shop' }, limits } as unknown as Service;
  const asked = operation.run({ ClientId: 'shop', Username: 'a@example.com' } as never, service, {
    address: '1.1.1.1',
  });
  await expect(asked).rejects.toMatchObject({ type: 'LimitExceededException' });
  expect(vi.getTimerCount()).toBe(0);
});
