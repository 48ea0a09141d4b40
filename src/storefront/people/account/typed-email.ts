// The address as somebody types it at one account screen, so that the next one has it. In memory alone, and only while such
// screens are open: nothing of it stays in the browser.
import { useEffect } from 'react';

let typedEmail = '';

/** Address typed at the account screen before; empty on the server, and for visitors who come from another page. */
export function emailTypedBefore(): string {
  return typedEmail;
}

/** Hands `email` to the account screen that is opened next. */
export function useTypedEmail(email: string) {
  useEffect(() => {
    typedEmail = email.trim();
  }, [email]);
}

/** For the frame of all account screens: what was typed goes with them. */
export function useForgetTypedEmail() {
  useEffect(
    () => () => {
      typedEmail = '';
    },
    [],
  );
}
