// What people do with their shops. Each resolves with what went wrong, in words, or with nothing.

import type { ApiClient } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import {
  acceptInvitation,
  beginSeller,
  changeMemberRole,
  confirmSupport,
  discardSeller,
  getEndingTools,
  getInvitation,
  getSellerClosing,
  inviteMember,
  listSellerInvitations,
  listSellerMembers,
  removeSellerMember,
  resendInvitation,
  stepClosing,
  withdrawInvitation,
} from '#client/selling/seller.ts';
import type {
  ConfirmedSupport,
  EndingTools,
  InvitedToSeller,
  SellerClosing,
  SellerInvitation,
  SellerMember,
} from '#contract/selling/seller.schema.ts';
import type { MemberKeys, SellerRole } from '#contract/selling/seller.ts';

async function outcome(call: (api: ApiClient) => Promise<unknown>): Promise<string | undefined> {
  try {
    await call(createBrowserApi());
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

export const beginApplication = () => outcome(beginSeller);
export const discardApplication = (sellerId: string) => outcome((api) => discardSeller(api, sellerId));

export type People = { members: SellerMember[]; invitations: SellerInvitation[] };

/** Who is invited is for owners alone. */
export async function readPeople(sellerId: string, isOwner: boolean): Promise<People> {
  const api = createBrowserApi();
  const [members, invitations] = await Promise.all([
    listSellerMembers(api, sellerId),
    isOwner ? listSellerInvitations(api, sellerId) : [],
  ]);
  return { members, invitations };
}

export const invite = (sellerId: string, invited: { email: string; role: SellerRole }) =>
  outcome((api) => inviteMember(api, sellerId, invited));
export const sendAgain = (sellerId: string, invitationId: string) =>
  outcome((api) => resendInvitation(api, sellerId, invitationId));
export const withdraw = (sellerId: string, invitationId: string) =>
  outcome((api) => withdrawInvitation(api, sellerId, invitationId));
/** What ends when somebody gets this role, or leaves (null); a text where that could not be asked. */
export const readEnding = (
  sellerId: string,
  accountId: string,
  role: SellerRole | null,
): Promise<EndingTools | string> => getEndingTools(createBrowserApi(), sellerId, accountId, role).catch(failureText);
export const giveRole = (sellerId: string, accountId: string, given: { role: SellerRole; keys: MemberKeys }) =>
  outcome((api) => changeMemberRole(api, sellerId, accountId, given));
export const removeMember = (sellerId: string, accountId: string, keys: MemberKeys) =>
  outcome((api) => removeSellerMember(api, sellerId, accountId, keys));

export const readClosing = (sellerId: string): Promise<SellerClosing> => getSellerClosing(createBrowserApi(), sellerId);
export const takeClosingStep = (sellerId: string, step: 'close' | 'reopen' | 'finish') =>
  outcome((api) => stepClosing(api, sellerId, step));

/** What the link of a mail leads to; a text where it leads nowhere. */
export const readInvitation = (token: string): Promise<InvitedToSeller | string> =>
  getInvitation(createBrowserApi(), token).catch(failureText);
export const accept = (token: string) => outcome((api) => acceptInvitation(api, token));
export const confirmSupportAddress = (token: string): Promise<ConfirmedSupport | string> =>
  confirmSupport(createBrowserApi(), token).catch(failureText);
