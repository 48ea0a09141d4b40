// Work beside the requests. Its only start is here, so that the role of the process decides about all of it.
import type { StartJob } from '#api/domain/domain.ts';
import type { Delivery } from '#platform/outbox/delivery.ts';
import { type Role, runsJobs, servesVisitors } from '#platform/processes/role.ts';

export type BackgroundWork = {
  /** Later calls wait for the first one. */
  start(): Promise<void>;
  /** Begins no more turns, and waits for those under way. */
  stop(): Promise<void>;
  /** Waits for deliveries under way, but no longer than `waitMs`. */
  closeDeliveries(waitMs: number): Promise<void>;
};

type Work = {
  /** Jobs of the shop: one process at a time takes a turn. */
  jobs: readonly StartJob[];
  /** Outboxes: any number of processes deliver together. */
  deliveries: ReadonlyArray<Pick<Delivery, 'start' | 'close'>>;
  /** Work that only this process can do for its own requests. */
  forRequests: readonly StartJob[];
};

export function createBackgroundWork(role: Role, { jobs, deliveries, forRequests }: Work): BackgroundWork {
  const started: StartJob[] = [...(runsJobs(role) ? jobs : []), ...(servesVisitors(role) ? forRequests : [])];
  let stops: Array<Awaited<ReturnType<StartJob>>> = [];
  let starting: Promise<void> | null = null;
  async function startAll() {
    stops = await Promise.all(started.map((start) => start()));
    if (runsJobs(role)) for (const delivery of deliveries) await delivery.start();
  }
  return {
    start() {
      starting ??= startAll();
      return starting;
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
    async closeDeliveries(waitMs) {
      await Promise.all(deliveries.map((delivery) => delivery.close(waitMs)));
    },
  };
}
