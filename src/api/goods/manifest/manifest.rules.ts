// How a release is signed: a manifest by OpenSSF Model Signing 1.0, method "key". That is a Sigstore bundle v0.3 around a DSSE
// envelope around an in-toto statement; docs/decisions/0032-signed-manifests.md says where each detail comes from.
import { createHash, type KeyObject, sign } from 'node:crypto';
import { type Manifest, manifestMediaType, type SignedFile, unsignedPaths } from '#contract/goods/manifest.ts';
import { byCodePoints, pathFault, shownPath } from './manifest-path.rules.ts';

export const payloadType = 'application/vnd.in-toto+json';
export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'https://model_signing/signature/v1.0';

/** Facts of the release beside its files; the public tool skips them, and the signature covers them. */
type ManifestFacts = {
  release_id: string;
  product_id: string;
  version: string;
  /** Null: goods of the operator. */
  seller_id: string | null;
  /** The origin of the shop that signs. */
  shop: string;
  signed_at: Date;
};

type Signer = { key_id: string; privateKey: KeyObject };

/**
 * Signs the files of a release. The order in which they are given does not matter. Throws for no files, for a path that no
 * manifest can hold (`pathFault` says so beforehand) or that is given twice: whoever completes a release has looked at it.
 */
export function signManifest(files: readonly SignedFile[], facts: ManifestFacts, signer: Signer): Manifest {
  const payload = Buffer.from(JSON.stringify(toStatement(files, facts)));
  const sig = sign('sha256', preAuthentication(payloadType, payload), signer.privateKey).toString('base64');
  return {
    mediaType: manifestMediaType,
    verificationMaterial: { publicKey: { hint: signer.key_id }, tlogEntries: [] },
    dsseEnvelope: { payload: payload.toString('base64'), payloadType, signatures: [{ sig, keyid: '' }] },
  };
}

/** Bytes to sign for a payload and its type: DSSE's encoding, with lengths in bytes. */
export function preAuthentication(type: string, payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);
}

/** One hash for all files: SHA-256 over the bytes of their hashes, in the order of the manifest. */
export function rootDigest(hashes: readonly string[]): string {
  const root = createHash('sha256');
  for (const hash of hashes) root.update(Buffer.from(hash, 'hex'));
  return root.digest('hex');
}

/**
 * The 40 hexadecimal digits that tools know a release by as a revision: of its files with their names, and of which release it
 * is, so that no two releases have the same. Signing again changes nothing of it.
 */
export function commitOf(files: readonly SignedFile[], releaseId: string): string {
  const sorted = inOrder(files);
  const commit = createHash('sha256').update(`${rootDigest(sorted.map(({ sha256 }) => sha256))}\n`);
  // No name has a zero byte in it.
  for (const { path } of sorted) commit.update(path).update('\0');
  return commit.update(`\n${releaseId}`).digest('hex').slice(0, 40);
}

function toStatement(files: readonly SignedFile[], { signed_at, seller_id, ...facts }: ManifestFacts) {
  const sorted = inOrder(files);
  const resources = sorted.map(({ path, size_bytes, sha256 }) => ({
    name: path,
    algorithm: 'sha256',
    digest: sha256,
    // The format has no field for sizes; an in-toto descriptor has room for what else one wants to say.
    annotations: { size_bytes },
  }));
  return {
    _type: statementType,
    subject: [
      {
        name: facts.product_id,
        digest: { sha256: rootDigest(sorted.map(({ sha256 }) => sha256)) },
        annotations: {
          ...facts,
          seller_id,
          signed_by: seller_id === null ? 'shop' : 'shop on behalf of the seller',
          signed_at: signed_at.toISOString(),
        },
      },
    ],
    predicateType,
    predicate: {
      serialization: { method: 'files', hash_type: 'sha256', allow_symlinks: false, ignore_paths: unsignedPaths },
      resources,
    },
  };
}

function inOrder(files: readonly SignedFile[]): SignedFile[] {
  if (files.length === 0) throw new Error('a manifest of no files');
  const sorted = files.toSorted((a, b) => byCodePoints(a.path, b.path));
  for (const [index, { path, sha256 }] of sorted.entries()) {
    const fault = pathFault(path) ?? (path === sorted[index - 1]?.path ? 'is there twice' : null);
    if (fault) throw new Error(`a manifest of a file whose path ${fault}: ${shownPath(path)}`);
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`a manifest of a file without a SHA-256: ${shownPath(path)}`);
  }
  return sorted;
}
