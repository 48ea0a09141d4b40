import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import type { Db } from '../../../schema/db.ts';
import { createFindMeant } from './find-meant.ts';

test('[Q-20] a query without a vector waits for no signatures', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { promise: never } = Promise.withResolvers<void>();
  const find = createFindMeant({
    db: {} as Db,
    vectors: { catchUp: () => never, ofLength: () => null },
    vectorOf: async () => null,
    least: 0,
    log: createLog('silent'),
  });
  expect(await find('tomato')).toEqual([]);
});
