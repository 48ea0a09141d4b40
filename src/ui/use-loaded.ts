import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<T> = {
  /** Null until it has arrived. */
  value: T | null;
  failed: boolean;
  /** Asks for it again; what is known stays until the new one has arrived. */
  reload: () => Promise<void>;
};

/** What `load` resolves with, asked for when the screen is shown. The newest question gives the answer. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failed, setFailed] = useState(false);
  const asked = useRef(0);
  const loader = useRef(load);

  useEffect(() => {
    loader.current = load;
  });

  const reload = useCallback(async () => {
    asked.current += 1;
    const question = asked.current;
    try {
      const answer = await loader.current();
      if (question !== asked.current) return;
      setValue(answer);
      setFailed(false);
    } catch {
      if (question === asked.current) setFailed(true);
    }
  }, []);

  useEffect(() => {
    void reload();
    return () => {
      asked.current += 1;
    };
  }, [reload]);

  return { value, failed, reload };
}
