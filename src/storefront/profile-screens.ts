// The screens behind the profile that not everybody has: loaded together with the first of them.

export const profileScreens = {
  'products-management': () => import('./routes/profile/products-management.tsx'),
  'listing-history': () => import('./routes/profile/listing-history.tsx'),
  'become-a-seller': () => import('./routes/profile/become-a-seller.tsx'),
  shop: () => import('./routes/profile/shop.tsx'),
  'shop-keys': () => import('./routes/profile/shop-keys.tsx'),
  figures: () => import('./routes/profile/figures.tsx'),
  library: () => import('./routes/profile/library.tsx'),
  wallet: () => import('./routes/profile/wallet.tsx'),
  payouts: () => import('./routes/profile/payouts.tsx'),
  payout: () => import('./routes/profile/payout.tsx'),
  'payout-settings': () => import('./routes/profile/payout-settings.tsx'),
  'pending-approvals': () => import('./routes/profile/pending-approvals.tsx'),
  sales: () => import('./routes/profile/sales.tsx'),
  'machine-hours': () => import('./routes/profile/machine-hours.tsx'),
  'shop-reviews': () => import('./routes/profile/shop-reviews.tsx'),
  'messages/list': () => import('./routes/profile/messages/list.tsx'),
  'messages/thread': () => import('./routes/profile/messages/thread.tsx'),
  'disputes/list': () => import('./routes/profile/disputes/list.tsx'),
  'disputes/dispute': () => import('./routes/profile/disputes/dispute.tsx'),
  'product-editor': () => import('./routes/profile/product-editor.tsx'),
};
export type ProfileScreen = keyof typeof profileScreens;
