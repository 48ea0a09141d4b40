import { createBrowserApi } from '#client/api/browser-api.ts';
import { recordStaff } from '#client/session/staff-hint.ts';
import { useLoaded } from '#ui/loading/use-loaded.ts';

/** Whether the customer is on the staff too; false until that is known. */
export function useIsStaff(email: string): boolean {
  const asked = useLoaded(async () => {
    const isStaff =
      (await createBrowserApi().get('/user/{email}', { params: { path: { email } }, asUser: true })).user_type ===
      'admin';
    recordStaff(isStaff);
    return isStaff;
  });
  return asked.value ?? false;
}
