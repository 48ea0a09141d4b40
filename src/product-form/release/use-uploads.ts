import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isSending, type Uploads, uploadsOf } from './uploads.ts';

/** Files on their way to a draft of a release. `onSettled` is called when one has arrived, or is gone. */
export function useUploads(sellerId: string | null, releaseId: string, onSettled: () => void): Uploads {
  const uploads = uploadsOf(sellerId, releaseId);
  const settled = useRef(onSettled);
  useSyncExternalStore(uploads.listen, uploads.files, uploads.files);

  useEffect(() => {
    settled.current = onSettled;
  });

  useEffect(() => uploads.listen((has) => has.settled && settled.current()), [uploads]);

  useEffect(() => {
    function onBeforeUnload(event: BeforeUnloadEvent) {
      if (isSending()) event.preventDefault();
    }
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, []);

  return uploads;
}
