import { useRef, useState } from 'react';
import { type ApiClient, ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { fetchWithProgress } from '#client/api/fetch-with-progress.ts';
import { largestPicture, type StoredPicture } from '#contract/catalogue/picture.ts';
import { picturesMaximum } from '#contract/catalogue/product/product-limits.ts';
import { t } from '#language/message.ts';

/** Why a picture was not added, and whether it may be the next time. */
type Fault = { message: string; mayRetry: boolean };

/** A file on its way, or one that was refused and why. */
export type PictureSent = {
  id: number;
  name: string;
  /** How much of it has gone out; null while others go before it. */
  percent: number | null;
  fault?: Fault;
};

export type SendPicture = (api: ApiClient, file: Blob, init: { signal: AbortSignal }) => Promise<StoredPicture>;

type Pictures = {
  sent: PictureSent[];
  send: (files: readonly File[]) => void;
  /** Sends a refused one again. */
  retry: (id: number) => void;
  /** Stops one that is on its way, or forgets what was said of one that was refused. */
  dismiss: (id: number) => void;
};

/** Final answers: this is no picture, or too large a one. */
const final = [400, 413];

/**
 * Sends pictures one after the other, and adds each that is taken: one that is refused or stopped keeps none of the others. `count` is how
 * many there are.
 */
export function usePictures(
  sendPicture: SendPicture,
  count: () => number,
  add: (address: string, name: string) => void,
): Pictures {
  const [sent, setSent] = useState<PictureSent[]>([]);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const numbers = useRef(0);
  const files = useRef(new Map<number, { file: File; stop: AbortController }>());

  const change = (id: number, changed: Partial<PictureSent>) =>
    setSent((known) => known.map((picture) => (picture.id === id ? { ...picture, ...changed } : picture)));

  function dismiss(id: number) {
    files.current.get(id)?.stop.abort();
    files.current.delete(id);
    setSent((known) => known.filter((picture) => picture.id !== id));
  }

  async function sendOne(id: number) {
    const given = files.current.get(id);
    if (!given) return;
    change(id, { percent: 0 });
    const fault = await faultOf(id, given);
    if (given.stop.signal.aborted) return;
    if (fault) change(id, { fault });
    else dismiss(id);
  }

  async function faultOf(id: number, { file, stop }: { file: File; stop: AbortController }): Promise<Fault | null> {
    if (count() >= picturesMaximum)
      return { message: t('A product has at most {picturesMaximum} pictures.', { picturesMaximum }), mayRetry: true };
    if (file.size > largestPicture) {
      const message = t('It is larger than {value} MB. Save it smaller.', { value: largestPicture / 1024 / 1024 });
      return { message, mayRetry: false };
    }
    const onSent = (share: number) => change(id, { percent: Math.floor(share * 100) });
    const api = createBrowserApi((request) => fetchWithProgress(request, onSent));
    try {
      const { address } = await sendPicture(api, file, { signal: stop.signal });
      if (!stop.signal.aborted) add(address, file.name);
      return null;
    } catch (error) {
      return {
        message: failureText(error),
        mayRetry: !(error instanceof ApiError && final.includes(error.status)),
      };
    }
  }

  function send(given: readonly File[]) {
    const begun = given.map((file) => {
      numbers.current += 1;
      files.current.set(numbers.current, { file, stop: new AbortController() });
      return { id: numbers.current, name: file.name || 'The picture', percent: null };
    });
    // Messages about earlier ones have been read; those that may be sent again stay.
    setSent((known) => [...known.filter(({ fault }) => fault?.mayRetry !== false), ...begun]);
    for (const { id } of begun) turn.current = turn.current.then(() => sendOne(id));
  }

  function retry(id: number) {
    setSent((known) =>
      known.map((picture) => (picture.id === id ? { id, name: picture.name, percent: null } : picture)),
    );
    turn.current = turn.current.then(() => sendOne(id));
  }

  return { sent, send, retry, dismiss };
}
