/** The fields of a GET form as short parameters: empty ones are left out, and those that say a default. */
export function formAddress(form: HTMLFormElement, defaults: Record<string, string>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== '' && value !== defaults[name]) params.set(name, String(value));
  }
  return params;
}
