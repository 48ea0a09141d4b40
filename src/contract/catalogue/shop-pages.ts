/** The pages that the operator writes (docs/operations.md), each at its name, in the order of the footer. */
export const shopPageLabels = { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds', help: 'Help' } as const;

export type ShopPageName = keyof typeof shopPageLabels;

export const shopPageNames = Object.keys(shopPageLabels) as ShopPageName[];

/** `text` is Markdown. */
export type ShopPage = { title: string; text: string };

export type ShopPages = Partial<Record<ShopPageName, ShopPage>>;
