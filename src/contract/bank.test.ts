import { expect, test } from 'vitest';
import { hasIbanCheckDigits, isRoutingNumber } from './bank.ts';

test.each([
  ['DE89 3704 0044 0532 0130 00', true],
  ['DE89 3704 0044 0532 0130 01', false],
  ['DE89 3704 0044 0532 0103 00', false],
  ['gb29 nwbk 6016 1331 9268 19', true],
  ['MT84 MALT 0110 0001 2345 MTLC AST0 01S', true],
  ['NO93-8601-1117-947', true],
  ['DE89', false],
  ['370400440532013000', false],
  ['', false],
])('[W-07] the check digits of the IBAN %j are right: %s', (iban, isRight) =>
  expect(hasIbanCheckDigits(iban)).toBe(isRight),
);

test.each([
  ['021000021', true],
  ['021000022', false],
  ['000000000', false],
  ['02100002', false],
])('[W-07] the check digit of the routing number %s is right: %s', (number, isRight) =>
  expect(isRoutingNumber(number)).toBe(isRight),
);
