// Building blocks of the variables of the environment. Each room says its own in a `config.ts`; main/config/config.ts reads them all.
import { z } from 'zod';

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);

/** An empty variable is one that is not set. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsUnset, schema.optional());

export const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((given) => emptyIsUnset(given) ?? value, schema);

export const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** An amount of something, from 1. */
export const count = z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1');

export const port = z.coerce.number('must be a number').int().min(0).max(65535, 'must be at most 65535');

export const onOrOff = z.enum(['on', 'off']);

/** The words of a list with commas or spaces between them. */
export function words(text: string | undefined): string[] {
  return text?.split(/[\s,]+/).filter(Boolean) ?? [];
}

/** The values of a room's variables as they were read. */
export type Values<Variables extends z.core.$ZodShape> = z.output<z.ZodObject<Variables>>;
