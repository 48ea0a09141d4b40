import { useState } from 'react';

/**
 * The text of a field whose value is kept in another form: what is typed stays as it is typed ('WAV, '), until something else than it stands for
 * is put in its place. `inOneForm` is the text that the typed one stands for.
 */
export function useTypedText(value: string, inOneForm: (typed: string) => string): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  if (inOneForm(typed) === value) return [typed, setTyped];
  setTyped(value);
  return [value, setTyped];
}
