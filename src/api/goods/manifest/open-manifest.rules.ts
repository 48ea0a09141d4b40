// Reading a signed manifest: nothing in it counts before the signature holds. It may come from anywhere, also from other
// programs that sign by the same specification.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { manifestMediaType } from '#contract/goods/manifest.ts';
import { payloadType, preAuthentication, predicateType, rootDigest, statementType } from './manifest.rules.ts';
import { shownPath } from './manifest-path.rules.ts';
import { keyIdOf, toPublicPem } from './signing-key.rules.ts';

/** A key to verify with; what is not known of its validity is null. */
export type VerifyingKey = {
  key_id: string;
  pem: string;
  valid_from: Date | null;
  valid_until: Date | null;
  retired_at: Date | null;
};

export type OpenedManifest = {
  key_id: string;
  /** Facts from the signer beside the files, such as product, version and time. */
  facts: Record<string, unknown>;
  files: Array<{ path: string; sha256: string; size_bytes: number | null }>;
  ignored: string[];
};

type Opened = { ok: true; manifest: OpenedManifest } | { ok: false; problem: string };

/** Reads a key by itself, as in a file; throws for what is none. */
export function toVerifyingKey(pem: string): VerifyingKey {
  const text = toPublicPem(pem);
  return { key_id: keyIdOf(text), pem: text, valid_from: null, valid_until: null, retired_at: null };
}

/** Difference of clocks: a key may be used on one machine and replaced on another meanwhile. */
const CLOCKS_DIFFER_MS = 60 * 60_000;
const hashes: Record<string, string> = { prime256v1: 'sha256', secp384r1: 'sha384', secp521r1: 'sha512' };

// Nothing may stand there that is not understood: it would not be signed.
const bundleSchema = z.strictObject({
  mediaType: z.literal(manifestMediaType),
  verificationMaterial: z.strictObject({
    publicKey: z.strictObject({
      hint: z.string().optional(),
      // Field that programs before version 1.1 wrote in place of the hint.
      rawBytes: z.string().optional(),
      keyDetails: z.string().optional(),
    }),
    tlogEntries: z.array(z.unknown()).optional(),
    timestampVerificationData: z.record(z.string(), z.unknown()).optional(),
  }),
  dsseEnvelope: z.strictObject({
    payload: z.string(),
    payloadType: z.literal(payloadType),
    signatures: z.array(z.strictObject({ sig: z.string(), keyid: z.string().nullable().optional() })).length(1),
  }),
});

