// The screens behind the profile that not everybody has: loaded together with the first of them.

export const profileScreens = {
  'selling/listing/products-management': () => import('./selling/listing/products-management.screen.tsx'),
  'selling/listing/listing-history': () => import('./selling/listing/listing-history.screen.tsx'),
  'selling/seller/become-a-seller': () => import('./selling/seller/become-a-seller.screen.tsx'),
  'selling/seller/shop': () => import('./selling/seller/shop.screen.tsx'),
  'selling/shop-keys/shop-keys': () => import('./selling/shop-keys/shop-keys.screen.tsx'),
  'selling/analytics/analytics': () => import('./selling/analytics/analytics.screen.tsx'),
  'goods/library/library': () => import('./goods/library/library.screen.tsx'),
  'money/wallet/wallet': () => import('./money/wallet/wallet.screen.tsx'),
  'money/payout/payouts': () => import('./money/payout/payouts.screen.tsx'),
  'money/payout/payout': () => import('./money/payout/payout.screen.tsx'),
  'money/payout/payout-settings': () => import('./money/payout/payout-settings.screen.tsx'),
  'selling/approval/pending-approvals': () => import('./selling/approval/pending-approvals.screen.tsx'),
  'ordering/seller-order/sales': () => import('./ordering/seller-order/sales.screen.tsx'),
  'goods/hours/machine-hours': () => import('./goods/hours/machine-hours.screen.tsx'),
  'catalogue/review/shop-reviews': () => import('./catalogue/review/shop-reviews.screen.tsx'),
  'people/message/messages': () => import('./people/message/messages.screen.tsx'),
  'people/message/thread': () => import('./people/message/thread.screen.tsx'),
  'ordering/dispute/disputes': () => import('./ordering/dispute/disputes.screen.tsx'),
  'ordering/dispute/dispute': () => import('./ordering/dispute/dispute.screen.tsx'),
  'selling/product-editor/product-editor': () => import('./selling/product-editor/product-editor.screen.tsx'),
};
export type ProfileScreen = keyof typeof profileScreens;
