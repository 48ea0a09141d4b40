// The kinds of parameters that endpoints share. They come as text; what is wrong with them is told in the provider's words.
import { z } from 'zod';
import { invalid, missing, type ProviderError, unknown } from './errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const LONGEST = 5_000;

/** What `schema` makes of a form. Throws a ProviderError about the first thing that it does not accept. */
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
  return invalid(param, issue.message, issue.params?.code);
}

/** ['line_items', 0, 'quantity'] as the provider writes it: line_items[0][quantity]. */
function nameOf([first, ...rest]: PropertyKey[]): string {
  return String(first ?? '') + rest.map((step) => `[${String(step)}]`).join('');
}

/** Adds what is wrong to a check of zod's. */
export function refuse(context: z.RefinementCtx, message: string, code?: string, path: PropertyKey[] = []) {
  context.addIssue({ code: 'custom', message, path, params: { code } });
}

/** Characters, and not the halves that some of them are made of. */
const lengthOf = (text: string) => [...text].length;

export const text = (longest = LONGEST) =>
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
    const code = 'parameter_invalid_integer';
    if (Number.isNaN(value)) refuse(context, `Invalid integer: ${written.slice(0, 50)}`, code);
    else if (value < least) refuse(context, `This value must be greater than or equal to ${least}.`, code);
    else if (value > most) refuse(context, `This value must be less than or equal to ${most}.`, code);
    return value;
  });

export const oneOf = <Value extends string>(...values: Value[]) =>
  z.string().transform((given, context) => {
    const found = values.find((value) => value === given);
    if (found === undefined) refuse(context, `Invalid value: must be one of ${values.join(', ')}`);
    return found as Value;
  });

/** A page of the shop: nothing that a browser would run or open elsewhere than in itself. */
export const pageUrl = text().superRefine((value, context) => {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) refuse(context, 'Not a valid URL', 'url_invalid');
});

const address = z.email();

export const email = text(512).superRefine((value, context) => {
  if (!address.safeParse(value).success) refuse(context, 'Invalid email address', 'email_invalid');
});

/** Nothing given, and the empty string that unsets, mean an empty table. */
export const metadata = z
  .union([z.literal('').transform(() => ({})), z.record(z.string(), z.string())])
  .default({})
  .superRefine((table: Record<string, string>, context) => {
    const entries = Object.entries(table);
    if (entries.length > 50) refuse(context, 'Metadata can have at most 50 keys');
    for (const [key, value] of entries) {
      if (lengthOf(key) > 40) refuse(context, 'Metadata keys can be at most 40 characters', undefined, [key]);
      else if (lengthOf(value) > 500)
        refuse(context, 'Metadata values can be at most 500 characters', undefined, [key]);
      else if (controls.test(key + value)) refuse(context, 'Invalid string: must not hold control characters');
    }
  });

/** The names of properties to answer as objects instead of ids. */
export const expand = <Name extends string>(...names: Name[]) =>
  z
    .array(z.string())
    .default([])
    .transform((given, context) => {
      for (const name of given) {
        if (!names.includes(name as Name)) refuse(context, `This property cannot be expanded (${name.slice(0, 100)}).`);
      }
      return new Set(given as Name[]);
    });

/** The same for the items of a list, which the provider names with 'data.' before it. */
export const expandEach = <Name extends string>(...names: Name[]) =>
  expand(...names.map((name) => `data.${name}`)).transform(
    (given) => new Set(names.filter((name) => given.has(`data.${name}`))),
  );

/** Which part of a list is asked for. */
export const paging = {
  limit: integer({ least: 1, most: 100 }).default(10),
  starting_after: text().optional(),
};

export type Paging = { limit: number; starting_after?: string | undefined };
