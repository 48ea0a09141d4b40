import { atom } from 'nanostores';

/** Something was refused because the sign-in is too old. */
export const signInWanted = atom(false);

export function askForSignIn(): void {
  signInWanted.set(true);
}
