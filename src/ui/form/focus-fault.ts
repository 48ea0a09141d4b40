/** The first control that says what is wrong with it gets the focus; says whether there is one. */
export function focusFault(within: ParentNode | null): boolean {
  const control = within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]');
  control?.focus();
  return control != null;
}

/** To be called once in the browser: whoever sends a form that is not accepted stands in the first field to mend. */
export function focusFaultsOfForms() {
  // After the screen has judged what was sent.
  document.addEventListener('submit', ({ target }) => setTimeout(() => focusFault(target as HTMLFormElement)));
}
