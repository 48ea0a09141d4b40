export const shopFlags: readonly string[];
export function buildStorefront(node: string): void;
