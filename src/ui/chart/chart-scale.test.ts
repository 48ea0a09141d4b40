import { expect, test } from 'vitest';
import { chartSteps, namedColumns } from './chart-scale.ts';

test.each([
  [12_176, false, [0, 2_500, 5_000, 7_500, 10_000, 12_500]],
  [0, false, [0, 0.002]],
  [0, true, [0, 1]],
  [1, true, [0, 1]],
  [7, true, [0, 2, 4, 6, 8]],
  [100, true, [0, 20, 40, 60, 80, 100]],
  [0.35, false, [0, 0.1, 0.2, 0.3, 0.4]],
])('[S-14] the axis of a chart whose highest column is %d', (most, isWhole, steps) => {
  expect(chartSteps(most, isWhole)).toEqual(steps);
});

test('[S-14] every axis reaches its highest column, by few steps', () => {
  for (let most = 0.01; most < 1e9; most *= 1.37) {
    const steps = chartSteps(most, false);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(most * 0.999);
    expect(steps.length).toBeLessThanOrEqual(7);
  }
});

test('[S-14] of many columns a few are named, the first and the last among them', () => {
  expect(namedColumns(3, 5)).toEqual([0, 1, 2]);
  expect(namedColumns(30, 5)).toEqual([0, 7, 15, 22, 29]);
});
