// Actions of visitors on a page before it is hydrated, which takes seconds on a slow phone. Links and forms work without
// scripts; a click on another button, and text that React has not seen being typed, would be lost.
import { flushSync } from 'react-dom';

type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  interface Window {
    /** Each control once, in the order of its last action: three taps on a button that does nothing yet mean one. */
    earlyActions: { kept: Map<Control, string | boolean>; keep: (event: Event) => void };
  }
}

/** Runs in the head of the page, before anything can be touched. What a button commands or unfolds, the browser does by itself. */
export const earlyActionsScript = `{let kept=new Map,keep=({type,target})=>{let e=target.closest('button[type=button]:not([commandfor],[popovertarget]),input,select,textarea');if(e&&(e.type==='button')===(type==='click')){kept.delete(e);kept.set(e,/^(checkbox|radio)$/.test(e.type)?e.checked:e.value)}};addEventListener('click',keep,true);addEventListener('input',keep,true);window.earlyActions={kept,keep}}`;

/** To be called when React begins to hydrate: from then on it sees clicks itself, and a new click replaces a recorded one. */
export function stopRecordingClicks() {
  removeEventListener('click', window.earlyActions.keep, true);
  addEventListener('click', dropClicks, true);
}

/** On the same button, or on another of the same group. */
function dropClicks({ target }: Event) {
  const group = (target as Element).closest('button')?.parentElement;
  const { kept } = window.earlyActions;
  for (const control of kept.keys())
    if (control instanceof HTMLButtonElement && control.parentElement === group) kept.delete(control);
}

/** Once React has hydrated the page: does again what it has missed. */
export function replayEarlyActions() {
  removeEventListener('input', window.earlyActions.keep, true);
  removeEventListener('click', dropClicks, true);
  const { kept } = window.earlyActions;
  const actions = [...kept].filter(([control]) => control.isConnected);
  kept.clear();
  // All of them first: who listens to one may send the form with the others.
  for (const [control, value] of actions) putBack(control, value);
  // First the field with the focus: React empties those that it knows nothing of yet, and somebody may be typing there.
  actions.sort(([a], [b]) => Number(b === document.activeElement) - Number(a === document.activeElement));
  // Each sees what the one before has changed.
  for (const [control, value] of actions) flushSync(() => repeat(control, value));
}

function putBack(control: Control, value: string | boolean) {
  if (typeof value === 'boolean') (control as HTMLInputElement).checked = value;
  // Equal text is not touched: an input method may be at work in it.
  else if (control.value !== value) control.value = value;
}

/** React takes a value for changed when it differs from the one that it has noted for the element. */
function repeat(control: Control & { _valueTracker?: { setValue: (value: string) => void } }, value: string | boolean) {
  if (control instanceof HTMLButtonElement) return control.click();
  if (typeof value === 'boolean') {
    (control as HTMLInputElement).checked = !value;
    return control.click();
  }
  putBack(control, value);
  control._valueTracker?.setValue(`${value}0`);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
  // The visitor has left the field meanwhile.
  if (document.activeElement !== control) control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}
