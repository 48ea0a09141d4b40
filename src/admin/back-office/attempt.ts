import { type ApiClient, ApiError, readProblem } from '#client/api-client/api-client.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { askForSignIn } from './sign-in-wanted.ts';

/** Does what the staff decide. Resolves with what went wrong, in words, or nothing; a sign-in that is too old is asked for again. */
export async function attempt(change: (api: ApiClient) => Promise<unknown>): Promise<string | undefined> {
  try {
    await change(createBrowserApi());
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && readProblem(error.body)?.refusal === 'sign_in_again') askForSignIn();
    return failureText(error);
  }
}
