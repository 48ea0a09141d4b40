import { type RefObject, useEffect, useRef } from 'react';

/** Applies changes that were made in a form before it listened. To be called before the fields are kept in step. */
export function useEarlyChanges(form: RefObject<HTMLFormElement | null>, apply: () => void) {
  const first = useRef(apply);
  useEffect(() => {
    if ([...(form.current?.elements ?? [])].some(isChanged)) first.current();
  }, [form]);
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  if (!(field instanceof HTMLInputElement)) return false;
  return field.type === 'checkbox' || field.type === 'radio'
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}
