import type { z } from 'zod';
import type { Call, Service } from '../service.ts';

/** One action of the protocol: what it takes, and what it does. */
export type Operation = {
  input: z.ZodType;
  run: (input: never, service: Service, call: Call) => Promise<object>;
};

/** Ties the shape of the input to the function that takes it. */
export function operation<Input extends z.ZodType>(
  input: Input,
  run: (input: z.output<Input>, service: Service, call: Call) => Promise<object>,
): Operation {
  return { input, run: run as Operation['run'] };
}
