import { useRef, useState } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { sendPicture } from '#client/api-client/picture.ts';
import { picturesMaximum } from '#contract/listing-words.ts';
import { largestPicture } from '#contract/picture.ts';

/** A file on its way, or one that was refused and why. */
export type PictureSent = { id: number; name: string; fault?: string };

type Pictures = {
  sent: PictureSent[];
  send: (files: readonly File[]) => void;
  dismiss: (id: number) => void;
};

/** Sends pictures one after the other, and adds each that is taken. `count` is how many there are. */
export function usePictures(sellerId: string, count: () => number, add: (address: string) => void): Pictures {
  const [sent, setSent] = useState<PictureSent[]>([]);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const numbers = useRef(0);

  const forget = (id: number) => setSent((known) => known.filter((picture) => picture.id !== id));

  async function sendOne(id: number, file: File) {
    const fault = await refusal(file);
    if (fault) setSent((known) => known.map((picture) => (picture.id === id ? { ...picture, fault } : picture)));
    else forget(id);
  }

  async function refusal(file: File): Promise<string | undefined> {
    if (count() >= picturesMaximum) return `A product has at most ${picturesMaximum} pictures.`;
    if (file.size > largestPicture) return `It is larger than ${largestPicture / 1024 / 1024} MB. Save it smaller.`;
    try {
      add((await sendPicture(createBrowserApi(), sellerId, file)).address);
      return undefined;
    } catch (error) {
      return failureText(error);
    }
  }

  function send(files: readonly File[]) {
    const begun = files.map((file) => {
      numbers.current += 1;
      return { file, id: numbers.current };
    });
    // What was said of earlier ones has been read.
    setSent((known) => [
      ...known.filter(({ fault }) => fault === undefined),
      ...begun.map(({ file, id }) => ({ id, name: file.name || 'The picture' })),
    ]);
    for (const { file, id } of begun) turn.current = turn.current.then(() => sendOne(id, file));
  }

  return { sent, send, dismiss: forget };
}
