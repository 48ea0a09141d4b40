import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps an uncontrolled form in step with the address: after a link, the back button or a cleared filter its fields
 * say again what is in force. The elements stay the same, so the focus does too. `state` differs where the values do. `isOvertaken`: what
 * has come is not what was chosen last, and that is on its way.
 */
export function useFormSync(
  form: RefObject<HTMLFormElement | null>,
  state: string,
  valuesOf: (name: string, type: string) => readonly string[],
  isOvertaken: () => boolean = () => false,
) {
  const latest = useRef({ valuesOf, isOvertaken });
  latest.current = { valuesOf, isOvertaken };
  const synced = useRef(state);
  /** Somebody is writing into it: what they have written counts when they leave it. */
  const written = useRef<EventTarget>(null);
  useEffect(() => {
    const { current } = form;
    const onInput = ({ target }: Event) => {
      written.current = target;
    };
    const onEnd = () => {
      written.current = null;
    };
    current?.addEventListener('input', onInput);
    // A field that says again what it said before is left without a change.
    for (const end of ['change', 'focusout']) current?.addEventListener(end, onEnd);
    return () => {
      current?.removeEventListener('input', onInput);
      for (const end of ['change', 'focusout']) current?.removeEventListener(end, onEnd);
    };
  }, [form]);
  useEffect(() => {
    // A form that comes to life late says already what is in force, and may have been written into.
    if (synced.current === state) return;
    synced.current = state;
    if (latest.current.isOvertaken()) return;
    for (const field of form.current?.elements ?? []) {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (!isField || !field.name || field.type === 'hidden' || field === written.current) continue;
      const values = latest.current.valuesOf(field.name, field.type);
      if (field.type === 'checkbox') (field as HTMLInputElement).checked = values.includes(field.value);
      else if (field.type === 'radio') (field as HTMLInputElement).checked = field.value === (values[0] ?? '');
      else if (field.value !== (values[0] ?? '')) field.value = values[0] ?? '';
    }
  }, [form, state]);
}
