// Answers of the API that screens of signed-in people have asked for, kept for a while (TanStack Query). A screen that is opened again
// shows what was there and asks anew; two that ask the same at once ask once.
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ApiChange } from '../api/api-client.ts';
import { onChange } from '../api/browser-api.ts';

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // A failure is shown at once, with a way to try again.
        retry: false,
        // Without a network a question fails; it does not wait unseen.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });
  // A change may show on any screen: those in sight ask anew, others when they are opened.
  onChange((change) => void client.invalidateQueries({ predicate: ({ queryKey }) => !isGone(queryKey, change) }));
  return client;
}

/** Whether the question is about what was deleted, or a part of it: the screen is about to be left. */
export function isGone([path, params]: QueryKey, { method, path: deleted, values }: ApiChange): boolean {
  if (method !== 'DELETE' || typeof path !== 'string' || !`${path}/`.startsWith(`${deleted}/`)) return false;
  const own = (params as { path?: Record<string, string> } | null)?.path ?? {};
  return Object.entries(values).every(([name, value]) => own[name] === value);
}
