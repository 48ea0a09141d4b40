import type { z } from 'zod';
import { taxNumberMaximum, taxNumberOf, taxNumberProblem } from './tax-number.ts';
import { line } from './text/text.schema.ts';

export const taxNumberText = line().max(taxNumberMaximum, `must be at most ${taxNumberMaximum} characters`);

type Numbered = { country: string; tax_number?: string | undefined };

/** For `superRefine`: refuses a number that is not written as those of the country are. */
export function checkTaxNumber({ country, tax_number: number = '' }: Numbered, context: z.RefinementCtx): void {
  const problem = taxNumberProblem(number, country);
  if (problem) context.addIssue({ code: 'custom', path: ['tax_number'], message: problem });
}

/** For `overwrite`: without what people put between digits. */
export function withPlainTaxNumber<Given extends Numbered>(given: Given): Given {
  const { tax_number: number, country } = given;
  return number === undefined ? given : { ...given, tax_number: taxNumberOf(number, country) };
}
