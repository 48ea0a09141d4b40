// A server under the supervisor that answers with its process id, and the supervisor itself: one file for both.
import cluster from 'node:cluster';
import { openHttpServer } from '#platform/http/http-server.ts';
import { createLog } from '#platform/observability/log.ts';
import { supervise } from '#platform/processes/supervisor.ts';
import { reportOpen } from '#platform/processes/worker.ts';

const { HEARTH_WORKER: slot, HEARTH_ADDRESS: joinsAt, FAILING_WORKER: failing } = process.env;

if (cluster.isPrimary) {
  supervise({
    program: import.meta.filename,
    workers: 2,
    inheritsSocket: false,
    patienceMs: 20_000,
    log: createLog('error'),
    onOpen: ({ lines }) => process.stdout.write(`${lines.join('\n')}\n`),
    onWorker: ({ number, pid }) => process.stdout.write(`worker ${number} is process ${pid}\n`),
    exit: (code) => process.exit(code),
  });
} else {
  if (slot === failing) {
    process.stderr.write('There is no bread.\n');
    process.exit(3);
  }
  const http = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0, joinsAt: joinsAt || null });
  http.serve({ sendCached: () => false, fetch: async () => new Response(String(process.pid)) });
  await http.listen();
  process.on('SIGTERM', () => http.close(5_000).then(() => process.exit(0)));
  reportOpen({ lines: [`open at ${http.address}`], address: http.address });
}
