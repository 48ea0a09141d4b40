import type { Fault } from './answer-problems.ts';
import { RefusalAnswer } from './refusal-answer.ts';

/** Too much of the same is asked for at once; `message` says what, and when to try again. */
export class Busy extends Error {}

/** Answers to errors of the domains, beside those that say it themselves. */
export function faultOf(error: Error): Fault | null {
  if (error instanceof RefusalAnswer) {
    const { status, message, retryAfterSeconds, refusal, current } = error;
    return { status, message, retryAfterSeconds, refusal: refusal.code, current };
  }
  if (error instanceof Busy) return { status: 503, message: error.message, log: 'warn' };
  return null;
}
