type GoodsChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: ReadonlyArray<{ value: Value; label: string }>;
  onChange: (value: Value) => void;
};

/** One of two or three, each of which is read before it is chosen. */
export function GoodsChoice<Value extends string>({ label, value, options, onChange }: GoodsChoiceProps<Value>) {
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-sm font-[560]">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-9 items-center gap-3 text-sm pointer-coarse:min-h-10">
          <input type="radio" checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
