// After a sign-in the browser learns whether it is somebody of the staff: the back office is another page than the shop.
import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { currentUser, hasSession } from '#client/session/session.ts';
import { recordStaff } from '#client/session/staff-hint.ts';
import { staffHint } from '#contract/people/staff.ts';

/** Customers who have signed in do not wait longer for it: the profile asks again. */
const PATIENCE_MS = 1_500;

export async function recordWhetherStaff(): Promise<void> {
  const user = currentUser.get();
  if (!user) return;
  const asked = createBrowserApi()
    .get('/user/{email}', { params: { path: { email: user.email } }, asUser: true })
    .then(
      ({ user_type }) => recordStaff(user_type === 'admin'),
      () => {},
    );
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Addresses of the back office are opened by loading a page. */
export function isOfBackOffice(path: string): boolean {
  return /^\/admin([/?#]|$)/.test(path);
}

/**
 * For the page that says that there is nothing at this address: whoever was given a role of the staff since the browser was last told is sent to the
 * back office. Nobody else notices, and nothing is loaded twice where the hint cannot be kept.
 */
export async function openBackOfficeIfStaff(): Promise<void> {
  if (!isOfBackOffice(window.location.pathname) || !hasSession() || isHinted()) return;
  const isStaff = await createBrowserApi()
    .get('/admin/me', { asUser: true })
    .then(
      () => true,
      // Staff without the second factor: the back office says what to do.
      (error) => error instanceof ApiError && error.status === 409,
    );
  if (!isStaff) return;
  recordStaff(true);
  if (isHinted()) window.location.reload();
}

function isHinted(): boolean {
  return document.cookie.includes(`${staffHint}=1`);
}
