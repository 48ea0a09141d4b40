import { useEffect, useId, useRef, useState } from 'react';
import type { PutSeller } from '#contract/seller.schema.ts';
import { Field } from '#ui/field.tsx';
import type { OwnSellerStore } from '../../selling/use-own-seller.ts';

type TextField = {
  [Name in keyof PutSeller]-?: PutSeller[Name] extends string | undefined ? Name : never;
}[keyof PutSeller];

type SavedFieldProps = {
  store: OwnSellerStore;
  name: TextField;
  label: string;
  hint?: string;
  rows?: number;
  type?: 'text' | 'email';
  autoComplete?: string;
  placeholder?: string;
};

/** So long nothing is typed before it is saved. */
const PAUSE_MS = 800;

/** A field that saves itself: what is refused says so under it, and stays as it was typed. */
export function SavedField({ store, name, ...field }: SavedFieldProps) {
  const saved = store.value?.[name] ?? '';
  const [typed, setTyped] = useState(saved);
  const [error, setError] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(saved);

  useEffect(() => () => clearTimeout(timer.current), []);

  async function save(text: string) {
    clearTimeout(timer.current);
    if (text === sent.current) return;
    sent.current = text;
    const fault = await store.save({ [name]: text });
    // Of something that has been typed over since nobody wants to hear.
    if (text === sent.current) setError(fault);
  }

  return (
    <Field
      {...field}
      name={name}
      required={false}
      value={typed}
      error={error}
      onChange={(text) => {
        setTyped(text);
        setError(undefined);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void save(text), PAUSE_MS);
      }}
      onBlur={() => void save(typed)}
    />
  );
}

/** Says that what was typed is kept. */
export function SaveState({ saving }: Pick<OwnSellerStore, 'saving'>) {
  const id = useId();
  const words = { nothing: '', saving: 'Saving…', saved: 'Saved', failed: 'Not everything is saved' };
  return (
    <p id={id} role="status" className="text-sm text-ink-3">
      {words[saving]}
    </p>
  );
}
