import { addressSkeleton, nameSkeleton } from '../../../text/skeleton.rules.ts';

// Names and addresses of shops: what they may be, and which of them a person would take for one another.

const addressMinimum = 3;
const addressMaximum = 40;

/** Addresses that would stand for the marketplace, for a part of it, or for an address of its API. */
const reserved = [
  ...[
    'about',
    'account',
    'accounts',
    'admin',
    'administrator',
    'api',
    'approval',
    'assets',
    'billing',
    'cart',
    'checkout',
  ],
  ...[
    'closed',
    'contact',
    'docs',
    'help',
    'hearth',
    'home',
    'identity',
    'invitation',
    'legal',
    'login',
    'market',
    'mail',
  ],
  ...['marketplace', 'me', 'mine', 'new', 'null', 'official', 'operator', 'order', 'orders', 'page', 'pay', 'payment'],
  ...[
    'payments',
    'payout',
    'privacy',
    'product',
    'products',
    'profile',
    'refund',
    'register',
    'root',
    'sale',
    'security',
  ],
  ...[
    'seller',
    'sellers',
    'settings',
    'shop',
    'staff',
    'status',
    'store',
    'support',
    'system',
    'team',
    'terms',
    'test',
  ],
  ...[
    'art',
    'buckets',
    'compare',
    'datasets',
    'feeds',
    'kernels',
    'library',
    'licenses',
    'models',
    'outbox',
    'pictures',
  ],
  ...['saved', 'sitemap', 'spaces', 'success', 'video'],
  ...['trust', 'undefined', 'user', 'verified', 'wallet', 'webhook', 'www'],
];

/** Fault of an address, in a sentence; null: it can be one, if nobody has it. */
export function addressFault(address: string, marketplace: string): string | null {
  if (address.length < addressMinimum) return `The address must have at least ${addressMinimum} characters.`;
  if (address.length > addressMaximum) return `The address must have at most ${addressMaximum} characters.`;
  if (!/^[a-z0-9-]+$/.test(address))
    return 'The address must be of the letters a to z in lower case, digits and hyphens.';
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(address)) return 'Hyphens must stand between letters or digits, one at a time.';
  const skeleton = addressSkeleton(address);
  if (reserved.some((word) => word === address || addressSkeleton(word) === skeleton))
    return `The address ${address} is kept for the marketplace. Choose another one.`;
  const own = addressSkeleton(marketplace.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const looksOwn = own !== '' && [skeleton, ...address.split('-').map(addressSkeleton)].includes(own);
  return looksOwn ? `The address ${address} looks as if it were of ${marketplace} itself. Choose another one.` : null;
}

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

/** Fault of a name, in a sentence; null: it can be one, if no other shop has one that looks like it. */
export function nameFault(name: string, marketplace: string): string | null {
  if (nameSkeleton(name).length < 2) return 'The name must have at least two letters or digits.';
  if (alphabets.filter((alphabet) => alphabet.test(name)).length > 1)
    return 'The name mixes alphabets whose letters look alike. Write it in one of them.';
  if (nameSkeleton(name) === nameSkeleton(marketplace))
    return `${marketplace} is the marketplace itself. Choose another name.`;
  return null;
}
