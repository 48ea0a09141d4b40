// Entry point of npm start, the image and the service: the shop in this process, or WORKERS processes of it with this one above them.
import { dirname, extname, join } from 'node:path';
import { readConfig, readEnvironment } from './config/config.ts';

const given = new Set(Object.keys(process.env));
const config = startsMany();

if (config) {
  // Workers read the file .env again when they are started again.
  for (const name of Object.keys(process.env)) if (!given.has(name)) delete process.env[name];
  const { createLog } = await import('#platform/observability/log.ts');
  const { supervise } = await import('#platform/processes/supervisor.ts');
  supervise({
    program: shopProcess(),
    workers: config.workers,
    inheritsSocket: config.inheritedSocket !== null,
    patienceMs: config.shutdownDelayMs + 30_000,
    log: createLog(config.logLevel),
    onOpen: ({ lines }) => process.stdout.write(lines.map((line) => `${line}\n`).join('')),
    onWorker: ({ number, pid }) =>
      process.stderr.write(`  Worker ${number} of ${config.workers} is open (process ${pid})\n`),
    exit: (code) => process.exit(code),
  });
} else {
  await import('./shop-process.ts');
}

/** The configuration when it asks for several processes. Its faults are told by the one process that then fails to start. */
function startsMany() {
  if (process.argv.includes('--dev')) return null;
  try {
    const read = readConfig(readEnvironment());
    return read.workers > 1 ? read : null;
  } catch {
    return null;
  }
}

/** The program of a worker: it lies beside this one, among the sources and in the bundle (scripts/build-server.ts). */
function shopProcess(): string {
  const [, entry = ''] = process.argv;
  return join(dirname(entry), `shop-process${extname(entry)}`);
}
