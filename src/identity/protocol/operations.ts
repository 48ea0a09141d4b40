// Every action that is supported, by the name that clients send in x-amz-target. One file each in operations/.
import { entryOf } from '#contract/text/entry-of.ts';
import { changePassword } from '../operations/change-password.ts';
import { confirmForgotPassword } from '../operations/confirm-forgot-password.ts';
import { confirmSignUp } from '../operations/confirm-sign-up.ts';
import { deleteUser } from '../operations/delete-user.ts';
import { confirmDevice } from '../operations/device/confirm-device.ts';
import { forgetDevice } from '../operations/device/forget-device.ts';
import { listDevices } from '../operations/device/list-devices.ts';
import { updateDeviceStatus } from '../operations/device/update-device-status.ts';
import { associateSoftwareToken } from '../operations/factor/associate-software-token.ts';
import { completeWebAuthnRegistration } from '../operations/factor/complete-web-authn-registration.ts';
import { createRecoveryCodes } from '../operations/factor/create-recovery-codes.ts';
import { deleteWebAuthnCredential } from '../operations/factor/delete-web-authn-credential.ts';
import { getRecoveryCodes } from '../operations/factor/get-recovery-codes.ts';
import { listWebAuthnCredentials } from '../operations/factor/list-web-authn-credentials.ts';
import { setUserMfaPreference } from '../operations/factor/set-user-mfa-preference.ts';
import { startWebAuthnRegistration } from '../operations/factor/start-web-authn-registration.ts';
import { verifySoftwareToken } from '../operations/factor/verify-software-token.ts';
import { forgotPassword } from '../operations/forgot-password.ts';
import { getCredentialsForIdentity } from '../operations/get-credentials-for-identity.ts';
import { getId } from '../operations/get-id.ts';
import { getTokensFromRefreshToken } from '../operations/get-tokens-from-refresh-token.ts';
import { getUser } from '../operations/get-user.ts';
import { globalSignOut } from '../operations/global-sign-out.ts';
import { initiateAuth } from '../operations/initiate-auth.ts';
import { proveOwner } from '../operations/prove-owner.ts';
import { resendConfirmationCode } from '../operations/resend-confirmation-code.ts';
import { respondToAuthChallenge } from '../operations/respond-to-auth-challenge.ts';
import { revokeToken } from '../operations/revoke-token.ts';
import { signUp } from '../operations/sign-up.ts';
import { updateUserAttributes } from '../operations/update-user-attributes.ts';
import type { Operation } from './operation.ts';

const userPool: Record<string, Operation> = {
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ResendConfirmationCode: resendConfirmationCode,
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ChangePassword: changePassword,
  GetUser: getUser,
  UpdateUserAttributes: updateUserAttributes,
  DeleteUser: deleteUser,
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  SetUserMFAPreference: setUserMfaPreference,
  ConfirmDevice: confirmDevice,
  ListDevices: listDevices,
  ForgetDevice: forgetDevice,
  UpdateDeviceStatus: updateDeviceStatus,
  RevokeToken: revokeToken,
  GlobalSignOut: globalSignOut,
  StartWebAuthnRegistration: startWebAuthnRegistration,
  CompleteWebAuthnRegistration: completeWebAuthnRegistration,
  ListWebAuthnCredentials: listWebAuthnCredentials,
  DeleteWebAuthnCredential: deleteWebAuthnCredential,
};

const identityPool: Record<string, Operation> = {
  GetId: getId,
  GetCredentialsForIdentity: getCredentialsForIdentity,
};

/** Operations beyond the protocol. Its clients need none; the shop's own pages use them where the accounts are the shop's own. */
const own: Record<string, Operation> = {
  ProveOwner: proveOwner,
  GetRecoveryCodes: getRecoveryCodes,
  CreateRecoveryCodes: createRecoveryCodes,
};

const services: Record<string, Record<string, Operation>> = {
  AWSCognitoIdentityProviderService: userPool,
  AWSCognitoIdentityService: identityPool,
  HearthAccounts: own,
};

/** `target` such as 'AWSCognitoIdentityProviderService.SignUp'; null for what is not supported. */
export function findOperation(target: string): { name: string; operation: Operation } | null {
  const [service = '', name = ''] = target.split('.');
  const found = entryOf(entryOf(services, service) ?? {}, name);
  return found ? { name, operation: found } : null;
}
