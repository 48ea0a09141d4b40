import { z } from 'zod';

/** Amount that somebody asks to move: US dollars, of whole cents, more than nothing. */
export const askedAmount = z
  .number('must be an amount in dollars')
  .min(0.01, 'must be more than nothing')
  .max(1_000_000_000, 'is more than anybody has')
  .refine((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6, 'must be in whole cents');
