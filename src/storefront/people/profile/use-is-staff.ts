import { useEffect } from 'react';
import { useApi } from '#client/query/use-api.ts';
import { recordStaff } from '#client/session/staff-hint.ts';

/** True if the customer is on the staff too; false until that is known. */
export function useIsStaff(email: string): boolean {
  const { value: user } = useApi('/user/{email}', { params: { path: { email } } });
  const isStaff = user && user.user_type === 'admin';
  useEffect(() => {
    if (isStaff !== null) recordStaff(isStaff);
  }, [isStaff]);
  return isStaff ?? false;
}
