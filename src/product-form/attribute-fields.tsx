import { Plus, X } from 'lucide-react';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import { type Attribute, attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { type Message, msg, t } from '#language/message.ts';
import { readAttribute, writeAttribute } from './draft-fields.ts';
import { DraftText } from './draft-inputs.tsx';
import { useTypedText } from './use-typed-text.ts';

type Values = NonNullable<ListingContent['attributes']>;
type AttributeProps = { type: ProductType; values: Values; onChange: (values: Values) => void };

/** Attributes that products of the category are compared and filtered by. */
export function AttributeFields({ type, values, onChange }: AttributeProps) {
  function change(name: string, value: Values[string] | undefined) {
    const { [name]: _before, ...others } = values;
    onChange(value === undefined ? others : { ...others, [name]: value });
  }
  return (
    <div data-field="attributes" className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {attributesOf(type).map((attribute) =>
        attribute.kind === 'yes_no' ? (
          <YesNo key={attribute.name} attribute={attribute} value={values[attribute.name]} onChange={change} />
        ) : (
          <AttributeText key={attribute.name} attribute={attribute} value={values[attribute.name]} onChange={change} />
        ),
      )}
    </div>
  );
}

type OneProps = {
  attribute: Attribute;
  value: Values[string] | undefined;
  onChange: (name: string, value: Values[string] | undefined) => void;
};

const hints: Partial<Record<Attribute['kind'], Message>> = {
  texts: msg('Several with commas between them.'),
  numbers: msg('Several with commas between them.'),
  date: msg('A year, a month or a day, such as 2024-06.'),
};

function AttributeText({ attribute, value, onChange }: OneProps) {
  const { name, label, kind, unit } = attribute;
  const [text, setText] = useTypedText(writeAttribute(value), (typed) =>
    writeAttribute(readAttribute(attribute, typed)),
  );
  const isWrong = kind.startsWith('number') && text.trim() !== '' && typeof value === 'string';
  return (
    <DraftText
      label={unit ? `${label} (${unit})` : label}
      field={name}
      value={text}
      numeric={kind === 'number'}
      maxLength={2_000}
      onChange={(typed) => {
        setText(typed);
        onChange(name, readAttribute(attribute, typed));
      }}
      error={isWrong ? t('Give a number.') : undefined}
      {...(hints[kind] && { hint: t(hints[kind]) })}
    />
  );
}

const personalData = msg('Names, voices that can be recognized, addresses, faces. Buyers filter by this.');

function YesNo({ attribute: { name, label }, value, onChange }: OneProps) {
  const choices = [
    { word: t('Yes'), is: true },
    { word: t('No'), is: false },
  ];
  return (
    <fieldset data-field={name} className="sm:col-span-2">
      <legend className="mb-1.5 text-sm font-[560]">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ word, is }) => (
          <label key={word} className="choice !min-h-9 !py-1 text-sm pointer-coarse:!min-h-10">
            <input type="radio" name={name} checked={value === is} onChange={() => onChange(name, is)} />
            {word}
          </label>
        ))}
        {typeof value === 'boolean' && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => onChange(name, undefined)}>
            {t('Not said')}
          </button>
        )}
      </div>
      {name === 'personal_data' && <p className="mt-1.5 text-sm text-ink-3">{t(personalData)}</p>}
    </fieldset>
  );
}

type Spec = NonNullable<ListingContent['specs']>[number];

/** Rows of the table below the description, in the seller's own words. */
export function SpecFields({ specs, onChange }: { specs: readonly Spec[]; onChange: (specs: Spec[]) => void }) {
  const replace = (at: number, spec: Spec) => onChange(specs.map((known, index) => (index === at ? spec : known)));
  return (
    <fieldset data-field="specs" className="grid gap-2">
      <legend className="mb-1.5 text-sm font-[560]">{t('Specifications')}</legend>
      {specs.map((spec, at) => (
        <div key={at} className="flex gap-2">
          <input
            className="field !w-2/5"
            aria-label={t('Name of specification {value}', { value: at + 1 })}
            value={spec.name}
            onChange={(event) => replace(at, { ...spec, name: event.target.value })}
          />
          <input
            className="field"
            aria-label={t('Value of specification {value}', { value: at + 1 })}
            value={spec.value}
            onChange={(event) => replace(at, { ...spec, value: event.target.value })}
          />
          <button
            type="button"
            className="icon-btn !size-9 pointer-coarse:!size-10"
            aria-label={t('Remove specification {value}', { value: at + 1 })}
            onClick={() => onChange(specs.filter((_, index) => index !== at))}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      ))}
      <button
        type="button"
        className="btn btn-ghost btn-sm justify-self-start"
        onClick={() => onChange([...specs, { name: '', value: '' }])}
      >
        <Plus size={15} aria-hidden />
        {t('Add a row')}
      </button>
    </fieldset>
  );
}
