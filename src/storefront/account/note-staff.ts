// After a sign-in the browser learns whether it is somebody of the staff: the back office is another page than the shop.
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { getUser } from '#client/api-client/user.ts';
import { currentUser } from '#client/session/session.ts';
import { noteStaff } from '#client/session/staff-hint.ts';

/** Whoever has signed in does not wait longer for it: the profile asks again. */
const PATIENCE_MS = 1_500;

export async function noteWhetherStaff(): Promise<void> {
  const user = currentUser.get();
  if (!user) return;
  const asked = getUser(createBrowserApi(), user.email).then(
    ({ user_type }) => noteStaff(user_type === 'admin'),
    () => {},
  );
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Addresses of the back office are opened by loading a page. */
export function isOfBackOffice(path: string): boolean {
  return /^\/admin([/?#]|$)/.test(path);
}
