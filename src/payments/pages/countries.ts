/** Codes that Intl names and nobody lives in: unions, the unknown, and those made for tests. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Every country and territory with a code of its own today, by name. */
export const countries: { code: string; name: string }[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .flatMap((code) => {
    const name = names.of(code);
    // What was renamed has its successor's name: only the code in use stays.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code;
    return name && isCurrent && !noCountries.has(code) ? [{ code, name }] : [];
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

export function isCountry(code: string): boolean {
  return countries.some((country) => country.code === code);
}

/** Where the visitor's browser says it is at home, or '' where it does not say. */
export function likelyCountry(acceptLanguage: string): string {
  const [, region = ''] = acceptLanguage.match(/^[a-z]{2,3}-([A-Z]{2})\b/) ?? [];
  return isCountry(region) ? region : '';
}