const statementSchema = z.object({
  _type: z.literal(statementType),
  predicateType: z.literal(predicateType),
  subject: z
    .array(
      z.object({
        name: z.string().min(1),
        digest: z.object({ sha256: z.string() }),
        annotations: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .length(1),
  predicate: z.object({
    serialization: z.object({
      method: z.literal('files'),
      hash_type: z.literal('sha256'),
      allow_symlinks: z.boolean(),
      ignore_paths: z.array(z.string()).optional(),
    }),
    resources: z
      .array(
        z.object({
          name: z.string().min(1),
          algorithm: z.literal('sha256'),
          digest: z.string().regex(/^[0-9a-f]{64}$/),
          annotations: z.looseObject({ size_bytes: z.int().min(0).optional() }).optional(),
        }),
      )
      .min(1),
  }),
});

type Bundle = z.infer<typeof bundleSchema>;
type Statement = z.infer<typeof statementSchema>;

/** `bytes` are those of the file; `keys` are those that are trusted. */
export function openManifest(bytes: Uint8Array, keys: readonly VerifyingKey[]): Opened {
  const bundle = readJson(bytes);
  const isMadeWithCertificate = /"(certificate|x509CertificateChain)"/.test(JSON.stringify(bundle ?? null));
  const parsed = bundleSchema.safeParse(bundle);
  if (!parsed.success)
    return wrong(
      isMadeWithCertificate
        ? 'The manifest is signed with a certificate. This verifies those that are signed with a key.'
        : `The manifest is no bundle that is signed with a key${placeOf(parsed.error)}.`,
    );
  const payload = fromBase64(parsed.data.dsseEnvelope.payload);
  if (!payload) return wrong('The manifest is damaged: its payload is not base64.');
  const signed = findSigner(parsed.data, payload, keys);
  if (!signed.ok) return signed;
  return openStatement(payload, signed.key);
}

/** The key of which the signature is. */
function findSigner(
  { verificationMaterial, dsseEnvelope }: Bundle,
  payload: Buffer,
  keys: readonly VerifyingKey[],
): { ok: true; key: VerifyingKey } | { ok: false; problem: string } {
  const { hint } = verificationMaterial.publicKey;
  const named = hint ? keys.filter(({ key_id }) => key_id === hint) : keys;
  if (named.length === 0)
    return wrong(`The manifest is signed with the key ${shownPath(hint ?? '')}, which is not among the keys given.`);
  const signature = fromBase64(dsseEnvelope.signatures[0]?.sig ?? '');
  const message = preAuthentication(dsseEnvelope.payloadType, payload);
  const key = named.find(({ pem }) => signature && isSignedBy(createPublicKey(pem), message, signature));
  return key ? { ok: true, key } : wrong('The signature is wrong: the manifest is not as it was signed.');
}

function isSignedBy(key: KeyObject, message: Buffer, signature: Buffer): boolean {
  const hash = hashes[key.asymmetricKeyDetails?.namedCurve ?? ''];
  return hash !== undefined && verify(hash, message, key, signature);
}

function openStatement(payload: Buffer, key: VerifyingKey): Opened {
  const parsed = statementSchema.safeParse(readJson(payload));
  if (!parsed.success)
    return wrong(
      `What is signed is no manifest of files by OpenSSF Model Signing 1.0 with SHA-256${placeOf(parsed.error)}.`,
    );
  const { subject, predicate } = parsed.data;
  const facts = subject[0]?.annotations ?? {};
  if (rootDigest(predicate.resources.map(({ digest }) => digest)) !== subject[0]?.digest.sha256)
    return wrong('The manifest contradicts itself: its hash over all files is another one.');
  if (new Set(predicate.resources.map(({ name }) => name)).size < predicate.resources.length)
    return wrong('The manifest contradicts itself: it names a file twice.');
  const invalid = validityFault(key, facts.signed_at);
  if (invalid) return wrong(invalid);
  return { ok: true, manifest: toManifest(parsed.data, key) };
}

function toManifest({ subject, predicate }: Statement, { key_id }: VerifyingKey): OpenedManifest {
  return {
    key_id,
    facts: subject[0]?.annotations ?? {},
    files: predicate.resources.map(({ name, digest, annotations }) => ({
      path: name,
      sha256: digest,
      size_bytes: annotations?.size_bytes ?? null,
    })),
    ignored: predicate.serialization.ignore_paths ?? [],
  };
}

/** `signedAt` is what the manifest says, if it says it; whoever has stolen a key can say anything: hence withdrawing. */
function validityFault(
  { key_id, valid_from, valid_until, retired_at }: VerifyingKey,
  signedAt: unknown,
): string | null {
  if (retired_at)
    return `The shop has withdrawn the key ${key_id} on ${retired_at.toISOString()}: what it signed is not to be relied on. Download the release again.`;
  if (typeof signedAt !== 'string' || Number.isNaN(Date.parse(signedAt))) return null;
  const at = new Date(signedAt);
  const isWithin =
    !(valid_from && at.getTime() < valid_from.getTime() - CLOCKS_DIFFER_MS) &&
    !(valid_until && at.getTime() > valid_until.getTime() + CLOCKS_DIFFER_MS);
  return isWithin ? null : `The manifest says that it was signed on ${at.toISOString()}, when its key was not in use.`;
}

function wrong(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}

/** Undefined for what is no JSON in UTF-8. */
function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Null where another text would be read as the same bytes, or it is none. */
function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function placeOf(error: z.ZodError): string {
  const path = error.issues[0]?.path.join('.') ?? '';
  return path === '' ? '' : ` (look at ${shownPath(path)})`;
}
