import { accountFault } from './account-fault.ts';

const messages: Record<string, string> = {
  PasskeyAlreadyExists: 'This device holds a passkey of yours already.',
  PasskeyRegistrationCanceled: 'The passkey was not added. You can try again.',
  PasskeyOperationAborted: 'The passkey was not added. You can try again.',
  PasskeyNotSupported: 'This browser cannot keep passkeys for this address.',
  RelyingPartyMismatch: 'This browser cannot keep passkeys for this address.',
};

/** What goes wrong in making a passkey, in words; undefined when nothing does. */
export async function passkeyFault(calls: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await calls();
    return undefined;
  } catch (error) {
    return messages[(error as Error).name] ?? accountFault(error).message;
  }
}
