// The shapes that the inputs of several operations share, with the protocol's own limits.

import { z } from 'zod';
import { emailMaximum, passwordMaximum } from '#contract/people/account-limits.ts';
import type { Service } from '../service.ts';
import { notFound } from './errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const printable = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]*$/u;

/** Text without control characters and halves of characters: a database refuses some of them, and none is meant. */
export const text = (longest: number) => maybeEmpty(longest).min(1);
const maybeEmpty = (longest: number) => z.string().max(longest).regex(printable, 'must not hold control characters');

export const username = text(emailMaximum);
export const clientId = z.string().min(1).max(128);
export const password = text(passwordMaximum);
export const code = text(2_048);
export const accessToken = z.string().min(1).max(8_192);
export const session = z.string().min(20).max(8_192);
export const deviceKey = text(128);
const metadata = z.record(z.string().max(131_072), z.string().max(131_072)).nullish();
/** Parameters of a flow or of a challenge; what is not there reads as undefined. Some clients send null for that. */
export const parameters = z
  .record(z.string().max(128), maybeEmpty(8_192).nullable())
  .transform((given) => Object.fromEntries(Object.entries(given).filter(isGiven)));

/** Fields that clients send for risk analysis and for triggers: accepted, and but for `ownerProofOf` not used. */
export const alongside = {
  ClientMetadata: metadata,
  UserContextData: z.unknown().optional(),
  AnalyticsMetadata: z.unknown().optional(),
};

export const attributes = z.array(z.object({ Name: text(32), Value: maybeEmpty(2_048) })).max(50);

/**
 * The link of a mail, where a client hands it on with the sign-in that follows the new password: this shop's own pages do. With any other
 * client the sign-in is a stranger's until it names a known device.
 */
export function ownerProofOf(given: { ClientMetadata?: Record<string, string> | null | undefined }) {
  return { ownerProof: given.ClientMetadata?.owner_proof };
}

function isGiven(entry: [string, string | null]): entry is [string, string] {
  return entry[1] !== null;
}

/** Throws unless the request is from the one client of this pool. */
export function checkClient(service: Service, given: string) {
  if (given !== service.pool.clientId) throw notFound(`User pool client ${given} does not exist.`);
}
