import { expect, test } from 'vitest';
import { nameOf, valueText } from './audit-labels.ts';

test.each([
  ['refund_cents', 4_000, 'refund', '$40.00'],
  ['cents', '120', 'amount', '$1.20'],
  ['is_shared', true, 'is shared', 'yes'],
  ['reason', '', 'reason', 'nothing'],
  ['choices', '["1 year","2 years"]', 'choices', '1 year, 2 years'],
  ['sale', '{"ends_at":null,"price_cents":150}', 'sale', 'ends at nothing, price 150'],
  ['picture', '[]', 'picture', 'nothing'],
  ['text', '[sic] as it was', 'text', '[sic] as it was'],
  ['cut', '{"long":"tex…', 'cut', '{"long":"tex…'],
])('[B-14] %s: %s is told as "%s: %s"', (name, value, label, text) => {
  expect([nameOf(name), valueText(value, name)]).toEqual([label, text]);
});
