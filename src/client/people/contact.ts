import type { ContactMessage } from '#contract/people/contact.ts';
import type { ApiClient } from '../api/api-client.ts';

/** Delivers a message to the shop's support mail box. */
export function sendContactMessage(api: ApiClient, message: ContactMessage): Promise<void> {
  return api.post('/contact', message);
}
