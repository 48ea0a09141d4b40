import { atom } from 'nanostores';

export type Alert = {
  type: 'success' | 'error';
  message: string;
  /** Address of a picture of what it is about. */
  picture?: string;
  /** Where it leads on to. */
  link?: { href: string; text: string };
};

/** The one alert above the page content, or null. `transient`: a success, which dismisses itself after a while. */
export const currentAlert = atom<(Alert & { transient: boolean }) | null>(null);

let survivesNextNavigation = false;

/** `persist`: the alert survives one redirect; otherwise the next navigation clears it. */
export function showAlert(alert: Alert, options?: { persist?: boolean }) {
  survivesNextNavigation = options?.persist ?? false;
  currentAlert.set({ ...alert, transient: alert.type === 'success' && !survivesNextNavigation });
}

export function dismissAlert() {
  currentAlert.set(null);
}

/** Called once for every navigation. */
export function clearAlertOnNavigation() {
  if (!survivesNextNavigation) currentAlert.set(null);
  survivesNextNavigation = false;
}
