// A browser was sent to the payment page. Whoever is still here, or comes back by the browser's button, finds this page as it was left.

/** A browser that is still here after so long did not get the payment page: it did not answer, or refused. */
export const REDIRECT_TIMEOUT_MS = 20_000;

/** Why nobody is leaving any more. */
export type Stay = 'came back' | 'no answer';

/** `page` is the window. `departed` is called once the browser was sent away; until `stop` all is watched. */
export function watchLeaving(
  page: EventTarget,
  onStay: (why: Stay) => void,
): { departed: () => void; stop: () => void } {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  let isWatched = true;
  const stopTimeout = () => clearTimeout(timeout);
  const comeBack = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) onStay('came back');
  };
  page.addEventListener('pageshow', comeBack);
  page.addEventListener('pagehide', stopTimeout);
  return {
    departed() {
      stopTimeout();
      if (isWatched) timeout = setTimeout(() => onStay('no answer'), REDIRECT_TIMEOUT_MS);
    },
    stop() {
      isWatched = false;
      stopTimeout();
      page.removeEventListener('pageshow', comeBack);
      page.removeEventListener('pagehide', stopTimeout);
    },
  };
}
