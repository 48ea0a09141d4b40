import { type FieldProps, Labelled, useDescribed } from './labelled.tsx';

type SelectProps = Pick<
  FieldProps,
  'label' | 'name' | 'value' | 'onChange' | 'error' | 'autoComplete' | 'required' | 'marked'
> & {
  options: ReadonlyArray<{ value: string; label: string }>;
  /** Stands there until something is chosen. */
  placeholder: string;
};

/** One of many; the browser finds it by its first letters. */
export function SelectField({ label, error, marked, options, placeholder, ...rest }: SelectProps) {
  const field = useDescribed(error, undefined);
  return (
    <Labelled label={label} error={error} marked={marked} ids={field}>
      <select required {...rest} {...field.control} onChange={(event) => rest.onChange(event.target.value)}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
