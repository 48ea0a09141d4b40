import { Upload } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { licenseMaximumBytes } from '#contract/catalogue/named-license.ts';
import { Field } from '#ui/form/field.tsx';
import type { FieldProps } from '#ui/form/labelled.tsx';

type TextFieldProps = Pick<FieldProps, 'name' | 'value' | 'error' | 'onChange'> & {
  hint: string;
  /** The text of a file, as its author has written it. */
  onFile: (text: string) => void;
};

/** The text of a license: written, or brought as a file of plain text. */
export function LicenseTextField({ hint, onFile, ...field }: TextFieldProps) {
  const id = useId();
  const [told, setTold] = useState('');
  const [fault, setFault] = useState('');

  async function take(file: File | undefined) {
    if (!file) return;
    setTold('');
    setFault('');
    const text = file.size > licenseMaximumBytes ? null : await readText(file);
    if (text === null)
      return setFault(
        file.size > licenseMaximumBytes
          ? `${file.name} is larger than a license can be.`
          : `${file.name} is no plain text in UTF-8. Save it as such, and choose it again.`,
      );
    onFile(text);
    setTold(`The text is that of ${file.name}. It is not saved yet.`);
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same for who drags nothing
    <div className="grid gap-2" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <Field label="Text" {...field} rows={16} autoComplete="off" hint={hint} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <label
          htmlFor={id}
          className="btn btn-line btn-sm focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus"
        >
          <Upload size={16} strokeWidth={1.6} aria-hidden />
          Choose a text file
          <input
            id={id}
            type="file"
            aria-label="Choose a text file"
            accept=".txt,.md,text/plain"
            className="sr-only"
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        <span className="text-ink-3">or drop one on the field</span>
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {told}
      </p>
    </div>
  );
}

/** Null for what is no text. */
async function readText(file: File): Promise<string | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
