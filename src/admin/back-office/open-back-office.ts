// Who opens the back office, as the API says.
import { ApiError, readProblem } from '#client/api-client/api-client.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { getStaffSelf } from '#client/api-client/staff.ts';
import { hasSession } from '#client/session/session.ts';
import { noteStaff } from '#client/session/staff-hint.ts';
import type { StaffSelf } from '#contract/staff.schema.ts';

export type Opened =
  | { as: 'staff'; me: StaffSelf }
  /** Of the staff, without the second factor that the shop asks for. */
  | { as: 'one factor'; message: string }
  | { as: 'nobody' }
  /** The API does not say who it is. */
  | { as: 'unknown'; message: string };

export async function openBackOffice(): Promise<Opened> {
  if (!hasSession()) return leave();
  try {
    return { as: 'staff', me: await getStaffSelf(createBrowserApi()) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { as: 'unknown', message: failureText(error) };
    if (error.status === 404 || error.status === 401) return leave();
    const isOneFactor = readProblem(error.body)?.refusal === 'second_factor_needed';
    return { as: isOneFactor ? 'one factor' : 'unknown', message: failureText(error) };
  }
}

/** Without the hint the server answers this address as it answers everybody: with the page that there is nothing here. */
function leave(): Opened {
  noteStaff(false);
  window.location.reload();
  return { as: 'nobody' };
}
