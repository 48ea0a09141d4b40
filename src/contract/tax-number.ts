// The number that a business is known to the tax office by (VAT ID, UID, ABN): how it is written in its country. Whether it was given to
// anybody only a register knows.

/** After the letters of the country, as the member states of the European Union and those who write alike publish it. */
const shapes: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  GB: /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  XI: /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  CHE: /^\d{9}(MWST|TVA|IVA)?$/,
};

/** Where the letters are not those of ISO 3166. */
const prefixes: Record<string, readonly string[]> = { GR: ['EL'], GB: ['GB', 'XI'], CH: ['CHE'], LI: ['CHE'] };

/** Written without the letters of a country. */
const bare: Record<string, RegExp> = {
  AU: /^\d{11}$/,
  NO: /^\d{9}(MVA)?$/,
  IN: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/,
};

const anyNumber = /^[A-Z\d]{4,20}$/;

export const taxNumberMaximum = 30;

/** Without what people put between digits, and with the letters of the country that it is written with there. */
export function taxNumberOf(text: string, country: string): string {
  const written = text.toUpperCase().replace(/[\s.\-/]/g, '');
  const [prefix = country] = prefixes[country] ?? [];
  const shape = shapes[prefix];
  return shape?.test(written) ? `${prefix}${written}` : written;
}

/** True if the number, as `taxNumberOf` answers it, is written as a country's own are, or those of another of the European Union. */
export function isTaxNumber(number: string, country: string): boolean {
  const own = bare[country];
  if (own) return own.test(number);
  const prefix = [3, 2].map((length) => number.slice(0, length)).find((letters) => letters in shapes);
  if (prefix && shapes[prefix]?.test(number.slice(prefix.length))) return true;
  const isKnown = (prefixes[country] ?? [country]).some((letters) => letters in shapes);
  return !isKnown && anyNumber.test(number) && /\d/.test(number);
}

/** Fault of the number, for a person; null when there is none. `country` may be empty. */
export function taxNumberProblem(text: string, country: string): string | null {
  if (text.trim() === '' || isTaxNumber(taxNumberOf(text, country), country)) return null;
  return country === 'DE'
    ? 'Write it as in DE123456789'
    : 'Write the number as your tax office does, with the letters of the country where it begins with some';
}
