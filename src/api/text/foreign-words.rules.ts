// Words of somebody else that the marketplace sends on in its own mails: names of shops, people and products, and the reasons that shops give. A
// mail has the marketplace's sender and look, so what stands in it leads nowhere: no web or e-mail address, no telephone number, nothing invisible.
import topLevelDomains from 'tlds' with { type: 'json' };
import { cutText } from '#contract/text/cut-text.ts';
import { nameSkeleton } from './skeleton.rules.ts';

/** In characters: longer names are cut, so that a subject can be read. */
const LONGEST_NAME = 120;

/** Those of the root, and those that are kept for tests, examples and networks of one's own (RFC 2606, 6761, 7686, 9476). */
const domainEnds = new Set([
  ...topLevelDomains,
  ...['alt', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
]);

const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/gu;
const shapeless = /\p{Default_Ignorable_Code_Point}/gu;

// Each is of bounded length: what a person writes as a number that can be called.
const phones = [
  /(?<![\p{L}\p{N}.])(?:\+|00)\d[\d ()./-]{5,22}\d/gu,
  /(?<![\p{L}\p{N}.])0\d{2,4}[ /-]\d[\d -]{3,12}\d/gu,
  /(?<![\p{L}\p{N}.])(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/gu,
];

/** Fault of a name that others read in emails, in a sentence; null: none. */
export function foreignNameFault(name: string): string | null {
  const address = plain(name).split(/\s/).find(isAddress);
  if (address)
    return `${address} looks like a web or email address. This name appears in emails to others: leave addresses out of it.`;
  const phone = phonesIn(plain(name))[0];
  return phone
    ? `${phone} looks like a phone number. This name appears in emails to others: leave numbers to call out of it.`
    : null;
}

/** Fault of a name by which another would speak as the marketplace: 'Hearth Support', in any case or alphabet. Null: none. */
export function impersonationFault(name: string, marketplace: string): string | null {
  const own = nameSkeleton(marketplace);
  const words = name.split(/[^\p{L}\p{M}\p{N}@$|]+/u).filter(Boolean);
  const isOwn = own !== '' && words.some((_, from) => joinsTo(words, from, own));
  return isOwn ? `${name} looks as if it were of ${marketplace} itself. Choose another name.` : null;
}

/** True if some words from this one on are read as the name. */
function joinsTo(words: readonly string[], from: number, own: string): boolean {
  return words
    .slice(from, from + 8)
    .some((_, more) => nameSkeleton(words.slice(from, from + more + 1).join('')) === own);
}

/** A name of a shop or a person, as a mail to somebody else says it: `neutral` where it would lead somewhere. */
export function mailedName(name: string, neutral: string): string {
  const readable = name.replace(invisible, '').trim();
  return readable === '' || foreignNameFault(readable) ? neutral : cutText(readable, LONGEST_NAME);
}

/** A product's name: it stays recognizable, and no mail program makes a link of what is in it. */
export function mailedTitle(title: string): string {
  return cutText(mailedText(title.replace(invisible, ' ')), LONGEST_NAME);
}

/** Text by somebody, of one or more lines: addresses in it cannot be followed, numbers cannot be called. */
export function mailedText(text: string): string {
  const lines = text.split('\n').map((line) =>
    plain(line)
      .split(/(\s+)/)
      .map((word) => (isAddress(word) ? unlinked(word) : word))
      .join(''),
  );
  return lines.map((line) => phonesIn(line).reduce((left, phone) => left.replace(phone, '…'), line)).join('\n');
}

/** 'evil-pay[.]example': as the trade writes an address that nobody is to open. */
function unlinked(word: string): string {
  return word.replaceAll('://', '[:]//').replaceAll('@', '[at]').replaceAll('.', '[.]');
}

function isAddress(word: string): boolean {
  if (word.includes('://') || /^\W*www\./i.test(word)) return true;
  return word.split(/[^\p{L}\p{M}\p{N}.-]/u).some(isDomain);
}

/** 'Node.js' and 'St.John' end in nothing that there is; 'fast.ai' does. */
function isDomain(text: string): boolean {
  const labels = text.toLowerCase().split('.').filter(Boolean);
  const last = labels.at(-1);
  return labels.length > 1 && last !== undefined && (domainEnds.has(last) || last.startsWith('xn--'));
}

function phonesIn(text: string): string[] {
  return phones.flatMap((phone) => text.match(phone) ?? []);
}

/** As a mail program reads it: compatibility forms of letters and dots are those. A text that leads nowhere stays as it was written. */
function plain(text: string): string {
  const seen = text.replaceAll('\t', ' ').replace(invisible, '');
  const folded = seen.replace(shapeless, '').normalize('NFKC').replaceAll('。', '.');
  return folded.split(/\s/).some(isAddress) || phonesIn(folded).length > 0 ? folded : seen;
}
