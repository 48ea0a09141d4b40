import type { OwnDeletion, PostedUser, User } from '#contract/people/user.ts';
import type { ApiClient } from '../api/api-client.ts';

export function getUser(api: ApiClient, email: string, init?: { signal?: AbortSignal }): Promise<User> {
  return api.get(`/user/${encodeURIComponent(email)}`, { ...init, asUser: true });
}

/** Saves the signed-in user's own record; what is left out stays as it is. */
export function saveUser(api: ApiClient, user: PostedUser): Promise<User> {
  return api.post('/user', user);
}

/** What keeps the signed-in user's own record from being deleted, and what ends with it. */
export function getOwnDeletion(api: ApiClient, email: string): Promise<OwnDeletion> {
  return api.get(`/user/${encodeURIComponent(email)}/deletion`, { asUser: true });
}

/** Deletes the signed-in user's own record and reviews; to be done before the account itself is deleted. */
export function deleteUserRecord(api: ApiClient, email: string): Promise<void> {
  return api.delete(`/user/${encodeURIComponent(email)}`);
}
