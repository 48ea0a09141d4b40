import { atom } from 'nanostores';

export type Alert = { type: 'success' | 'error'; message: string };

/** The one alert above the page content, or null. */
export const currentAlert = atom<Alert | null>(null);

let survivesNextNavigation = false;

/** `persist` keeps the alert across one redirect; otherwise the next navigation clears it. */
export function showAlert(alert: Alert, options?: { persist?: boolean }) {
  currentAlert.set(alert);
  survivesNextNavigation = options?.persist ?? false;
}

export function dismissAlert() {
  currentAlert.set(null);
}

/** Called once for every navigation. */
export function alertsNavigated() {
  if (!survivesNextNavigation) currentAlert.set(null);
  survivesNextNavigation = false;
}
