// What visitors do on a page before its scripts have come: on a slow telephone that is seconds. Links and forms work by
// themselves then; a click on another button, and what React has not seen being typed, would be lost.
import { flushSync } from 'react-dom';

type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    /** In the order of the last time, each control once: whoever taps three times, because nothing happens, means one. */
    earlyActions: { kept: Map<Control, string | boolean>; keep: (event: Event) => void };
  }
}

/** Runs in the head of the page, before anything can be touched. */
export const keepEarlyActions = `{let kept=new Map,keep=({type,target})=>{let e=target.closest('button[type=button],input,select,textarea');if(e&&(e.type==='button')===(type==='click')){kept.delete(e);kept.set(e,/^(checkbox|radio)$/.test(e.type)?e.checked:e.value)}};addEventListener('click',keep,true);addEventListener('input',keep,true);window.earlyActions={kept,keep}}`;

/** To be called when React begins to take over: from then on it sees clicks by itself, and would see kept ones twice. */
export function stopKeepingClicks() {
  removeEventListener('click', window.earlyActions.keep, true);
}

/** Once React has taken over, what was kept is done again, and this time somebody listens. */
export function repeatEarlyActions() {
  removeEventListener('input', window.earlyActions.keep, true);
  const { kept } = window.earlyActions;
  for (const [control, value] of kept) {
    // Each sees what the one before has changed.
    if (control.isConnected) flushSync(() => repeat(control, value));
  }
  kept.clear();
}

/**
 * React takes a value for changed when it differs from the one that was last set through the element's own property;
 * the prototype's setter goes past that.
 */
function repeat(control: Control, value: string | boolean) {
  if (control instanceof HTMLButtonElement) return control.click();
  if (typeof value === 'boolean') {
    (control as HTMLInputElement).checked = !value;
    return control.click();
  }
  if (!(control instanceof HTMLSelectElement)) control.value = `${value}0`;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
