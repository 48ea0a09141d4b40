import { expect, test } from 'vitest';
import { preferenceFor } from './second-factors.ts';

test.each([
  [
    { totp: true, email: false },
    { totp: 'PREFERRED', email: 'DISABLED' },
  ],
  [
    { totp: false, email: true },
    { totp: 'DISABLED', email: 'PREFERRED' },
  ],
  [
    { totp: true, email: true },
    { totp: 'NOT_PREFERRED', email: 'NOT_PREFERRED' },
  ],
  [
    { totp: false, email: false },
    { totp: 'DISABLED', email: 'DISABLED' },
  ],
] as const)(
  '[I-05] of the second factors %j the login asks for the only one, and lets choose among two',
  (on, told) => {
    expect(preferenceFor(on)).toEqual(told);
  },
);
