// Hours of machines that the operator looks after, and what the staff do about them.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import {
  listOwnSoldHours,
  previewOutageForShop,
  recordOutageForShop,
  sayOwnMachineStarted,
  sayOwnMachineStopped,
  type WantedOutage,
} from '#client/goods/seller-hours.ts';
import type { AskedOutage, SellerHours } from '#contract/goods/access/hours.schema.ts';
import type { SellerHoursFilter } from '#contract/goods/access/hours.ts';
import { previewText, returnedText } from '#contract/goods/access/machine-words.ts';
import type { ProvisionField } from '#contract/goods/access/provision.schema.ts';
import { attempt } from '../../frame/attempt.ts';
import { type Pages, usePages } from '../../frame/use-pages.ts';

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
