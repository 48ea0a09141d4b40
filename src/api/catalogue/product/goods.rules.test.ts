import { expect, test } from 'vitest';
import { readGoods } from './goods.rules.ts';

test('[G-12] a text with a placeholder that is not known is refused when it is saved', () => {
  const access = { by: 'text', text: 'Sign in as {{user}}.' };
  const reason = expect.stringMatching(/^goods\.access\.text has \{\{user\}\}, which is not known/);
  expect(readGoods({ access })).toEqual({ ok: false, reason });
  const variant = { selected_options: [{ name: 'Seats', value: '5' }], access };
  expect(readGoods({ variants: [variant] })).toEqual({ ok: false, reason });
  const keyText = { by: 'text', text: '{{key}}' };
  expect(readGoods({ access: keyText })).toMatchObject({ ok: false });
  expect(readGoods({ access: keyText, keys: { source: 'list' } })).toMatchObject({ ok: true });
});

test('[G-12] access that could be over before it must be there is refused, of a variant too', () => {
  const access = (within_minutes: number) => ({ by: 'endpoint', within_minutes, valid_days: 1 });
  const reason = 'goods.access.within_minutes must not be longer than valid_days';
  expect(readGoods({ access: access(1_441) })).toEqual({ ok: false, reason });
  const variant = { selected_options: [{ name: 'Seats', value: '5' }], access: access(1_441) };
  expect(readGoods({ variants: [variant] })).toEqual({ ok: false, reason });
  expect(readGoods({ access: access(1_440) })).toMatchObject({ ok: true });
  expect(readGoods({ access: { by: 'endpoint', within_minutes: 1_441 } })).toMatchObject({ ok: true });
});
