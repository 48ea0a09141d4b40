// Signed manifest of a release: the same that the public tools verify, read where its files are checked in a page.
import type { Manifest } from '#contract/goods/manifest.ts';
import type { PublishedKeys } from '#contract/goods/signing-key.schema.ts';

export type SignedFacts = { path: string; sha256: string };

/** `isVerified`: the signature is of a key that the shop publishes and has not withdrawn. Without TLS a browser cannot say: null. */
type Opened = { files: SignedFacts[]; isVerified: boolean | null };

type Statement = { predicate?: { resources?: Array<{ name: string; digest: string }> } };

/** Null for what is no such manifest. */
export async function openManifest(manifest: Manifest, { keys }: PublishedKeys): Promise<Opened | null> {
  const envelope = manifest.dsseEnvelope as Manifest['dsseEnvelope'] | undefined;
  if (!envelope) return null;
  const payload = fromBase64(envelope.payload);
  const statement: Statement = JSON.parse(new TextDecoder().decode(payload));
  const files = (statement.predicate?.resources ?? []).map(({ name, digest }) => ({ path: name, sha256: digest }));
  const hint = manifest.verificationMaterial.publicKey.hint;
  const key = keys.find((one) => one.kid === hint && one.purpose === 'manifest' && one.retired_at === null);
  const [signature] = envelope.signatures;
  return { files, isVerified: await isSigned({ key, sig: signature?.sig, payload, type: envelope.payloadType }) };
}

type Signed = {
  key: PublishedKeys['keys'][number] | undefined;
  sig: string | undefined;
  payload: Uint8Array<ArrayBuffer>;
  type: string;
};

async function isSigned({ key, sig, payload, type }: Signed): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const raw = sig === undefined ? null : fromDer(fromBase64(sig));
  if (!key || !raw) return false;
  const { kty, crv, x, y } = key;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const imported = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, algorithm, false, ['verify']);
  // DSSE signs the type with the payload, each with its length in bytes.
  const text = new TextEncoder();
  const head = text.encode(`DSSEv1 ${text.encode(type).length} ${type} ${payload.length} `);
  const all = new Uint8Array(head.length + payload.length);
  all.set(head);
  all.set(payload, head.length);
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, raw, all);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** The two numbers of a signature one behind the other, 32 bytes each, as browsers want them; null for what is none. */
export function fromDer(der: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return null;
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== 0x02 || length === 0 || at + 2 + length > der.length) return null;
    const number = der.slice(at + 2, at + 2 + length);
    // A number whose first bit is set has a zero before it.
    const digits = number[0] === 0 ? number.slice(1) : number;
    if (digits.length > 32) return null;
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return at === der.length ? raw : null;
}
