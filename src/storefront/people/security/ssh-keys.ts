// SSH keys of who is signed in. What fails is answered in words.
import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { selected, useApi } from '#client/query/use-api.ts';
import type { SshKey } from '#contract/people/ssh-key.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** Newest first. */
export function useSshKeys(): Loaded<SshKey[]> {
  return selected(useApi('/ssh-key'), ({ items }) => items);
}

export async function listSshKeys(): Promise<SshKey[]> {
  return (await createBrowserApi().get('/ssh-key', { asUser: true })).items;
}

type NewSshKey = { public_key: string; name: string };
type Refused = { fault: string; isOfKey: boolean };

/** Resolves with what went wrong, and whether it is the key's own fault, or with nothing. Without a name it gets that of its comment. */
export function addSshKey({ public_key, name }: NewSshKey): Promise<Refused | undefined> {
  const body = { public_key, ...(name !== '' && { name }) };
  return createBrowserApi()
    .post('/ssh-key', { body })
    .then(
      () => undefined,
      (error) => ({
        fault: failureText(error),
        isOfKey: error instanceof ApiError && (error.status === 400 || error.status === 409),
      }),
    );
}

export function removeSshKey({ ssh_key_id: sshKeyId }: SshKey): Promise<string | undefined> {
  return createBrowserApi()
    .delete('/ssh-key/{sshKeyId}', { params: { path: { sshKeyId } } })
    .then(() => undefined, failureText);
}
