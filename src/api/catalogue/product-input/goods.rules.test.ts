import { describe, expect, test } from 'vitest';
import { faultIn } from './fault.rules.ts';
import { faultReason } from './fault-text.rules.ts';
import { goods } from './goods.rules.ts';

/** Sentence of the first fault; null where there is none. */
function faultOf(given: unknown): string | null {
  const read = goods.safeParse(given, { reportInput: true });
  return read.success ? null : faultReason(faultIn('goods', read.error));
}

const variant = { selected_options: [{ name: 'Seats', value: '5' }] };
const ofText = (text: string) => ({ access: { by: 'text', text } });

describe('[G-12] a text with a placeholder', () => {
  test.each([
    ['Hello {{order_id}}', null],
    ['No placeholder { } at all', null],
    [' ', /must not be empty/],
    ['Sign in as {{user}}.', /^goods\.access\.text has \{\{user\}\}, which is not known/],
    ['{{constructor}}', /not known/],
    ['{{order_id', /two braces/],
    ['order_id}}', /two braces/],
    ['{{key}}', /without keys/],
  ])('%s', (text, fault) => {
    if (fault === null) expect(faultOf(ofText(text))).toBeNull();
    else expect(faultOf(ofText(text))).toMatch(fault);
  });

  test('of a variant says which', () => {
    expect(faultOf({ variants: [{ ...variant, ...ofText('{{user}}') }] })).toMatch(
      /^goods\.variants\[0\]\.access\.text has \{\{user\}\}/,
    );
  });

  test('may name keys where there are some', () => {
    expect(faultOf({ ...ofText('{{key}}'), keys: { source: 'list' } })).toBeNull();
  });
});

test('[G-12] access that could be over before it must be there is refused, of a variant too', () => {
  const access = (within_minutes: number) => ({ by: 'endpoint', within_minutes, valid_days: 1 });
  const reason = 'access.within_minutes must not be longer than valid_days';
  expect(faultOf({ access: access(1_441) })).toBe(`goods.${reason}`);
  expect(faultOf({ variants: [{ ...variant, access: access(1_441) }] })).toBe(`goods.variants[0].${reason}`);
  expect(faultOf({ access: access(1_440) })).toBeNull();
  expect(faultOf({ access: { by: 'endpoint', within_minutes: 1_441 } })).toBeNull();
});

test.each([
  ['{', 'goods is not JSON'],
  [[], 'goods is not an object'],
  [{ hours: { by: 'hand' } }, 'goods.hours.minutes_each is missing'],
  [{ keys: { source: 'list', seats: 0 } }, 'goods.keys.seats is below 1'],
  [{ keys: { source: 'list', seats: 1.5 } }, 'goods.keys.seats is not a whole number'],
  [{ keys: { source: 'none' } }, 'goods.keys.source is not one of list, signed'],
  [{ files: { updates: 'free', more: 1 } }, 'goods.files.more is not known'],
  [{ variants: [variant, variant] }, 'goods has the same variant twice'],
])('%j is refused', (given, reason) => {
  expect(faultOf(given)).toBe(reason);
});
