import { accountFault } from '#client/session/account-fault.ts';
import { asSignedIn } from '#client/session/as-signed-in.ts';
import { type Message, msg, t } from '#language/message.ts';
import { accountAction } from '../sign-in/account-action.ts';

export type Passkey = { id: string; name: string; createdAt: Date | undefined };

export function listPasskeys(): Promise<Passkey[]> {
  return asSignedIn(async ({ listWebAuthnCredentials }) => {
    const { credentials } = await listWebAuthnCredentials();
    return credentials.map(({ credentialId = '', friendlyCredentialName, createdAt }) => ({
      id: credentialId,
      name: friendlyCredentialName || 'Passkey',
      createdAt,
    }));
  });
}

const messages: Record<string, Message> = {
  PasskeyAlreadyExists: msg('This device holds a passkey of yours already.'),
  PasskeyRegistrationCanceled: msg('The passkey was not added. You can try again.'),
  PasskeyOperationAborted: msg('The passkey was not added. You can try again.'),
  PasskeyNotSupported: msg('This browser cannot keep passkeys for this address.'),
  RelyingPartyMismatch: msg('This browser cannot keep passkeys for this address.'),
};

/** Has the browser make a passkey for the account. Resolves with what went wrong, in words, or nothing. */
export async function addPasskey(): Promise<string | undefined> {
  try {
    await asSignedIn(({ associateWebAuthnCredential }) => associateWebAuthnCredential());
    return undefined;
  } catch (error) {
    return t(messages[(error as Error).name]) ?? accountFault(error).message;
  }
}

export function deletePasskey(id: string): Promise<string | undefined> {
  return accountAction(({ deleteWebAuthnCredential }) => deleteWebAuthnCredential({ credentialId: id }));
}
