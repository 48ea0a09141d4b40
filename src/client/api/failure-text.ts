import { noAnswerText } from '../connection.ts';
import { ApiError } from './api-client.ts';

/** Why a call of the shop's API failed, for the person who waits for it. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError && error.message) return error.message;
  return `${noAnswerText()} Nothing you entered is lost; please try again.`;
}
