// Actions of people on their shops. Each resolves with what went wrong, in words, or with nothing.

import type { ApiClient } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type {
  ConfirmedSupport,
  EndingTools,
  InvitedToSeller,
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

export const beginApplication = () => outcome((api) => api.post('/seller'));
export const discardApplication = (sellerId: string) =>
  outcome((api) => api.delete('/seller/{sellerId}', { params: { path: { sellerId } } }));

type People = { members: SellerMember[]; invitations: SellerInvitation[] };

/** Invitations are for owners alone. */
export async function readPeople(sellerId: string, isOwner: boolean): Promise<People> {
  const api = createBrowserApi();
  const given = { params: { path: { sellerId } }, asUser: true };
  const [members, invitations] = await Promise.all([
    api.get('/seller/{sellerId}/member', given),
    isOwner ? api.get('/seller/{sellerId}/invitation', given) : { items: [] },
  ]);
  return { members: members.items, invitations: invitations.items };
}

export const invite = (sellerId: string, invited: { email: string; role: SellerRole }) =>
  outcome((api) => api.post('/seller/{sellerId}/invitation', { params: { path: { sellerId } }, body: invited }));
export const sendAgain = (sellerId: string, invitationId: string) =>
  outcome((api) =>
    api.post('/seller/{sellerId}/invitation/{invitationId}/resend', { params: { path: { sellerId, invitationId } } }),
  );
export const withdraw = (sellerId: string, invitationId: string) =>
  outcome((api) =>
    api.delete('/seller/{sellerId}/invitation/{invitationId}', { params: { path: { sellerId, invitationId } } }),
  );
/** Tools that end when somebody gets this role, or leaves (null); a text where that could not be asked. */
export const readEnding = (
  sellerId: string,
  accountId: string,
  role: SellerRole | null,
): Promise<EndingTools | string> =>
  createBrowserApi()
    .get('/seller/{sellerId}/member/{accountId}/ending', {
      params: { path: { sellerId, accountId }, query: { role: role ?? undefined } },
      asUser: true,
    })
    .catch(failureText);
export const giveRole = (sellerId: string, accountId: string, given: { role: SellerRole; keys: MemberKeys }) =>
  outcome((api) =>
    api.put('/seller/{sellerId}/member/{accountId}', { params: { path: { sellerId, accountId } }, body: given }),
  );
export const removeMember = (sellerId: string, accountId: string, keys: MemberKeys) =>
  outcome((api) =>
    api.delete('/seller/{sellerId}/member/{accountId}', {
      params: { path: { sellerId, accountId }, query: { keys } },
    }),
  );

export const takeClosingStep = (sellerId: string, step: 'close' | 'reopen' | 'finish') =>
  outcome((api) => api.post(`/seller/{sellerId}/${step}`, { params: { path: { sellerId } } }));

/** Invitation behind an email's link; a text where it leads nowhere. */
export const readInvitation = (token: string): Promise<InvitedToSeller | string> =>
  createBrowserApi()
    .get('/seller/invitation/{token}', { params: { path: { token } }, asUser: true })
    .catch(failureText);
export const accept = (token: string) =>
  outcome((api) => api.post('/seller/invitation/{token}/accept', { params: { path: { token } } }));
export const confirmSupportAddress = (token: string): Promise<ConfirmedSupport | string> =>
  createBrowserApi().post('/seller/support-confirmation', { body: { token } }).catch(failureText);
