// Content of a signed address: whose file it is, and until when. Sealed, so that it can neither be read nor made by anybody else.
import { z } from 'zod';
import { SealError, type Secrets } from '#platform/secrets.ts';

type DownloadToken = { entitlementId: string; accountId: string; releaseId: string; path: string; until: Date };

const BOUND = 'download address';
/** A path of a release is shorter, sealed and all. */
const LONGEST = 8_000;

const tokenSchema = z.tuple([z.string(), z.string(), z.string(), z.string(), z.int()]);

export function writeToken(secrets: Secrets, { entitlementId, accountId, releaseId, path, until }: DownloadToken) {
  const said = [entitlementId, accountId, releaseId, path, until.getTime()];
  return secrets.seal(JSON.stringify(said), BOUND).toString('base64url');
}

/** Null for what this shop has not written, whatever is wrong with it. Whether its time is over is for the caller to see. */
export function readToken(secrets: Secrets, text: string): DownloadToken | null {
  if (text.length > LONGEST) return null;
  const sealed = Buffer.from(text, 'base64url');
  // One address for one token: the last letter of a text has bits that stand for nothing.
  if (sealed.toString('base64url') !== text) return null;
  const said = tokenSchema.safeParse(opened(secrets, sealed));
  if (!said.success) return null;
  const [entitlementId, accountId, releaseId, path, until] = said.data;
  return { entitlementId, accountId, releaseId, path, until: new Date(until) };
}

function opened(secrets: Secrets, sealed: Buffer): unknown {
  try {
    return JSON.parse(secrets.open(sealed, BOUND).toString('utf8'));
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
