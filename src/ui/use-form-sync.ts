import { type RefObject, useEffect } from 'react';

/**
 * Keeps an uncontrolled form in step with the address: after a link, the back button or a cleared filter its fields
 * say again what is in force. The elements stay the same, so the focus does too.
 */
export function useFormSync(form: RefObject<HTMLFormElement | null>, values: Record<string, string>) {
  const state = JSON.stringify(values);
  useEffect(() => {
    const wanted: Record<string, string> = JSON.parse(state);
    for (const [name, value] of Object.entries(wanted)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === field.value;
      else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [form, state]);
}
