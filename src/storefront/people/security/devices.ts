import { asSignedIn } from '#client/session/as-signed-in.ts';
import { accountAction } from '../sign-in/account-action.ts';
import { deviceName } from './device-name.ts';

export type Device = { id: string; name: string; lastUsed: Date | undefined; trusted: boolean; isThis: boolean };

/** The devices that the account knows: this one first, then the one that was used last. */
export function listDevices(): Promise<Device[]> {
  return asSignedIn(async ({ fetchDevices, thisDevice }) => {
    const [devices, current] = await Promise.all([fetchDevices(), thisDevice()]);
    return devices
      .map(({ id, name, lastAuthenticatedDate, attributes }) => ({
        id,
        name: deviceName(name ?? 'Unnamed device'),
        lastUsed: lastAuthenticatedDate,
        trusted: attributes?.['dev:device_remembered_status'] === 'remembered',
        isThis: id === current,
      }))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis) || Number(b.lastUsed ?? 0) - Number(a.lastUsed ?? 0));
  });
}

/** This device is no longer asked for the second step. Resolves with what went wrong, in words, or nothing. */
export function trustThisDevice(): Promise<string | undefined> {
  return accountAction(({ rememberDevice }) => rememberDevice());
}

export function forgetDevice(id: string): Promise<string | undefined> {
  return accountAction((accounts) => accounts.forgetDevice({ device: { id } }));
}
