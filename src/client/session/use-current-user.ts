import { useStore } from '@nanostores/react';
import { currentUser, type SignedInUser } from './session.ts';

/** The signed-in user; null for nobody, undefined on the server and in the browser's first drawing, which is the same. */
export function useCurrentUser(): SignedInUser | null | undefined {
  return useStore(currentUser, { ssr: 'initial' });
}
