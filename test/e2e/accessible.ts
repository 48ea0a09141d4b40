// Accessibility of a page for everybody, however it is looked at.
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './shop.ts';

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

const contrast: axe.RunOnly = { type: 'rule', values: ['color-contrast'] };
const standards: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** A page is given axe, which is half a megabyte, once, however often it is looked at. It is looked at without its frames. */
async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Rules that pass are not described node by node: that would be half of the work.
  return page.evaluate(async (rules) => {
    const { axe: engine } = window as unknown as { axe: { run: typeof axe.run } };
    return (await engine.run({ runOnly: rules, resultTypes: ['violations'] })).violations;
  }, runOnly);
}

/**
 * Faults that axe finds on the page as it stands, in light and in dark, one line for each rule and place. Between the
 * themes only colours differ, so dark is asked about contrast alone.
 */
export async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    await settle(page);
    const violations = await violationsOf(page, colorScheme === 'dark' ? contrast : standards);
    for (const { id, nodes } of violations) {
      for (const { target, any, failureSummary } of nodes) {
        found.push(`${colorScheme}: ${id} at ${target.join(' ')}: ${any[0]?.message ?? failureSummary}`);
      }
    }
  }
  return found;
}

/** A change of theme or width runs through the page as transitions, however short: nobody judges it half-way. */
function settle(page: Page) {
  return page.evaluate(async () => {
    for (let running = document.getAnimations(); running.length > 0; running = document.getAnimations()) {
      await Promise.allSettled(running.map((animation) => animation.finished));
    }
  });
}

/** Elements that have to be scrolled sideways to be read, on a page that itself fits. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX))
      .map((one) => `${one.tagName} ${one.className}`),
  );
}

/** The page as it stands, at three widths; asked about accessibility at the widest and the narrowest. */
export async function expectFitAndAccessible(page: Page) {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide, `pixels beyond the edge at ${width}`).toBeLessThanOrEqual(0);
  }
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    // Where a test has scrolled to, the bar at the top may cover half of a button.
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    expect(await faults(page), `at ${viewport.width}`).toEqual([]);
  }
}
