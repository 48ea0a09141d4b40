import { z } from 'zod';
import type { TimeRange } from '../schema.ts';
import { timestamp } from './parameters.ts';

const SECOND_MS = 1_000;
const at = (seconds: number) => new Date(seconds * SECOND_MS);

/** The provider's `created`: one second, or what lies between `gt`, `gte`, `lt` and `lte`. */
export const timeRange = z
  .union([
    z.strictObject({
      gt: timestamp.exactOptional(),
      gte: timestamp.exactOptional(),
      lt: timestamp.exactOptional(),
      lte: timestamp.exactOptional(),
    }),
    timestamp,
  ])
  .transform((given): TimeRange => {
    if (typeof given === 'number') return { from: at(given), before: at(given + 1) };
    const from = given.gte ?? (given.gt === undefined ? undefined : given.gt + 1);
    const before = given.lt ?? (given.lte === undefined ? undefined : given.lte + 1);
    return { ...(from !== undefined && { from: at(from) }), ...(before !== undefined && { before: at(before) }) };
  });
