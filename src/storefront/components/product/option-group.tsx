type OptionGroupProps = {
  name: string;
  choices: string[];
  value: string;
  onChange: (choice: string) => void;
};

/** One group of a product's options, as radio buttons that look like tiles. */
export function OptionGroup({ name, choices, value, onChange }: OptionGroupProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-[560]">
        <bdi>{name}</bdi>
      </legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice}
            className="relative flex min-h-11 min-w-14 cursor-pointer items-center justify-center rounded-[10px] border border-line-strong px-3.5 text-sm font-[540] transition-[border-color,box-shadow] hover:border-ink has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={value === choice}
              onChange={() => onChange(choice)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <bdi>{choice}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
