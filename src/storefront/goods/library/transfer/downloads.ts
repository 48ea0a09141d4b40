// Files on their way to the buyer's disk. They go on while the buyer looks at another thing of the library, or at another screen.
import { t } from '#language/message.ts';
import type { Outcome, Step } from './receive-file.ts';
import { createRate } from './transfer-rate.ts';

export type ReleaseOf = { entitlementId: string; releaseId: string };

/**
 * 'stopped': the connection was lost; 'refused': the shop or the disk does not take it; 'other': something else of this name is in the folder;
 * 'different': all of it is there, and is not what was sold.
 */
type GotState =
  | 'queued'
  | 'reading'
  | 'receiving'
  | 'waiting'
  | 'paused'
  | 'stopped'
  | 'refused'
  | 'other'
  | 'different'
  | 'done';

/** A file of a release that the page was asked for. */
export type FileGot = ReleaseOf & {
  path: string;
  /** Bytes of the whole file. */
  size: number;
  /** Bytes on the disk or on the way there; of 'reading', read so far. */
  bytes: number;
  state: GotState;
  fault?: string;
  /** Bytes in a second; null where it is not known. */
  rate: number | null;
};

export type FileToGet = ReleaseOf & { path: string; size: number; sha256: string };

/** Makes the file, or finds it, in the folder that was chosen. Rejects where the browser does not let it. */
type Place = () => Promise<FileSystemFileHandle>;

export type TransferEvents = {
  onProgress: (step: Step, bytes: number) => void;
  /** Where the file is now; `fresh`: not the address of before. */
  addressOf: (fresh: boolean) => Promise<string>;
};

/** Carrier of one file; it stays for as long as the file is not done, and knows what it had. */
export type Carrier = {
  carry: (to: FileSystemFileHandle, wanted: { size: number; sha256: string }, anew: boolean) => Promise<Outcome>;
  pause: () => void;
  end: () => void;
};

type Downloads = {
  /** Another array after each change. */
  files: () => readonly FileGot[];
  get: (files: ReadonlyArray<FileToGet & { place: Place }>) => void;
  pause: (file: FileName) => void;
  /** Goes on with what is there; `anew`: replaces it. */
  resume: (file: FileName, how?: { anew: boolean }) => void;
  /** Forgets it. What is on the disk stays. */
  cancel: (file: FileName) => void;
  listen: (listener: () => void) => () => void;
};

export type FileName = ReleaseOf & { path: string };

type Deps = {
  newCarrier: (events: TransferEvents) => Carrier;
  addressOf: (file: FileName, fresh: boolean) => Promise<string>;
  now?: () => number;
  /** Calls when the browser is online again. */
  onOnline?: (again: () => void) => void;
};

/** So many come in at once: more would share the same line. */
const AT_ONCE = 2;

type Entry = FileGot & {
  sha256: string;
  place: Place;
  carrier: Carrier | null;
  /** From it being told to begin until it has let go of the file. */
  isCarried: boolean;
  anew: boolean;
  speed: ReturnType<typeof createRate>;
};

const keyOf = ({ entitlementId, releaseId, path }: FileName) => JSON.stringify([entitlementId, releaseId, path]);
const active: readonly GotState[] = ['reading', 'receiving', 'waiting'];
const isActive = ({ state }: FileGot) => active.includes(state);

