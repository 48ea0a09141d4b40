// Faults in what is given for a product's fields: codes and parameters. Sentences are made of them in fault-text.rules.ts.

import type { z } from 'zod';
import type { ProductFaultCode, ProductFaultParams } from '#contract/catalogue/product/product-fault.ts';

/** Steps to a value within a field, such as [0, 'name'] of its first entry. */
type FaultPath = ReadonlyArray<string | number>;

/** Values of the product that the row left as they were, where a fault is not understood without them. */
type Kept = { variants?: true; on_sale?: boolean; sale_price?: number | null };

/** A code with its parameters. */
export type Finding = {
  [Code in ProductFaultCode]: { code: Code; params: ProductFaultParams[Code] };
}[ProductFaultCode];

/** One finding in one field; in a list of changes or warnings nothing was refused for it. */
export type Fault = Finding & { field: string; path?: FaultPath; kept?: Kept };

/** Builds a finding; parameters are checked against its code. */
export function finding<Code extends ProductFaultCode>(
  code: Code,
  ...[params]: Record<never, never> extends ProductFaultParams[Code]
    ? [params?: ProductFaultParams[Code]]
    : [params: ProductFaultParams[Code]]
): Finding {
  return { code, params: params ?? {} } as Finding;
}

type RawIssue = z.core.$ZodRawIssue;

/** The issue by which a schema here reports a finding. */
export function issueOf(input: unknown, found: Finding, path: Array<string | number> = []): RawIssue {
  return { code: 'custom', input, path, params: found };
}

/** The first fault that a schema found in a field. The input has to have been reported. */
export function faultIn(field: string, { issues: [issue] }: z.core.$ZodError): Fault {
  if (!issue) throw new Error(`a schema refused ${field} without an issue`);
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const own = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const whole = [...path, ...own];
  return { field, ...(whole.length > 0 && { path: whole }), ...findingOf(issue) };
}

function findingOf(issue: z.core.$ZodIssue): Finding {
  switch (issue.code) {
    case 'custom':
      return isFinding(issue.params) ? issue.params : finding('invalid_text');
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? finding('missing') : wrongType(issue.expected);
    case 'too_big':
      return tooBig(Number(issue.maximum), issue.origin, issue.input);
    case 'too_small':
      return issue.origin === 'string' ? finding('empty') : finding('below_least', { least: Number(issue.minimum) });
    case 'invalid_value':
      return finding('not_one_of', { allowed: issue.values.map(String) });
    case 'unrecognized_keys':
      return finding('unknown_key');
    default:
      throw new Error(`there is no finding for the issue ${issue.code}`);
  }
}

function isFinding(params: unknown): params is Finding {
  return typeof params === 'object' && params !== null && 'code' in params;
}

function tooBig(most: number, origin: string, input: unknown): Finding {
  if (origin === 'string') return finding('too_long', { most });
  return Array.isArray(input) ? finding('too_many', { count: input.length, most }) : finding('above_most', { most });
}

const expectedKinds = {
  string: 'text',
  number: 'number',
  int: 'whole_number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  record: 'object',
} as const;

function wrongType(expected: string): Finding {
  if (!(expected in expectedKinds)) throw new Error(`there is no kind of values for ${expected}`);
  return finding('wrong_type', { expected: expectedKinds[expected as keyof typeof expectedKinds] });
}
