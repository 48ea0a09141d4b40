/** Short parameters of a GET form: empty ones are left out, and those that say a default. */
export function formAddress(given: FormData | URLSearchParams, defaults: Record<string, string>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of given) {
    if (value !== '' && value !== defaults[name]) params.append(name, String(value));
  }
  return params;
}
