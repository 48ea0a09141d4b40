export const shopFlags: readonly string[];
export const shopMemory: Readonly<Record<string, string>>;
export const nodePackages: Readonly<Record<string, string>>;
export function installPackages(wanted?: 'shop' | 'all'): void;
export function buildStorefront(node: string): void;
export function buildServer(node: string): void;
