// The look of what the storefront does not draw: mails, the card page, the hosted login, the outbox.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The shop's colours, named as in src/ui/tokens.css; look.test.ts holds them equal. */
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
  'accent-hover': '#b83907',
  'accent-ink': '#b53a08',
  'accent-soft': '#ffefe6',
  primary: '#0c0d10',
  'primary-hover': '#2a2c33',
  'on-primary': '#ffffff',
  danger: '#be2018',
  'danger-soft': '#fdebe9',
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
  'accent-hover': '#ff8048',
  'accent-ink': '#ff8c55',
  'accent-soft': '#2a140a',
  primary: '#f5f5f3',
  'primary-hover': '#ffffff',
  'on-primary': '#0c0d10',
  danger: '#ff7d73',
  'danger-soft': '#2d100e',
  focus: '#7fb0ff',
};

export const sans = `'Host Grotesk', -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`;
export const mono = `'Geist Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace`;

/** The colours as custom properties of CSS, light and dark. */
export function colorTokens(): string {
  const lines = (Object.keys(light) as (keyof Palette)[]).map(
    (name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`,
  );
  return `:root { color-scheme: light dark; ${lines.join(' ')} }\n`;
}

/** The shop's fonts where a page can load them. Those of the storefront have names that change with each build. */
export function fontFile(name: 'host-grotesk' | 'geist-mono'): string {
  const folder = dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/index.css`));
  return join(folder, `files/${name}-latin-wght-normal.woff2`);
}
