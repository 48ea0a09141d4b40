import { createContext, useContext } from 'react';
import type { StaffSelf } from '#contract/people/staff.schema.ts';
import type { StaffAction } from '#contract/people/staff.ts';
import type { PageData } from '../page-data.ts';

type Office = PageData & { me: StaffSelf };

/** The shop, and who works in its back office. */
export const BackOffice = createContext<Office | null>(null);

export function useOffice(): Office {
  const office = useContext(BackOffice);
  if (!office) throw new Error('useOffice outside of BackOffice');
  return office;
}

/** True if the role includes the action; the API asks again at every call. */
export function useMay(): (action: StaffAction) => boolean {
  const { me } = useOffice();
  return (action) => me.may.includes(action);
}
