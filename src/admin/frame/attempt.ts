import type { ApiClient } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';

/** Does what the staff decide. Resolves with what went wrong, in words, or nothing. */
export async function attempt(change: (api: ApiClient) => Promise<unknown>): Promise<string | undefined> {
  try {
    await change(createBrowserApi());
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
