// Gets a file, or reads one, beside the page: neither the bytes nor their hash go through the thread that draws.
import { createSha256, hashBlob } from './hash-blob.ts';
import { type Had, Refused, receiveFile, type Step, type Wanted } from './receive-file.ts';
import type { FromWorker, ToWorker } from './transfer-messages.ts';

const PROGRESS_EVERY_MS = 200;

let stop = new AbortController();
let had: Had | null = null;
let asked = Promise.withResolvers<string>();

const post = (message: FromWorker) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.say) {
    case 'receive':
      stop = new AbortController();
      return void receive(data.to, data.wanted, data.anew);
    case 'check':
      stop = new AbortController();
      return void check(data.file);
    case 'address':
      return asked.resolve(data.address);
    case 'no address':
      return asked.reject(data.refused ? new Refused(data.text) : new Error(data.text));
    case 'pause':
      return stop.abort();
  }
};

async function receive(to: FileSystemFileHandle, wanted: Wanted, anew: boolean) {
  const line = {
    fetch: (...given: Parameters<typeof fetch>) => fetch(...given),
    signal: stop.signal,
    onProgress: atTimes((step: Step, bytes: number) => post({ say: 'progress', step, bytes })),
    wait,
    addressOf(fresh: boolean) {
      asked = Promise.withResolvers();
      const { promise, reject } = asked;
      stop.signal.addEventListener('abort', () => reject(new Error('paused')), { once: true });
      post({ say: 'address?', fresh });
      return promise;
    },
  };
  const { outcome, had: known } = await receiveFile(to, wanted, line, { anew, had });
  had = known;
  post({ say: 'ended', outcome });
}

async function check(file: File) {
  const hash = createSha256();
  const { signal } = stop;
  const onProgress = atTimes((step: Step, bytes: number) => post({ say: 'progress', step, bytes }));
  const sha256 = await hashBlob(file, hash, { signal, onProgress: (bytes) => onProgress('reading', bytes) }).then(
    () => (signal.aborted ? null : hash.hex()),
    () => null,
  );
  post({ say: 'hashed', sha256 });
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Each change of the step, and otherwise five times a second. */
function atTimes(tell: (step: Step, bytes: number) => void) {
  let last: { step: Step; at: number } | null = null;
  return (step: Step, bytes: number) => {
    const now = performance.now();
    if (last && last.step === step && now - last.at < PROGRESS_EVERY_MS) return;
    last = { step, at: now };
    tell(step, bytes);
  };
}
