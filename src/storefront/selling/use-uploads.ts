import { useRef, useState } from 'react';
import { ApiError } from '#client/api-client/api-client.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { type RunningUpload, uploadFile } from '#client/api-client/upload-file.ts';

/** A file on its way to a release. */
export type FileSent = {
  path: string;
  total: number;
  sent: number;
  state: 'queued' | 'sending' | 'waiting' | 'paused' | 'failed';
  fault?: string;
  mayRetry: boolean;
};

type Uploads = {
  files: FileSent[];
  send: (files: ReadonlyArray<{ path: string; file: File }>) => void;
  pause: (path: string) => void;
  resume: (path: string) => void;
  /** Ends it for good, or forgets what was said of it. */
  cancel: (path: string) => void;
};

/** So many go out at once: more would share the same line. */
const AT_ONCE = 2;

/** Sends files to a draft of a release; each goes on by itself after a lost connection. `onArrived` is called after each. */
export function useUploads(sellerId: string, releaseId: string, onArrived: () => void): Uploads {
  const [files, setFiles] = useState<FileSent[]>([]);
  const queue = useRef<Array<{ path: string; file: File }>>([]);
  const running = useRef(new Map<string, RunningUpload | null>());

  const change = (path: string, changed: Partial<FileSent>) =>
    setFiles((known) => known.map((one) => (one.path === path ? { ...one, ...changed } : one)));
  const forget = (path: string) => setFiles((known) => known.filter((one) => one.path !== path));

  function next() {
    const given = running.current.size < AT_ONCE ? queue.current.shift() : undefined;
    if (!given) return;
    running.current.set(given.path, null);
    void begin(given);
    next();
  }

  async function begin({ path, file }: { path: string; file: File }) {
    change(path, { state: 'sending' });
    try {
      const upload = await uploadFile(
        { sellerId, releaseId, path, file },
        {
          onProgress: (sent, total) => change(path, { sent, total, state: 'sending' }),
          onWait: () => change(path, { state: 'waiting' }),
        },
      );
      running.current.set(path, upload);
      await settle(path, upload);
    } catch (error) {
      fail(path, error);
    }
  }

  async function settle(path: string, upload: RunningUpload) {
    try {
      await upload.done;
      forget(path);
      end(path);
      onArrived();
    } catch (error) {
      fail(path, error);
    }
  }

  function fail(path: string, error: unknown) {
    const mayRetry = !(error instanceof ApiError && [400, 404, 409, 413].includes(error.status));
    change(path, { state: 'failed', fault: failureText(error), mayRetry });
    if (!mayRetry) end(path);
  }

  function end(path: string) {
    running.current.delete(path);
    next();
  }

  return {
    files,
    send(given) {
      queue.current.push(...given);
      const begun = given.map(
        ({ path, file }): FileSent => ({ path, total: file.size, sent: 0, state: 'queued', mayRetry: true }),
      );
      setFiles((known) => [...known.filter(({ path }) => !given.some((one) => one.path === path)), ...begun]);
      next();
    },
    pause(path) {
      change(path, { state: 'paused' });
      void running.current.get(path)?.pause();
    },
    resume(path) {
      const upload = running.current.get(path);
      if (!upload) return;
      change(path, { state: 'sending', fault: '' });
      void upload.resume().then(() => settle(path, upload));
    },
    cancel(path) {
      const upload = running.current.get(path);
      queue.current = queue.current.filter((one) => one.path !== path);
      forget(path);
      void upload?.cancel().catch(() => {});
      end(path);
      onArrived();
    },
  };
}
