// Texts as banks carry them: the basic Latin set of the European Payments Council (EPC217-08), which SWIFT and SEPA take everywhere.
import anyAscii from 'any-ascii';
import { payoutReference } from '#contract/money/payout.ts';
import { cutText } from '#contract/text/cut-text.ts';

/** Signs that are in no set of the banks, by the table of EPC217-08. */
const signs: Record<string, string> = {
  '&': '+',
  ';': ',',
  '[': '(',
  '{': '(',
  ']': ')',
  '}': ')',
  '\\': '/',
  '|': '/',
  _: '-',
  '~': '-',
  '`': "'",
};
/** Where German is written, banks know these names by two letters, and elsewhere by the first of them. */
const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS' };
const germanCountries = new Set(['AT', 'CH', 'DE', 'LI']);

/**
 * A text in letters of English, digits, spaces and / - ? : ( ) . , ' +, at most `longest` characters long. `country` is the account's. What nothing is
 * left of, such as a row of pictures, is 'NOTPROVIDED'.
 */
export function bankText(text: string, { country = '', longest }: { country?: string | undefined; longest: number }) {
  const composed = text.normalize('NFC').replaceAll(/\p{Emoji_Presentation}/gu, ' ');
  const spelled = germanCountries.has(country)
    ? composed.replaceAll(/[äöüÄÖÜßẞ]/g, (letter) => german[letter] ?? '')
    : composed;
  const basic = anyAscii(spelled)
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/g, (sign) => signs[sign] ?? (/\s/.test(sign) ? ' ' : '.'))
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return cutText(basic, longest).trim() || 'NOTPROVIDED';
}

/** As the bank statement of whoever gets a payout names it. */
export function bankReference(shopName: string, payoutId: string): string {
  return bankText(payoutReference(shopName, payoutId), { longest: 140 });
}
