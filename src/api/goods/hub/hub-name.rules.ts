// Name of a product as a repository: NAMESPACE/NAME, by the rules of the Hugging Face Hub. Most ids are such names already.
import { createHash } from 'node:crypto';

/** Longer ones are refused by the clients before they ask. */
const LONGEST = 96;
const plainName = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const spelled = 'id_';
const hashed = 'sha_';
const hashName = /^sha_[0-9a-f]{64}$/;

/**
 * The name of a product's repository: its id where the clients take it, otherwise the id in letters that they take, and what is too long for
 * that by its hash. No two ids have the same name.
 */
export function repoNameOf(productId: string): string {
  if (isOwnName(productId)) return productId;
  const inLetters = spelled + spell(productId);
  return inLetters.length <= LONGEST ? inLetters : hashed + idHash(productId);
}

/** Product that a name stands for; null: no product can be called so. */
export function readRepoName(name: string): { productId: string } | { idHash: string } | null {
  if (isOwnName(name)) return { productId: name };
  if (hashName.test(name)) return { idHash: name.slice(hashed.length) };
  const productId = name.startsWith(spelled) ? unspell(name.slice(spelled.length)) : null;
  // One id, one name: other spellings of it are nobody's.
  return productId !== null && repoNameOf(productId) === name ? { productId } : null;
}

export function idHash(productId: string): string {
  return createHash('sha256').update(productId).digest('hex');
}

function isOwnName(text: string): boolean {
  if (text.length > LONGEST || !plainName.test(text) || text.includes('--') || text.includes('..')) return false;
  return !/\.(?:git|ipynb)$/i.test(text) && !text.startsWith(spelled) && !text.startsWith(hashed);
}

/** Letters and digits as they are, every other byte as '_' and two digits. */
function spell(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return /[A-Za-z0-9]/.test(sign) ? sign : `_${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

function unspell(text: string): string | null {
  if (!/^(?:[A-Za-z0-9]|_[0-9a-f]{2})+$/.test(text)) return null;
  const bytes = Uint8Array.from(text.match(/_[0-9a-f]{2}|./g) ?? [], (sign) =>
    sign.startsWith('_') ? Number.parseInt(sign.slice(1), 16) : sign.charCodeAt(0),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Names that clients take for a kind of repository, where they stand first. */
const ofClients = new Set(['buckets', 'datasets', 'kernels', 'models', 'spaces']);

/** The namespace of the operator's own products: the shop's name as an address. `isTaken` knows the first steps of the site's own addresses. */
export function ownNamespace(shopName: string, isTaken: (step: string) => boolean): string {
  const words = shopName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  const plain = /[^-](?:.*[^-])?/.exec(words)?.[0] ?? 'shop';
  return isTaken(plain) || ofClients.has(plain) ? `${plain}-shop` : plain;
}

/** A repository, as an address names it. */
export type RepoId = { namespace: string; name: string };

export function repoIdText({ namespace, name }: RepoId): string {
  return `${namespace}/${name}`;
}
