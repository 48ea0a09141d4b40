import { expect, test } from 'vitest';
import type { Role } from '#platform/processes/role.ts';
import { createBackgroundWork } from './background-work.ts';

/** A process of this role, and what it has done so far. */
function aProcess(role: Role) {
  const done: string[] = [];
  const job = (name: string) => () => {
    done.push(`start ${name}`);
    return async () => void done.push(`stop ${name}`);
  };
  const outbox = {
    start: async () => void done.push('start outbox'),
    close: async () => void done.push('close outbox'),
  };
  const work = createBackgroundWork(role, {
    jobs: [job('job')],
    deliveries: [outbox],
    forRequests: [job('count')],
  });
  return { work, done };
}

test.each<[Role, string[]]>([
  ['web', ['start count']],
  ['jobs', ['start job', 'start outbox']],
  ['all', ['start job', 'start count', 'start outbox']],
])('a process with the role %s starts what is its own', async (role, started) => {
  const { work, done } = aProcess(role);
  await work.start();
  expect(done).toEqual(started);
});

test('what was started is not started again', async () => {
  const { work, done } = aProcess('all');
  await Promise.all([work.start(), work.start()]);
  await work.start();
  expect(done).toEqual(['start job', 'start count', 'start outbox']);
});

test('only what was started is stopped', async () => {
  const { work, done } = aProcess('web');
  await work.start();
  await work.stop();
  await work.closeDeliveries(0);
  expect(done).toEqual(['start count', 'stop count', 'close outbox']);
});
