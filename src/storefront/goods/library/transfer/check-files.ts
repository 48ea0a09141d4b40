// Files that are on a disk already, however they came there: read in a worker, and compared with what the shop has signed.

import { useEffect, useRef, useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { Manifest } from '#contract/goods/manifest.ts';
import { t } from '#language/message.ts';
import type { ReleaseOf } from './downloads.ts';
import { listAllFiles } from './get-downloads.ts';
import { openManifest, type SignedFacts } from './open-manifest.ts';
import { newTransferWorker } from './transfer-worker.ts';

export type Verdict =
  | { as: 'reading'; bytes: number }
  | { as: 'matches'; path: string }
  | { as: 'differs'; path: string }
  /** Nothing of the release is called so, and nothing has these bytes. */
  | { as: 'stranger' }
  | { as: 'failed'; text: string };

export type Checked = { id: number; name: string; size: number; verdict: Verdict };

/** Verdict on a file by its hash, if it is one of these; a browser may have given it another name. */
export function verdictOf(name: string, sha256: string, files: readonly SignedFacts[]): Verdict {
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  // 'train (1).csv' is what browsers make of a second 'train.csv'.
  const plain = name.replace(/ ?\(\d+\)(?=\.[^.]*$|$)/, '');
  const same = files.filter((file) => file.sha256 === sha256);
  const named = files.find(({ path }) => last(path) === name) ?? files.find(({ path }) => last(path) === plain);
  const found = same.find((file) => file === named) ?? same[0];
  if (found) return { as: 'matches', path: found.path };
  return named ? { as: 'differs', path: named.path } : { as: 'stranger' };
}

/** Files of a release that are checked, in the order in which they were chosen. `stop` ends the one that is being read. */
export function useChecks(of: ReleaseOf, hasManifest: boolean) {
  const [checked, setChecked] = useState<Checked[]>([]);
  const stops = useRef(new Map<number, () => void>());
  const count = useRef(0);
  useEffect(() => {
    const begun = stops.current;
    return () => {
      for (const stop of begun.values()) stop();
    };
  }, []);

  async function check(chosen: readonly File[]): Promise<string | undefined> {
    let files: SignedFacts[];
    try {
      files = await signedFiles(of, hasManifest);
    } catch (error) {
      return error instanceof NotSigned ? error.message : failureText(error);
    }
    for (const file of chosen) {
      count.current += 1;
      const id = count.current;
      const begun: Checked = { id, name: file.name, size: file.size, verdict: { as: 'reading', bytes: 0 } };
      const note = (verdict: Verdict) =>
        setChecked((known) => known.map((one) => (one.id === id ? { ...one, verdict } : one)));
      setChecked((known) => [...known, begun]);
      const sha256 = await hashOf(file, {
        onProgress: (bytes) => note({ as: 'reading', bytes }),
        onBegun: (stop) => stops.current.set(id, stop),
      });
      stops.current.delete(id);
      if (sha256 === 'stopped') setChecked((known) => known.filter((one) => one.id !== id));
      else if (sha256 === null)
        note({ as: 'failed', text: t('It could not be read: it may have been moved or changed.') });
      else note(verdictOf(file.name, sha256, files));
    }
    return undefined;
  }

  function remove(id: number) {
    stops.current.get(id)?.();
    setChecked((known) => known.filter((one) => one.id !== id));
  }

  return { checked, check, remove };
}

class NotSigned extends Error {}

/** By the manifest, whose signature must hold; by the list of the files where there is none. */
async function signedFiles(of: ReleaseOf, hasManifest: boolean): Promise<SignedFacts[]> {
  if (!hasManifest) return listAllFiles(of);
  const api = createBrowserApi();
  const [manifest, keys] = await Promise.all([
    api
      .getFile('/library/{entitlementId}/release/{releaseId}/manifest', { params: { path: of } })
      .then((file) => file.text()),
    api.get('/goods/keys'),
  ]);
  const opened = await openManifest(JSON.parse(manifest) as Manifest, keys);
  if (opened?.isVerified === false)
    throw new NotSigned('The signature of the manifest does not hold. Do not use the files, and tell the shop.');
  return opened ? opened.files : listAllFiles(of);
}

type Hearing = { onProgress: (bytes: number) => void; onBegun: (stop: () => void) => void };

/** Null where it cannot be read. */
function hashOf(file: File, { onProgress, onBegun }: Hearing): Promise<string | null | 'stopped'> {
  const { promise, resolve } = Promise.withResolvers<string | null | 'stopped'>();
  const worker = newTransferWorker((message) => {
    if (message.say === 'progress') onProgress(message.bytes);
    if (message.say === 'hashed') resolve(message.sha256);
    if (message.say === 'failed') resolve(null);
  });
  onBegun(() => resolve('stopped'));
  worker.tell({ say: 'check', file });
  return promise.finally(() => worker.end());
}
