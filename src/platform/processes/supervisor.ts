// Several processes of one shop on one machine, under a parent that holds their port and does no work of its own: it hands
// each connection to one of them, puts another in the place of one that has ended, and ends them all in order.
import cluster, { type Worker } from 'node:cluster';
import type { Log } from '../observability/log.ts';
import type { FromWorker, Opened, ToWorker } from './worker.ts';

/** Workers that ran for so long before they ended are followed at once. */
const SOUND_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

type Supervised = {
  /** The file that each worker runs, and its arguments. */
  program: string;
  args?: string[];
  workers: number;
  /** True if the port is another supervisor's (systemd's), which keeps it open while this process is started again. */
  inheritsSocket: boolean;
  /** How long workers that were told to end may take, in milliseconds. */
  patienceMs: number;
  log: Log;
  /** Called once, when the first worker is open. */
  onOpen: (opened: Opened) => void;
  /** Called for every worker that is open, the first time and after each restart. */
  onWorker: (worker: { number: number; pid: number }) => void;
  exit: (code: number) => void;
};

type Slot = {
  /** From 0: what follows a worker has its number. */
  number: number;
  worker: Worker | null;
  startedAt: number;
  /** Ends in a row soon after a start. */
  failures: number;
  isOpen: boolean;
  /** It was told to end, and to be followed. */
  isRenewed: boolean;
  pause: NodeJS.Timeout | null;
};

/**
 * The first worker starts alone: it takes the port, migrates the database, and what keeps it from opening ends everything with
 * its sentence and code 1. The others follow together. SIGTERM and SIGINT are handed on; SIGUSR2 starts one worker after the
 * other again, each once the one before it is open.
 */
export function supervise(options: Supervised): void {
  const { log } = options;
  const slots = Array.from({ length: options.workers }, (_, number): Slot => {
    return { number, worker: null, startedAt: 0, failures: 0, isOpen: false, isRenewed: false, pause: null };
  });
  let opened: Opened | null = null;
  let isEnding = false;
  let worstCode = 0;
  let toRenew: Slot[] = [];

  // In turn: the system's own choice gives most connections to few processes.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: options.program, args: options.args ?? [] });

  function start(slot: Slot) {
    slot.pause = null;
    slot.startedAt = Date.now();
    const worker = cluster.fork({ HEARTH_WORKER: String(slot.number), HEARTH_ADDRESS: opened?.address ?? '' });
    slot.worker = worker;
    worker.on('message', ({ opened: told, leaves }: FromWorker) => {
      if (told) recordOpen(slot, worker, told);
      if (leaves) worker.send({ left: true } satisfies ToWorker);
    });
    const dropLatest = followConnections(worker);
    worker.once('exit', (code, signal) => {
      if (code !== 0) dropLatest();
      recordEnd(slot, code, signal);
    });
    worker.on('error', () => {
      // Failed sends to a worker that is ending. But one without a number was not even started: no exit follows.
      if (worker.process.pid === undefined) recordEnd(slot, 1, null);
    });
  }

  function recordOpen(slot: Slot, worker: Worker, told: Opened) {
    slot.isOpen = true;
    const isFirst = opened === null;
    opened ??= told;
    if (isFirst) options.onOpen(told);
    options.onWorker({ number: slot.number + 1, pid: worker.process.pid as number });
    if (isFirst) for (const other of slots) if (other !== slot) start(other);
    if (slot === toRenew[0]) {
      toRenew.shift();
      renewNext();
    }
  }

  function recordEnd(slot: Slot, code: number | null, signal: string | null) {
    const { isOpen, isRenewed } = slot;
    Object.assign(slot, { worker: null, isOpen: false, isRenewed: false });
    const isAlone = slots.every(({ worker }) => worker === null);
    if (isEnding) {
      worstCode = Math.max(worstCode, code ?? 1);
      if (isAlone) options.exit(worstCode);
      return;
    }
    // Its own sentence says why.
    if (!opened) return options.exit(code || 1);
    if (isRenewed) return start(slot);
    slot.failures = isOpen && Date.now() - slot.startedAt > SOUND_MS ? 0 : slot.failures + 1;
    const pauseMs = restartPause(slot.failures);
    log.error({ part: 'supervisor', worker: slot.number + 1, code, signal, pauseMs }, 'a worker has ended');
    // The last one has closed the descriptor with it.
    if (isAlone && options.inheritsSocket) return options.exit(1);
    slot.pause = setTimeout(start, pauseMs, slot);
  }

  function end(signal: NodeJS.Signals) {
    const isFirst = !isEnding;
    isEnding = true;
    toRenew = [];
    for (const { pause } of slots) if (pause) clearTimeout(pause);
    for (const { worker } of slots) worker?.process.kill(signal);
    if (slots.every(({ worker }) => worker === null)) return options.exit(0);
    if (!isFirst) return;
    setTimeout(() => {
      for (const { worker } of slots) worker?.process.kill('SIGKILL');
      options.exit(1);
    }, options.patienceMs).unref();
  }

  function renewNext() {
    const [slot] = toRenew;
    if (!slot || isEnding) return;
    slot.isRenewed = slot.worker !== null;
    // One that waits for its next try is started by that.
    slot.worker?.process.kill('SIGTERM');
  }

  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (process.platform !== 'win32') {
    process.on('SIGUSR2', () => {
      if (!opened || isEnding || toRenew.length > 0) return;
      toRenew = [...slots];
      renewNext();
    });
  }
  start(slots[0] as Slot);
}

/**
 * A connection is handed on before its worker says that it has taken it, and each has one of them at a time. Where it dies
 * before that, nobody closes the connection, and its visitor waits for nothing. Answers how to close it.
 */
function followConnections({ process: child }: Worker): () => void {
  let latest: { close?: () => void } | undefined;
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;
  child.send = (...given: unknown[]) => {
    if (given[1]) latest = given[1];
    return send(...given);
  };
  // One that was taken is closed already, which closing it again does not change.
  return () => latest?.close?.();
}

/** Milliseconds until a worker that has ended is followed: at once the first time, then each time later. */
export function restartPause(failures: number): number {
  return failures <= 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 2), LONGEST_PAUSE_MS);
}
