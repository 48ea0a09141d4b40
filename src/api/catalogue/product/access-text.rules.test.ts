import { describe, expect, test } from 'vitest';
import { renderAccessText } from './access-text.rules.ts';

const facts = {
  order_id: 'ORDER1',
  product_name: 'Bird {{key}}',
  product_id: 'bird',
  product_version: 3,
  selected_options: [{ name: 'Seats', value: '5' }],
  quantity: 2,
  granted_at: new Date('2026-11-22T12:00:00Z'),
  buyer: 'buyer_1',
  keys: ['AAA', 'BBB'],
};

describe('[G-12] placeholders of access texts', () => {
  test('stand for what was bought, and what they bring is not looked at again', () => {
    const text = '{{order_id}} {{product_name}} {{ version }} {{options}} {{quantity}} {{bought_on}} {{key}} {{gone}}';
    expect(renderAccessText(text, facts)).toBe('ORDER1 Bird {{key}} 3 Seats: 5 2 2026-11-22 AAA\nBBB {{gone}}');
  });
});
