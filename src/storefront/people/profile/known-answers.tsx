// Answers of the API that screens of the profile have asked for, kept from one screen to the next. Pages for visitors load nothing of it.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '#client/query/query-client.ts';
import { currentUser } from '#client/session/session.ts';
import { useCurrentUser } from '#client/session/use-current-user.ts';

const client = createQueryClient();

let userId = currentUser.get()?.userId;
// Nobody reads what was answered to somebody else.
currentUser.listen((user) => {
  if (user?.userId === userId) return;
  userId = user?.userId;
  client.clear();
});

export function KnownAnswers({ children }: { children: ReactNode }) {
  const user = useCurrentUser();
  // Screens of somebody else are made anew, with everything that was typed into them.
  return (
    <QueryClientProvider key={user?.userId} client={client}>
      {children}
    </QueryClientProvider>
  );
}
