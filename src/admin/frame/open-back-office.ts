// Access to Admin, as the API says.
import { ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { hasSession } from '#client/session/session.ts';
import { recordStaff } from '#client/session/staff-hint.ts';
import type { StaffSelf } from '#contract/people/staff.schema.ts';
import { staffHint } from '#contract/people/staff.ts';

type Opened =
  | { as: 'staff'; me: StaffSelf }
  /** Staff without the second factor that the shop asks for. */
  | { as: 'one factor'; message: string }
  /** `says`: the side that says that there is nothing here. */
  | { as: 'nobody'; says: 'here' | 'the server' }
  /** The API does not say who it is. */
  | { as: 'unknown'; message: string };

export async function openBackOffice(): Promise<Opened> {
  if (!hasSession()) return refuseAccess();
  try {
    return { as: 'staff', me: await createBrowserApi().get('/admin/me', { asUser: true }) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { as: 'unknown', message: failureText(error) };
    if (error.status === 404 || error.status === 401) return refuseAccess();
    const isOneFactor = readProblem(error.body)?.refusal === 'second_factor_needed';
    return { as: isOneFactor ? 'one factor' : 'unknown', message: failureText(error) };
  }
}

const LEFT = 'left the back office';

/**
 * Without the hint the server answers this address as it answers everybody: with the page that there is nothing here. Where the hint cannot be
 * taken away, as it was not put there by the shop, this page says so itself.
 */
function refuseAccess(): Opened {
  recordStaff(false);
  if (document.cookie.includes(`${staffHint}=`) || wasLeftBefore()) return { as: 'nobody', says: 'here' };
  window.location.reload();
  return { as: 'nobody', says: 'the server' };
}

/** A moment ago, by this page: it would be loaded again and again. */
function wasLeftBefore(): boolean {
  try {
    const before = Number(sessionStorage.getItem(LEFT) ?? 0);
    sessionStorage.setItem(LEFT, String(Date.now()));
    return Date.now() - before < 5_000;
  } catch {
    return true;
  }
}
