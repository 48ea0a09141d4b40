import { useCallback, useEffect, useRef, useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { OwnSeller, PutSeller } from '#contract/selling/seller.schema.ts';

export type OwnSellerStore = {
  /** Null until it has arrived. */
  value: OwnSeller | null;
  failed: boolean;
  reload: () => Promise<void>;
  /** Something is being saved, was, or could not be. */
  saving: 'nothing' | 'saving' | 'saved' | 'failed';
  /** Saves fields, one change after another. Resolves with what went wrong, in words, or nothing. */
  save: (changes: PutSeller) => Promise<string | undefined>;
  step: (step: 'submit' | 'withdraw' | 'support-mail') => Promise<string | undefined>;
};

/** A shop of the signed-in user's, as the API has it after the last change. */
export function useOwnSeller(sellerId: string): OwnSellerStore {
  const [value, setValue] = useState<OwnSeller | null>(null);
  const [failed, setFailed] = useState(false);
  const [saving, setSaving] = useState<OwnSellerStore['saving']>('nothing');
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const unsaved = useRef<ReadonlySet<string>>(new Set());

  const reload = useCallback(async () => {
    try {
      setValue(await createBrowserApi().get('/seller/{sellerId}', { params: { path: { sellerId } }, asUser: true }));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, [sellerId]);

  useEffect(() => {
    void reload();
  }, [reload]);

  /** Changes go out one after another: the last one is the last to arrive. */
  const inOrder = useCallback((send: () => Promise<OwnSeller>, fields: string[]): Promise<string | undefined> => {
    setSaving('saving');
    const mine = last.current.then(send).then(
      (changed) => {
        setValue(changed);
        unsaved.current = new Set([...unsaved.current].filter((field) => !fields.includes(field)));
        setSaving(unsaved.current.size > 0 ? 'failed' : 'saved');
        return undefined;
      },
      (error) => {
        unsaved.current = new Set([...unsaved.current, ...fields]);
        setSaving('failed');
        return failureText(error);
      },
    );
    last.current = mine;
    return mine;
  }, []);

  const save = useCallback(
    (changes: PutSeller) =>
      inOrder(
        () => createBrowserApi().put('/seller/{sellerId}', { params: { path: { sellerId } }, body: changes }),
        Object.keys(changes),
      ),
    [inOrder, sellerId],
  );
  const step: OwnSellerStore['step'] = useCallback(
    (name) =>
      inOrder(() => createBrowserApi().post(`/seller/{sellerId}/${name}`, { params: { path: { sellerId } } }), []),
    [inOrder, sellerId],
  );
  return { value, failed, reload, saving, save, step };
}
