import { expect, test } from 'vitest';
import { differencesText, originText } from './check-labels.ts';

test.each([
  [1, '1 difference'],
  [1_204, '1,204 differences'],
])('%i differences are %s', (count, text) => expect(differencesText(count)).toBe(text));

test.each([
  [{ origin: 'schedule', by: null } as const, 'by itself'],
  [{ origin: 'command', by: null } as const, 'by a command'],
  [{ origin: 'staff', by: 'Kim' } as const, 'by Kim'],
  [{ origin: 'staff', by: null } as const, 'by somebody who has left'],
])('a run of %j is made %s', (run, text) => expect(originText(run)).toBe(text));
