import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dark, light, type Palette } from './look.ts';

test("what the storefront does not draw has the colours of the shop's tokens", () => {
  const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');
  for (const name of Object.keys(light) as (keyof Palette)[]) {
    expect(tokens).toContain(`--${name}: light-dark(${light[name]}, ${dark[name]});`);
  }
});
