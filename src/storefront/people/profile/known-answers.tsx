import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { queryClientOfUser } from './query-client-of-user.ts';

/** Screens of the profile, which show what they have asked for before. Pages for visitors load nothing of it. */
export function KnownAnswers({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  // Screens of somebody else are made anew, with everything that was typed into them.
  return (
    <QueryClientProvider key={user?.userId} client={queryClientOfUser}>
      {children}
    </QueryClientProvider>
  );
}
