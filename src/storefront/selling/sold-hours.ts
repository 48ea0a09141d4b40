// Hours of machines that a shop has sold, and what its people do about them. What fails is answered in words.
import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import {
  listSoldHours,
  recordOutage,
  sayMachineStarted,
  sayMachineStopped,
  type WantedOutage,
} from '#client/api-client/seller-hours.ts';
import type { RecordedOutage, SellerHours } from '#contract/hours.schema.ts';
import { minutesText, type SellerHoursFilter } from '#contract/hours.ts';
import type { ProvisionField } from '#contract/provision.schema.ts';
import { type Pages, usePages } from '#ui/use-pages.ts';

export function useSoldHours(sellerId: string, state: SellerHoursFilter | null): Pages<SellerHours> {
  return usePages((next) => listSoldHours(createBrowserApi(), sellerId, { state, next }));
}

/** `onDone` is given the hours as they are then; resolves with what went wrong, or with nothing. */
type OnDone = (hours: SellerHours) => void;

export async function startedByHand(
  sellerId: string,
  { entitlement_id, session }: SellerHours,
  fields: ProvisionField[],
  onDone: OnDone,
): Promise<string | undefined> {
  try {
    onDone(await sayMachineStarted(createBrowserApi(), sellerId, entitlement_id, fields));
    const isOn = session?.state === 'running';
    showAlert({
      type: 'success',
      message: isOn ? 'The buyer sees it in their library' : 'The machine is on. The buyer is told by mail.',
    });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

export async function stoppedByHand(
  sellerId: string,
  { entitlement_id }: SellerHours,
  onDone: OnDone,
): Promise<string | undefined> {
  try {
    onDone(await sayMachineStopped(createBrowserApi(), sellerId, entitlement_id));
    showAlert({ type: 'success', message: 'The machine is off' });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** Resolves with what went wrong, or with what was given back. */
export async function noteOutage(sellerId: string, outage: WantedOutage): Promise<{ fault: string } | RecordedOutage> {
  try {
    return await recordOutage(createBrowserApi(), sellerId, outage);
  } catch (error) {
    return { fault: failureText(error) };
  }
}

/** What an outage gave back, for who has recorded it. */
export function returnedText({ minutes, sessions }: Pick<RecordedOutage, 'minutes' | 'sessions'>): string {
  if (minutes === 0) return 'No machine was on then, or its minutes had come back already: nothing more goes back.';
  return `${minutesText(minutes)} of ${sessions === 1 ? 'one machine' : `${sessions} machines`} went back to the buyers.`;
}

/** The address of the screen. */
export function soldHoursPath(seller: string, state: SellerHoursFilter | null = null): string {
  return `/profile/machine-hours?${new URLSearchParams({ seller, ...(state && { state }) })}`;
}
