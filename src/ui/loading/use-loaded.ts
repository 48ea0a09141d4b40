import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<T> = {
  /** Null until it has arrived. */
  value: T | null;
  failed: boolean;
  /** Why whoever asks may not have it, in words; nothing where it failed otherwise, or did not. Trying again changes nothing. */
  refused?: string | null;
  /** Asks for it again; what is known stays until the new one has arrived. */
  reload: () => Promise<void>;
};

/** Result of `load`, called when the screen is shown. Of several calls the newest counts. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failed, setFailed] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const requests = useRef(0);
  const loader = useRef(load);

  useEffect(() => {
    loader.current = load;
  });

  const reload = useCallback(async () => {
    requests.current += 1;
    const request = requests.current;
    try {
      const answer = await loader.current();
      if (request !== requests.current) return;
      setValue(answer);
      setFailed(false);
      setRefused(null);
    } catch (error) {
      if (request !== requests.current) return;
      setFailed(true);
      setRefused(refusalText(error));
    }
  }, []);

  useEffect(() => {
    void reload();
    return () => {
      requests.current += 1;
    };
  }, [reload]);

  return { value, failed, refused, reload };
}

/** A refusal says itself whose it would be to see this; null for any other failure. */
export function refusalText(error: unknown): string | null {
  return error instanceof Error && 'status' in error && error.status === 403 ? error.message : null;
}
