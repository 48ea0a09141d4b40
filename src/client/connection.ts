import { t } from '#language/message.ts';

/** Why nothing answers. */
export function noAnswerText(): string {
  return isOffline() ? t('You are offline.') : t('The shop could not be reached.');
}

/** A part of the page did not arrive. Some browsers never ask for it again, until the page is loaded again. */
export function isLoadFailure(message: string): boolean {
  return /dynamically imported module|importing a module/i.test(message);
}

/** True if the browser knows that it has no network. That it has one says nothing about the shop. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}