export function createDownloads({ newCarrier, addressOf, now = () => performance.now(), onOnline }: Deps): Downloads {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let shown: readonly FileGot[] = [];

  onOnline?.(() => {
    for (const entry of entries.values()) if (entry.state === 'stopped') entry.state = 'queued';
    next();
  });

  function notifyListeners() {
    shown = [...entries.values()].map(toShown);
    for (const listener of listeners) listener();
  }

  function next() {
    for (const entry of entries.values()) {
      if ([...entries.values()].filter(({ isCarried }) => isCarried).length >= AT_ONCE) break;
      if (entry.state === 'queued' && !entry.isCarried) void carry(entry);
    }
    notifyListeners();
  }

  async function carry(entry: Entry) {
    const { size, sha256, anew } = entry;
    Object.assign(entry, { isCarried: true, anew: false, state: 'receiving', fault: '', rate: null });
    entry.speed = createRate(now);
    entry.carrier ??= newCarrier({
      addressOf: (fresh) => addressOf(entry, fresh),
      onProgress(step, bytes) {
        if (!isActive(entry)) return;
        Object.assign(entry, { state: step, bytes, rate: step === 'receiving' ? entry.speed.note(bytes) : null });
        notifyListeners();
      },
    });
    const { carrier } = entry;
    const outcome = await entry
      .place()
      .then((to): Promise<Outcome> | Outcome =>
        isActive(entry) ? carrier.carry(to, { size, sha256 }, anew) : { as: 'paused', bytes: entry.bytes },
      )
      .catch((error: Error): Outcome => ({ as: 'refused', bytes: entry.bytes, text: placeLabels(error) }));
    entry.isCarried = false;
    settle(entry, outcome);
    next();
  }

  function settle(entry: Entry, outcome: Outcome) {
    const { bytes } = outcome;
    Object.assign(entry, { bytes, rate: null });
    switch (outcome.as) {
      case 'whole':
        entry.carrier?.end();
        Object.assign(entry, { carrier: null, state: outcome.matches ? 'done' : 'different' });
        return;
      case 'paused':
        // Told to go on before it had let go: it waits for its turn.
        if (entry.state !== 'queued') entry.state = 'paused';
        return;
      case 'lost':
        entry.state = 'stopped';
        return;
      case 'other':
        entry.state = 'other';
        return;
      case 'refused':
        Object.assign(entry, { state: 'refused', fault: outcome.text });
    }
  }

  return {
    files: () => shown,
    get(files) {
      for (const file of files) {
        const known = entries.get(keyOf(file));
        if (known && isRunning(known)) continue;
        if (known && isHeld(known)) {
          // It knows what it has.
          Object.assign(known, { place: file.place, state: 'queued', fault: '' });
          continue;
        }
        known?.carrier?.end();
        const begun = { bytes: 0, state: 'queued', rate: null, carrier: null, isCarried: false, anew: false } as const;
        entries.set(keyOf(file), { ...file, ...begun, speed: createRate(now) });
      }
      next();
    },
    pause(file) {
      const entry = entries.get(keyOf(file));
      if (!entry || (entry.state !== 'queued' && !isActive(entry))) return;
      Object.assign(entry, { state: 'paused', rate: null });
      if (entry.isCarried) entry.carrier?.pause();
      notifyListeners();
    },
    resume(file, how) {
      const entry = entries.get(keyOf(file));
      if (!entry || isActive(entry)) return;
      Object.assign(entry, { state: 'queued', fault: '', anew: how?.anew ?? false });
      next();
    },
    cancel(file) {
      const entry = entries.get(keyOf(file));
      if (!entry) return;
      entries.delete(keyOf(file));
      entry.carrier?.end();
      next();
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function toShown({ entitlementId, releaseId, path, size, bytes, state, fault, rate }: Entry): FileGot {
  return { entitlementId, releaseId, path, size, bytes, state, rate, ...(fault && { fault }) };
}

function placeLabels({ name, message }: Error): string {
  if (name === 'TypeError')
    return t('This computer does not allow a file of this name. Use the browser’s own download.');
  if (name === 'NotAllowedError') return t('The browser may not write to this folder. Choose it again.');
  if (name === 'NotFoundError') return t('The folder is not there any more. Choose it again.');
  if (name === 'TypeMismatchError') return t('A folder of this name is where the file belongs.');
  return t('It could not be downloaded: {message}', { message });
}

function isHeld({ state }: FileGot): boolean {
  return state === 'paused' || state === 'stopped' || state === 'refused';
}

/** It has not come to a stop, nor to its end. */
export function isRunning(file: FileGot): boolean {
  return file.state === 'queued' || isActive(file);
}

/** Several files as one. */
export function sumOf(files: readonly FileGot[]) {
  const done = ({ state, size, bytes }: FileGot) => (state === 'done' ? size : bytes);
  const rates = files.flatMap(({ rate }) => rate ?? []);
  return {
    bytes: files.reduce((sum, file) => sum + done(file), 0),
    size: files.reduce((sum, { size }) => sum + size, 0),
    rate: rates.length > 0 ? rates.reduce((sum, rate) => sum + rate, 0) : null,
    running: files.filter(isRunning),
    held: files.filter(isHeld),
  };
}
