import type { Page } from '@playwright/test';

/**
 * A device that keeps passkeys, as the fingerprint sensor of a computer does, without a passkey yet. Its owner touches it
 * whenever it is asked for, until `rest`, and again after `touch`.
 */
export async function addSecurityKey(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const touches = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return { touch: () => touches(true), rest: () => touches(false) };
}
