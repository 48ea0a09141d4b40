import type {
  ConfirmedSupport,
  EndingTools,
  InvitedToSeller,
  MySellers,
  OwnSeller,
  PutSeller,
  SellerAddresses,
  SellerClosing,
  SellerInvitation,
  SellerMember,
  SellerPage,
  SellerProducts,
} from '#contract/selling/seller.schema.ts';
import type { MemberKeys, SellerRole } from '#contract/selling/seller.ts';
import type { ApiClient } from '../api/api-client.ts';

type Init = { signal?: AbortSignal };

/** The shops that the signed-in user belongs to. */
export function listMySellers(api: ApiClient): Promise<MySellers> {
  return api.get('/seller/mine', { asUser: true });
}

/** Begins an application. */
export function beginSeller(api: ApiClient): Promise<OwnSeller> {
  return api.post('/seller', {});
}

export function getSeller(api: ApiClient, sellerId: string): Promise<OwnSeller> {
  return api.get(sellerPath(sellerId), { asUser: true });
}

/** What is left out stays as it is. */
export function saveSeller(api: ApiClient, sellerId: string, changes: PutSeller): Promise<OwnSeller> {
  return api.put(sellerPath(sellerId), changes);
}

export function discardSeller(api: ApiClient, sellerId: string): Promise<void> {
  return api.delete(sellerPath(sellerId));
}

/** Submits an application, takes it back, or sends its support address a link. */
export function stepSeller(
  api: ApiClient,
  sellerId: string,
  step: 'submit' | 'withdraw' | 'support-mail',
): Promise<OwnSeller> {
  return api.post(`${sellerPath(sellerId)}/${step}`, {});
}

export function confirmSupport(api: ApiClient, token: string): Promise<ConfirmedSupport> {
  return api.post('/seller/support-confirmation', { token });
}

export async function listSellerMembers(api: ApiClient, sellerId: string): Promise<SellerMember[]> {
  return (await api.get<{ items: SellerMember[] }>(`${sellerPath(sellerId)}/member`, { asUser: true })).items;
}

/** What ends when somebody gets this role; null: when they leave. */
export function getEndingTools(
  api: ApiClient,
  sellerId: string,
  accountId: string,
  role: SellerRole | null,
): Promise<EndingTools> {
  return api.get(`${memberPath(sellerId, accountId)}/ending${role ? `?role=${role}` : ''}`, { asUser: true });
}

export function changeMemberRole(
  api: ApiClient,
  sellerId: string,
  accountId: string,
  given: { role: SellerRole; keys: MemberKeys },
): Promise<void> {
  return api.put(memberPath(sellerId, accountId), given);
}

export function removeSellerMember(
  api: ApiClient,
  sellerId: string,
  accountId: string,
  keys: MemberKeys,
): Promise<void> {
  return api.delete(`${memberPath(sellerId, accountId)}?keys=${keys}`);
}

export async function listSellerInvitations(api: ApiClient, sellerId: string): Promise<SellerInvitation[]> {
  return (await api.get<{ items: SellerInvitation[] }>(`${sellerPath(sellerId)}/invitation`, { asUser: true })).items;
}

export function inviteMember(
  api: ApiClient,
  sellerId: string,
  invited: { email: string; role: SellerRole },
): Promise<void> {
  return api.post(`${sellerPath(sellerId)}/invitation`, invited);
}

export function resendInvitation(api: ApiClient, sellerId: string, invitationId: string): Promise<void> {
  return api.post(`${sellerPath(sellerId)}/invitation/${encodeURIComponent(invitationId)}/resend`, {});
}

export function withdrawInvitation(api: ApiClient, sellerId: string, invitationId: string): Promise<void> {
  return api.delete(`${sellerPath(sellerId)}/invitation/${encodeURIComponent(invitationId)}`);
}

/** What an invitation's link is about. */
export function getInvitation(api: ApiClient, token: string): Promise<InvitedToSeller> {
  return api.get(`/seller/invitation/${encodeURIComponent(token)}`, { asUser: true });
}

export function acceptInvitation(api: ApiClient, token: string): Promise<MySellers> {
  return api.post(`/seller/invitation/${encodeURIComponent(token)}/accept`, {});
}

export function getSellerClosing(api: ApiClient, sellerId: string): Promise<SellerClosing> {
  return api.get(`${sellerPath(sellerId)}/closing`, { asUser: true });
}

export function stepClosing(
  api: ApiClient,
  sellerId: string,
  step: 'close' | 'reopen' | 'finish',
): Promise<SellerClosing> {
  return api.post(`${sellerPath(sellerId)}/${step}`, {});
}

/** A shop as everybody sees it. */
export function getSellerPage(api: ApiClient, address: string, init?: Init): Promise<SellerPage> {
  return api.get(pagePath(address), init);
}

export function listSellerProducts(
  api: ApiClient,
  address: string,
  { after, ...init }: Init & { after: string | null },
): Promise<SellerProducts> {
  const query = after === null ? '' : `?${new URLSearchParams({ after })}`;
  return api.get(`${pagePath(address)}/products${query}`, init);
}

export function listSellerAddresses(api: ApiClient): Promise<SellerAddresses> {
  return api.get('/seller/page');
}

function sellerPath(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}`;
}

function memberPath(sellerId: string, accountId: string): string {
  return `${sellerPath(sellerId)}/member/${encodeURIComponent(accountId)}`;
}

function pagePath(address: string): string {
  return `/seller/page/${encodeURIComponent(address)}`;
}
