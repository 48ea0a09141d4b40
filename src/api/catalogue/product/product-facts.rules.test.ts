import { expect, test } from 'vitest';
import { machineFacts } from './product-facts.rules.ts';

const spec = (name: string, value: string) => ({ name, value });

test('the facts of a machine are its memory and its bandwidth, whatever else it has and in which order', () => {
  const specs = [
    spec('Memory bandwidth', '3.35 TB/s'),
    spec('GPU', 'NVIDIA H100'),
    spec('GPU memory ', ' 80 GB HBM3'),
    spec('Max power', '700 W'),
  ];
  expect(machineFacts(specs)).toBe('80 GB HBM3 · 3.35 TB/s');
  expect(machineFacts([spec('VRAM', '24 GB')])).toBe('24 GB');
});

test('what is no short value, or is not said, is left out', () => {
  expect(machineFacts([])).toBe('');
  expect(machineFacts([spec('Memory', 'Up to 192 GB, depending on the node that is free')])).toBe('');
  expect(machineFacts([spec('Memory', ''), spec('Programme', '8 GB')])).toBe('');
});
