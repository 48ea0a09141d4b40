import { expect, test } from 'vitest';
import { isRoutingNumber } from './bank.ts';

test.each([
  ['021000021', true],
  ['021000022', false],
  ['000000000', false],
  ['02100002', false],
])('[W-07] the check digit of the routing number %s is right: %s', (number, isRight) =>
  expect(isRoutingNumber(number)).toBe(isRight),
);
