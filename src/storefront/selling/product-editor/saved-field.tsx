import { useEffect, useId, useRef, useState } from 'react';
import type { PutSeller } from '#contract/selling/seller.schema.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import type { OwnSellerStore } from '../seller/use-own-seller.ts';

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
  /** Text filled in automatically as long as nothing else was typed. */
  suggested?: string;
  /** Text filled in by one click, while the field is empty. */
  own?: string | undefined;
};

/** So long nothing is typed before it is saved. */
const PAUSE_MS = 800;

/** A field that saves itself: what is refused says so under it, and stays as it was typed. */
export function SavedField({ store, name, suggested = '', own, ...field }: SavedFieldProps) {
  const saved = store.value?.[name] ?? '';
  const [typed, setTyped] = useState(saved);
  const [error, setError] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Text in the field, text that was sent last, and text that has arrived.
  const now = useRef({ written: saved, sent: saved, kept: saved, suggested });
  const place = useRef<HTMLDivElement>(null);

  async function save() {
    clearTimeout(timer.current);
    const text = now.current.written;
    if (text === now.current.sent) return;
    now.current.sent = text;
    const fault = await store.save({ [name]: text });
    if (!fault) now.current.kept = text;
    // Faults of text that was typed over since are not shown.
    if (text !== now.current.sent) return;
    if (fault) now.current.sent = now.current.kept;
    setError(fault);
  }

  function write(text: string) {
    now.current.written = text;
    setTyped(text);
    setError(undefined);
    clearTimeout(timer.current);
  }

  // Suggestions stand in the field until something else is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only with another suggestion
  useEffect(() => {
    const isOwn = now.current.written !== now.current.suggested;
    now.current.suggested = suggested;
    if (isOwn || now.current.written === suggested) return;
    write(suggested);
    void save();
  }, [suggested]);

  // People who close the page are asked; those who go to another screen have it saved on the way. It is tried again once online.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is so at that moment stands in the ref
  useEffect(() => {
    function onBeforeUnload(event: BeforeUnloadEvent) {
      if (now.current.written !== now.current.kept) event.preventDefault();
    }
    const onOnline = () => void save();
    window.addEventListener('beforeunload', onBeforeUnload);
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      window.removeEventListener('online', onOnline);
      void save();
    };
  }, []);

  return (
    <div ref={place} className="grid gap-2">
      <Field
        {...field}
        name={name}
        required={false}
        value={typed}
        error={error}
        onChange={(text) => {
          write(text);
          timer.current = setTimeout(() => void save(), PAUSE_MS);
        }}
        onBlur={() => void save()}
      />
      {own && typed === '' && (
        <button
          type="button"
          className="btn btn-line btn-sm justify-self-start [overflow-wrap:anywhere]"
          onClick={() => {
            write(own);
            void save();
            // The button goes.
            place.current?.querySelector('input')?.focus();
          }}
        >
          {t('Use {own}', { own })}
        </button>
      )}
    </div>
  );
}

/** Says that what was typed is kept. */
export function SaveState({ saving }: Pick<OwnSellerStore, 'saving'>) {
  const id = useId();
  const words = { nothing: '', saving: t('Saving…'), saved: t('Saved'), failed: t('Not everything is saved') };
  return (
    <p id={id} role="status" className="text-sm text-ink-3">
      {words[saving]}
    </p>
  );
}
