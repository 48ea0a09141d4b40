import { type FieldProps, Labelled, useDescribed } from './labelled.tsx';

/** A labelled text field with its error below it. */
export function Field({ label, error, hint, aside, beside, rows, marked, ...rest }: FieldProps) {
  const field = useDescribed(error, hint);
  const control = { required: true, ...rest, ...field.control };
  return (
    <Labelled label={label} error={error} hint={hint} aside={aside} marked={marked} ids={field}>
      <div className="flex gap-2">
        {rows ? (
          <textarea {...control} rows={rows} onChange={(event) => rest.onChange(event.target.value)} />
        ) : (
          <input {...control} onChange={(event) => rest.onChange(event.target.value)} />
        )}
        {beside}
      </div>
    </Labelled>
  );
}
