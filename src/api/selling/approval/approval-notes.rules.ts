// Notes worth knowing before a decision, beside the difference itself.
import type { ApprovalNote } from '#contract/selling/listing/approval.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { SellerState } from '#contract/selling/seller.ts';

import { alternativesOf } from '../../catalogue/ports.rules.ts';
import { missingOf } from '../listing/draft/missing.rules.ts';

/** A price that moves by more is worth a look, in percent. */
const NOTABLE_PERCENT = 20;
/** Faults of the schema that are told one by one. */
const LISTED_FAULTS = 3;

type Known = {
  seller: { state: SellerState; reviews: number; average: number | null; isSelling: boolean };
  /** Named licenses of the content that the shop has a text of. */
  namedLicenses: ReadonlySet<string>;
  onSale: { version: number | null; content: ListingContent } | null;
  baseVersion: number | null;
  /** Why the last one about the same was returned; null where none was. */
  returnedBefore: string | null;
};

export function productNotes(productId: string, content: ListingContent, known: Known): ApprovalNote[] {
  return [
    ...baseNote(known),
    schemaNote(productId, content, known.onSale),
    licenseNote(content, known.namedLicenses),
    ...priceNote(known.onSale?.content.price, content.price),
    ...(content.pictures?.length ? [] : [warning('No picture: the shop draws one')]),
    sellerNote(known.seller),
    ...returnNote(known.returnedBefore),
  ];
}

export function applicationNotes(
  application: Readonly<Record<string, unknown>>,
  known: { termsAcceptedAt: Date | null; returnedBefore: string | null },
): ApprovalNote[] {
  return [
    known.termsAcceptedAt ? good('Terms accepted') : warning('Terms not accepted'),
    ...(application.support_email ? [] : [warning('No support address')]),
    ...returnNote(known.returnedBefore),
  ];
}

/** True if something else has come on sale since it was written. */
export function isBaseOlder(baseVersion: number | null, onSaleVersion: number | null): boolean {
  return onSaleVersion !== null && (baseVersion ?? 0) < onSaleVersion;
}

/** The named licenses of an expression: those that the shop has to have a text of. */
export function namedLicensesOf(content: ListingContent): string[] {
  const uses = (content.license ? alternativesOf(content.license) : null)?.flat() ?? [];
  return [...new Set(uses.map(({ license_id }) => license_id))].filter((id) => id.startsWith('LicenseRef-'));
}

function baseNote({ baseVersion, onSale }: Known): ApprovalNote[] {
  const version = onSale?.version ?? null;
  if (!isBaseOlder(baseVersion, version)) return [];
  return [
    warning(
      `Written against version ${baseVersion ?? 0}; version ${version} is on sale, and is what is compared with here`,
    ),
  ];
}

/** By the judges that approving asks as well. */
function schemaNote(productId: string, content: ListingContent, onSale: Known['onSale']): ApprovalNote {
  const whole = { ...onSale?.content, ...content };
  const missing = missingOf(whole, { productId, ownPictures: onSale?.content.pictures ?? [] });
  if (missing.length === 0) return good('Schema valid');
  const messages = missing.slice(0, LISTED_FAULTS).map(({ message }) => message);
  return warning(`Cannot be approved as it is: ${messages.join(' ')}`);
}

function licenseNote(content: ListingContent, named: ReadonlySet<string>): ApprovalNote {
  if (!content.license) return warning('No license');
  if (!alternativesOf(content.license)) return warning(`License not known: ${content.license}`);
  const missing = namedLicensesOf(content).filter((id) => !named.has(id));
  return missing.length > 0
    ? warning(`No text of ${missing.join(', ')} here`)
    : good(`License known: ${content.license}`);
}

/** '12.5 % higher'. */
function priceNote(before: number | null | undefined, after: number | null | undefined): ApprovalNote[] {
  if (typeof before !== 'number' || typeof after !== 'number' || before === after) return [];
  if (before === 0) return [warning('The price was $0 before')];
  const percent = (Math.abs(after - before) / before) * 100;
  const text = `Price ${percent.toLocaleString('en-US', { maximumFractionDigits: 1 })} % ${after > before ? 'higher' : 'lower'}`;
  return [percent > NOTABLE_PERCENT ? warning(text) : neutral(text)];
}

function sellerNote({ state, reviews, average, isSelling }: Known['seller']): ApprovalNote {
  if (state !== 'approved') return warning(`This shop is ${state}: nothing of it is on sale`);
  if (!isSelling) return neutral('Nothing of this shop is on sale yet');
  if (average === null) return neutral('This shop has no reviews yet');
  const stars = average.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return neutral(
    `Shop rated ${stars} of 5 by ${reviews === 1 ? 'one review' : `${reviews.toLocaleString('en-US')} reviews`}`,
  );
}

function returnNote(reason: string | null): ApprovalNote[] {
  return reason === null ? [] : [neutral(`Returned before: ${reason}`)];
}

const good = (text: string): ApprovalNote => ({ kind: 'good', text });
const warning = (text: string): ApprovalNote => ({ kind: 'warning', text });
const neutral = (text: string): ApprovalNote => ({ kind: 'neutral', text });
