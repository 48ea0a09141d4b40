// Hours of machines that the operator looks after, and what the staff do about them.
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import {
  listOwnSoldHours,
  previewOutageForShop,
  recordOutageForShop,
  sayOwnMachineStarted,
  sayOwnMachineStopped,
  type WantedOutage,
} from '#client/api-client/seller-hours.ts';
import type { AskedOutage, SellerHours } from '#contract/hours.schema.ts';
import type { SellerHoursFilter } from '#contract/hours.ts';
import { previewText, returnedText } from '#contract/machine-words.ts';
import type { ProvisionField } from '#contract/provision.schema.ts';
import { attempt } from './attempt.ts';
import { type Pages, usePages } from './use-pages.ts';

/** `round` changes when the list is to be asked for again. */
export function useOwnHours(state: SellerHoursFilter | null, round: number): Pages<SellerHours> {
  return usePages((next) => listOwnSoldHours(createBrowserApi(), { state, next }), `${state} ${round}`);
}

/** Resolves with what went wrong, or with nothing. */
export function sayOn({ entitlement_id: id }: SellerHours, fields: ProvisionField[]): Promise<string | undefined> {
  return attempt((api) => sayOwnMachineStarted(api, id, fields));
}

export function sayOff({ entitlement_id: id }: SellerHours): Promise<string | undefined> {
  return attempt((api) => sayOwnMachineStopped(api, id));
}

type Said = { fault: string } | { text: string };

export function seeOutage(outage: AskedOutage): Promise<Said> {
  return inWords(async () => previewText(await previewOutageForShop(createBrowserApi(), outage)));
}

export function noteOutage(outage: WantedOutage): Promise<Said> {
  return inWords(async () => returnedText(await recordOutageForShop(createBrowserApi(), outage)));
}

async function inWords(say: () => Promise<string>): Promise<Said> {
  try {
    return { text: await say() };
  } catch (error) {
    return { fault: failureText(error) };
  }
}
