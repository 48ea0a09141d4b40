// Files on their way to a draft of a release. They go on while their seller looks at another part of the editor, or at another screen.
import { ApiError } from '#client/api/api-client.ts';
import { failureText } from '#client/api/failure-text.ts';
import { type RunningUpload, uploadFile } from '#client/api/upload-file.ts';

/** A file on its way to a release. */
export type FileSent = {
  path: string;
  total: number;
  sent: number;
  state: 'queued' | 'sending' | 'waiting' | 'paused' | 'failed';
  fault?: string;
  /** Set for `failed`: sending it again may help. */
  mayRetry: boolean;
};

export type GivenFile = { path: string; file: File };

export type Uploads = {
  /** Another array after each change. */
  files: () => readonly FileSent[];
  send: (files: readonly GivenFile[]) => void;
  pause: (path: string) => void;
  resume: (path: string) => void;
  /** Ends it for good, on the server too, or forgets what was said of it. */
  cancel: (path: string) => Promise<void>;
  /** `listener` is called after each change, and told of what has arrived or is gone. Answers how to stop. */
  listen: (listener: (has: { settled: boolean }) => void) => () => void;
};

/** So many go out at once: more would share the same line. */
const AT_ONCE = 2;

type Entry = FileSent & { file: File; isStarting: boolean; upload: RunningUpload | null };

/** `start` is for tests. */
export function createUploads(to: { sellerId: string | null; releaseId: string }, start = uploadFile): Uploads {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(has: { settled: boolean }) => void>();
  let shown: readonly FileSent[] = [];

  function notify(settled = false) {
    shown = [...entries.values()].map(({ file: _, isStarting: __, upload: ___, ...rest }) => rest);
    for (const listener of listeners) listener({ settled });
  }

  function change(entry: Entry, changed: Partial<Entry>) {
    Object.assign(entry, changed);
    notify();
  }

  const isActive = ({ state }: Entry) => state === 'sending' || state === 'waiting';
  const isHere = (entry: Entry) => entries.get(entry.path) === entry;

  function next() {
    for (const entry of entries.values()) {
      if ([...entries.values()].filter(isActive).length >= AT_ONCE) return;
      if (entry.state === 'queued') void begin(entry);
    }
  }

  async function begin(entry: Entry) {
    change(entry, { state: 'sending', fault: '' });
    // It was told to wait, and to go on again, before it had begun.
    if (entry.isStarting) return;
    try {
      if (entry.upload) await entry.upload.resume();
      else {
        const { path, file } = entry;
        entry.isStarting = true;
        const upload = await start(
          { ...to, path, file },
          {
            // A paused file does not go on by an answer that was on its way.
            onProgress: (sent, total) =>
              change(entry, { sent, total, state: entry.state === 'waiting' ? 'sending' : entry.state }),
            onWait: () => entry.state === 'sending' && change(entry, { state: 'waiting' }),
          },
        );
        entry.isStarting = false;
        entry.upload = upload;
        // Meanwhile it was stopped, or told to wait.
        if (!isHere(entry)) {
          await upload.cancel().catch(() => {});
          return notify(true);
        }
        if (!isActive(entry)) return void upload.pause();
      }
      await entry.upload.done;
      if (!isHere(entry)) return;
      entries.delete(entry.path);
      notify(true);
    } catch (error) {
      entry.isStarting = false;
      if (!isHere(entry)) return;
      const mayRetry = !(error instanceof ApiError && [400, 403, 404, 409, 413].includes(error.status));
      change(entry, { state: 'failed', fault: failureText(error), mayRetry });
    }
    next();
  }

  return {
    files: () => shown,
    send(given) {
      for (const { path, file } of given) {
        const known = entries.get(path);
        const isSame = known?.file.size === file.size && known.file.lastModified === file.lastModified;
        if (known && isSame && known.mayRetry) {
          if (!isActive(known)) known.state = 'queued';
          continue;
        }
        void known?.upload?.cancel().catch(() => {});
        const begun = { total: file.size, sent: 0, state: 'queued', mayRetry: true } as const;
        entries.set(path, { path, file, ...begun, isStarting: false, upload: null });
      }
      notify();
      next();
    },
    pause(path) {
      const entry = entries.get(path);
      if (!entry) return;
      void entry.upload?.pause();
      change(entry, { state: 'paused' });
      next();
    },
    resume(path) {
      const entry = entries.get(path);
      // A resumed file does not wait for the others.
      if (entry && !isActive(entry)) void begin(entry);
    },
    async cancel(path) {
      const entry = entries.get(path);
      if (!entry) return;
      entries.delete(path);
      notify();
      next();
      await entry.upload?.cancel().catch(() => {});
      notify(true);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const known = new Map<string, Uploads>();

/** Those of a release, the same for whoever asks in this page. */
export function uploadsOf(sellerId: string | null, releaseId: string): Uploads {
  const found = known.get(releaseId) ?? createUploads({ sellerId, releaseId });
  known.set(releaseId, found);
  return found;
}

/** True if leaving the page breaks something off. It goes on where it stopped, once its file is chosen again. */
export function isSending(): boolean {
  return [...known.values()].some((uploads) =>
    uploads.files().some(({ state }) => state === 'sending' || state === 'waiting' || state === 'queued'),
  );
}
