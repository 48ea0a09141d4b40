/** Where chosen lines stand in the tab's session storage (chosen-lines.ts). */
export const chosenKey = 'hearth.chosen';

/** True if there are any: the code that reads them is loaded only then. */
export function hasChosen(): boolean {
  try {
    return window.sessionStorage.getItem(chosenKey) !== null;
  } catch {
    return false;
  }
}
