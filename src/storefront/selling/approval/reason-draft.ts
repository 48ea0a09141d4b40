// A reason that is being written, in the tab's session storage: it survives a look at the next one and a reload.

const keyOf = (approvalId: string) => `hearth.reason.${approvalId}`;

/** Empty when there is none, or storage is refused. */
export function readReason(approvalId: string): string {
  try {
    return window.sessionStorage.getItem(keyOf(approvalId)) ?? '';
  } catch {
    return '';
  }
}

/** An empty one is forgotten. */
export function saveReason(approvalId: string, reason: string) {
  try {
    if (reason) window.sessionStorage.setItem(keyOf(approvalId), reason);
    else window.sessionStorage.removeItem(keyOf(approvalId));
  } catch {
    // Storage is refused: the reason lasts until the screen is left.
  }
}
