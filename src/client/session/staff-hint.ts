// Hint that this browser asks for Admin. What somebody may do there the API decides at every call.
import { staffHint } from '#contract/people/staff.ts';

/** `isStaff`: as the API has just said of who is signed in. */
export function recordStaff(isStaff: boolean): void {
  const end = isStaff ? '' : '; Max-Age=0';
  // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies that browsers offer instead is not in all of them
  document.cookie = `${staffHint}=${isStaff ? '1' : ''}; Path=/admin; SameSite=Strict${end}`;
}
