/** Who a message comes from, as its reader sees it. */
export type Brand = {
  name: string;
  /** The shop's postal address, line by line. */
  address: string[];
  /** Where visitors reach the shop, without a trailing slash. */
  origin: string;
};

/**
 * The shop's colours, named as in src/storefront/tokens.css, which a mail cannot load; look.test.ts holds them equal.
 */
export const light = {
  canvas: '#fafaf8',
  surface: '#ffffff',
  sunken: '#f2f2ef',
  line: '#e4e4df',
  'line-strong': '#85857e',
  ink: '#0c0d10',
  'ink-2': '#494a52',
  'ink-3': '#65666e',
  accent: '#d2430b',
  'on-accent': '#ffffff',
  'accent-ink': '#b53a08',
  primary: '#0c0d10',
  'primary-hover': '#2a2c33',
  'on-primary': '#ffffff',
  focus: '#1b58c4',
} as const;

export type Palette = Record<keyof typeof light, string>;

export const dark: Palette = {
  canvas: '#07080b',
  surface: '#0d0f13',
  sunken: '#0a0b0e',
  line: '#21242b',
  'line-strong': '#6c717d',
  ink: '#f5f5f3',
  'ink-2': '#b6b9c1',
  'ink-3': '#8e929c',
  accent: '#ff6b2c',
  'on-accent': '#1a0800',
  'accent-ink': '#ff8c55',
  primary: '#f5f5f3',
  'primary-hover': '#ffffff',
  'on-primary': '#0c0d10',
  focus: '#7fb0ff',
};

export const sans = `'Host Grotesk', -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`;
export const mono = `'Geist Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace`;
