import { atom } from 'nanostores';

export type Alert = { type: 'success' | 'error'; message: string };

/**
 * The one alert above the page content, or null. `floats`: what was done here and went well is told over the page, so
 * that nothing moves away under a finger; anything else takes its own place.
 */
export const currentAlert = atom<(Alert & { floats: boolean }) | null>(null);

let survivesNextNavigation = false;

/** `persist` keeps the alert across one redirect; otherwise the next navigation clears it. */
export function showAlert(alert: Alert, options?: { persist?: boolean }) {
  survivesNextNavigation = options?.persist ?? false;
  currentAlert.set({ ...alert, floats: alert.type === 'success' && !survivesNextNavigation });
}

export function dismissAlert() {
  currentAlert.set(null);
}

/** Called once for every navigation. */
export function alertsNavigated() {
  if (!survivesNextNavigation) currentAlert.set(null);
  survivesNextNavigation = false;
}
