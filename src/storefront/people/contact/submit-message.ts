// Handling of a message from the contact page, as the store is set.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { ContactMessage } from '#contract/people/contact.ts';

/** Resolves with what went wrong, if anything did. */
export type SubmitMessage = (message: ContactMessage, valid: boolean) => Promise<string | undefined>;

/** As specified: the validity stands in the browser's console, and no call is made. */
export const logValidity: SubmitMessage = async (_message, valid) => {
  // biome-ignore lint/suspicious/noConsole: the specification asks for this line in the browser's console
  console.log(`Contact form valid: ${valid}`);
  return undefined;
};

/** Sends a valid message to the shop's support mail box. */
export const deliverMessage: SubmitMessage = async (message, valid) => {
  if (!valid) return undefined;
  return createBrowserApi()
    .post('/contact', { body: message })
    .then(() => undefined, failureText);
};
