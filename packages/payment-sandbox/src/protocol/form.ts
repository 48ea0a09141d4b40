import { type IParseOptions, parse } from 'qs';
import { unknown, unreadableBody } from './errors.ts';

/** Strings, in the lists and tables that the brackets of their names say. */
export type Form = { [name: string]: FormValue };
type FormValue = string | FormValue[] | Form;

/** Bytes; a session with a hundred lines is a quarter of it. */
export const LARGEST_BODY = 100_000;

/** Half a character is refused: it could not be shown, and a shop would not find its own words again. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw unreadableBody('the parameters must be percent-encoded UTF-8.');
  }
}

const limits: IParseOptions = {
  depth: 5,
  strictDepth: true,
  arrayLimit: 200,
  parameterLimit: 1_000,
  throwOnLimitExceeded: true,
  // Without prototypes no name is special, so that none is left out silently.
  plainObjects: true,
  decoder(text, _decode, _charset, type) {
    const decoded = decode(text);
    if (type === 'key' && decoded.includes('__proto__')) throw unknown(decoded);
    return decoded;
  },
};

/** Reads a query or a body such as `line_items[0][quantity]=2`. Throws a ProviderError when it is out of all measure. */
export function parseForm(text: string): Form {
  try {
    return parse(text, limits) as Form;
  } catch (error) {
    if (error instanceof RangeError) throw unreadableBody(error.message);
    throw error;
  }
}
