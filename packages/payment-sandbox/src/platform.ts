// All that the sandbox takes from the room src/platform of the repository that it lives in. Its other files say '#platform'.
import { join } from 'node:path';

export { type Database, openDatabase } from '../../../src/platform/database/database.ts';
export { databaseAway, isDatabaseAway, RETRY_SECONDS } from '../../../src/platform/database/database-away.ts';
export { migrate } from '../../../src/platform/database/migrate.ts';
export { type NumberedPage, newestFirst } from '../../../src/platform/database/newest-first-by-number.ts';
export { openHttpServer } from '../../../src/platform/http/http-server.ts';
export type { Part } from '../../../src/platform/http/part.ts';
export { isolatedPage, securityHeaders } from '../../../src/platform/http/security-headers.ts';
export { observeJob } from '../../../src/platform/jobs/observe-job.ts';
export { repeat } from '../../../src/platform/jobs/repeat.ts';
export { colorTokens, fontFile } from '../../../src/platform/look.ts';
export { createLog, type Log } from '../../../src/platform/observability/log.ts';
export { observeRequests, type Seen } from '../../../src/platform/observability/observe-requests.ts';
export { createDelivery, type Delivery } from '../../../src/platform/outbox/delivery.ts';
export { DeliveryError } from '../../../src/platform/outbox/delivery-error.ts';
export { createOutbox } from '../../../src/platform/outbox/outbox.ts';

/** The tables that outboxes and jobs work with. A shop has made them already. */
export const platformTables = {
  schema: 'platform',
  folder: join(import.meta.dirname, '../../../src/platform/migrations'),
};
