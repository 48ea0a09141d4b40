// The kinds of parameters that endpoints share. They come as text; what is wrong with them is told in the provider's words.
import { z } from 'zod';
import { invalid, missing, type ParameterRefusal, type ProviderError, unknown } from './errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
/** Characters, as all lengths here. */
const LONGEST_TEXT = 5_000;
const LONGEST_EMAIL = 512;
const MOST_METADATA = 50;
const LONGEST_METADATA_KEY = 40;
const LONGEST_METADATA_VALUE = 500;
/** How much of a wrong value is told in its refusal. */
const LONGEST_QUOTED_NUMBER = 50;
const LONGEST_QUOTED_NAME = 100;
/** Unix seconds, in the year 5138. */
const LATEST = 99_999_999_999;
const LONGEST_PAGE = 100;
const USUAL_PAGE = 10;

/** Parses a form with `schema`. Throws a ProviderError about the first thing that it does not accept. */
export function readParameters<S extends z.ZodType>(schema: S, form: unknown): z.output<S> {
  const parsed = schema.safeParse(form, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error.issues);
}

function refusal(issues: z.core.$ZodIssue[]): ProviderError {
  // An unknown name is often the misspelling of one that is missing: it is told first.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (!issue) throw new Error('a refusal without a reason');
  if (issue.code === 'unrecognized_keys') return unknown(nameOf([...issue.path, issue.keys[0] ?? '']));
  const param = nameOf(issue.path);
  if (issue.code === 'invalid_type' && issue.input === undefined) return missing(param);
  if (issue.code === 'invalid_type' && issue.expected === 'array') return invalid(param, 'Invalid array');
  if (issue.code === 'invalid_type' && issue.expected === 'string') return invalid(param, 'Invalid string');
  if (issue.code !== 'custom') return invalid(param, 'Invalid object');
  return invalid(param, issue.message, issue.params?.refusal);
}

/** ['line_items', 0, 'quantity'] as the provider writes it: line_items[0][quantity]. */
function nameOf([first, ...rest]: PropertyKey[]): string {
  return String(first ?? '') + rest.map((step) => `[${String(step)}]`).join('');
}

/** Adds what is wrong to a check of zod's: with the parameter, or with what stands at `path` in it. */
export function refuse(
  context: z.RefinementCtx,
  message: string,
  refusal: ParameterRefusal = 'parameter_invalid',
  path: PropertyKey[] = [],
) {
  context.addIssue({ code: 'custom', message, path, params: { refusal } });
}

/** Characters, and not the halves that some of them are made of. */
const lengthOf = (text: string) => [...text].length;

export const text = (longest = LONGEST_TEXT) =>
  z.string().superRefine((value, context) => {
    if (value === '')
      refuse(
        context,
        'You passed an empty string. We assume empty values are an attempt to unset a parameter; however this one cannot be unset.',
        'parameter_invalid_empty',
      );
    else if (lengthOf(value) > longest) refuse(context, `Invalid string: must be at most ${longest} characters`);
    else if (controls.test(value)) refuse(context, 'Invalid string: must not hold control characters');
  });

/** Whole, written out, and far inside of the safe integers. */
export const integer = ({ least, most }: { least: number; most: number }) =>
  z.string().transform((written, context) => {
    const value = /^-?\d{1,12}$/.test(written) ? Number(written) : Number.NaN;
    const refusal = 'parameter_invalid_integer';
    if (Number.isNaN(value)) refuse(context, `Invalid integer: ${written.slice(0, LONGEST_QUOTED_NUMBER)}`, refusal);
    else if (value < least) refuse(context, `This value must be greater than or equal to ${least}.`, refusal);
    else if (value > most) refuse(context, `This value must be less than or equal to ${most}.`, refusal);
    return value;
  });

export const timestamp = integer({ least: 0, most: LATEST });

export const oneOf = <Value extends string>(...values: Value[]) =>
  z.string().transform((given, context) => {
    const found = values.find((value) => value === given);
    if (found !== undefined) return found;
    refuse(context, `Invalid value: must be one of ${values.join(', ')}`);
    return z.NEVER;
  });

/** A page of the shop: nothing that a browser would run or open elsewhere than in itself. */
export const pageUrl = text().superRefine((value, context) => {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) refuse(context, 'Not a valid URL', 'url_invalid');
});

const address = z.email();

export const email = text(LONGEST_EMAIL).superRefine((value, context) => {
  if (!address.safeParse(value).success) refuse(context, 'Invalid email address', 'email_invalid');
});

/** Nothing given, and the empty string that unsets, mean an empty table. */
export const metadata = z
  .union([z.literal('').transform(() => ({})), z.record(z.string(), z.string())])
  .default({})
  .superRefine((table: Record<string, string>, context) => {
    const entries = Object.entries(table);
    if (entries.length > MOST_METADATA) refuse(context, `Metadata can have at most ${MOST_METADATA} keys`);
    for (const [key, value] of entries) {
      const isTooLong = (name: string, most: number) =>
        refuse(context, `Metadata ${name} can be at most ${most} characters`, 'parameter_invalid', [key]);
      if (lengthOf(key) > LONGEST_METADATA_KEY) isTooLong('keys', LONGEST_METADATA_KEY);
      else if (lengthOf(value) > LONGEST_METADATA_VALUE) isTooLong('values', LONGEST_METADATA_VALUE);
      else if (controls.test(key + value)) refuse(context, 'Invalid string: must not hold control characters');
    }
  });

/** The names of properties to answer as objects instead of ids. */
export const expand = <Name extends string>(...names: Name[]) =>
  z
    .array(z.string())
    .default([])
    .transform((given, context) => {
      const wrong = given.filter((name) => !names.some((known) => known === name));
      for (const name of wrong)
        refuse(context, `This property cannot be expanded (${name.slice(0, LONGEST_QUOTED_NAME)}).`);
      return new Set(names.filter((name) => given.includes(name)));
    });

/** The same for the items of a list, which the provider names with 'data.' before it. */
export const expandEach = <Name extends string>(...names: Name[]) =>
  expand(...names.map((name) => `data.${name}`)).transform(
    (given) => new Set(names.filter((name) => given.has(`data.${name}`))),
  );

/** Which part of a list is asked for. */
export const paging = {
  limit: integer({ least: 1, most: LONGEST_PAGE }).default(USUAL_PAGE),
  starting_after: text().optional(),
};

export type Paging = { limit: number; starting_after?: string | undefined };
