// Answers of the API that screens of signed-in people have asked for, kept for a while (TanStack Query). A screen that is opened again
// shows what was there and asks anew; two that ask the same at once ask once.
import { QueryClient, type QueryKey } from '@tanstack/react-query';
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
  onChange(
    (method, path) =>
      void client.invalidateQueries({
        predicate: ({ queryKey }) => !isGone(queryKey, method, path),
        // A draft that saves itself while somebody writes shows nowhere else in sight.
        refetchType: method === 'PUT' && path.endsWith('/draft') ? 'none' : 'active',
      }),
  );
  return client;
}

/** True if the query is about the one of many that was deleted, or a part of it: the screen is about to be left. */
export function isGone([path]: QueryKey, method: string, deleted: string): boolean {
  const isOneOfMany = method === 'DELETE' && deleted.endsWith('}');
  return isOneOfMany && typeof path === 'string' && `${path}/`.startsWith(`${deleted}/`);
}
