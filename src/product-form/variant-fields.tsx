import { Plus, X } from 'lucide-react';
import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { t } from '#language/message.ts';
import {
  combinationsOf,
  type DraftOption,
  type DraftVariant,
  filterFitting,
  mostCombinations,
  readList,
} from './draft-fields.ts';
import { DraftAmount } from './draft-inputs.tsx';
import { useTypedText } from './use-typed-text.ts';

type Change = (change: Pick<ListingContent, 'options' | 'variants'>) => void;
type OptionsProps = { options: readonly DraftOption[]; variants: readonly DraftVariant[]; onChange: Change };

/** Options that buyers choose among, such as a license or a region. */
export function OptionFields({ options, variants, onChange }: OptionsProps) {
  function put(next: DraftOption[]) {
    const isRenamed = next.some(({ name }, at) => options[at] !== undefined && name !== options[at].name);
    const kept = isRenamed && next.length === options.length ? renamed(variants, options, next) : variants;
    onChange({ options: next, ...(variants.length > 0 && { variants: filterFitting(kept, next) }) });
  }
  return (
    <div data-field="options" className="grid gap-4">
      {options.map((option, at) => (
        <OptionRow
          key={at}
          number={at + 1}
          option={option}
          onChange={(changed) => put(options.map((known, index) => (index === at ? changed : known)))}
          onRemove={() => put(options.filter((_, index) => index !== at))}
        />
      ))}
      <button
        type="button"
        className="btn btn-ghost btn-sm justify-self-start"
        onClick={() => put([...options, { name: '', choices: [] }])}
      >
        <Plus size={15} aria-hidden />
        {t('Add an option')}
      </button>
    </div>
  );
}

/** Another name of an option is the same option. */
function renamed(variants: readonly DraftVariant[], before: readonly DraftOption[], after: readonly DraftOption[]) {
  const names = new Map(before.map(({ name }, at) => [name, after[at]?.name ?? name]));
  return variants.map((variant) => ({
    ...variant,
    selected_options: variant.selected_options.map(({ name, value }) => ({ name: names.get(name) ?? name, value })),
  }));
}

type OptionRowProps = {
  number: number;
  option: DraftOption;
  onChange: (option: DraftOption) => void;
  onRemove: () => void;
};

function OptionRow({ number, option, onChange, onRemove }: OptionRowProps) {
  const written = option.choices.join(', ');
  const [text, setText] = useTypedText(written, (typed) => readList(typed).join(', '));
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-end gap-2 text-sm">
      <label className="grid gap-1.5">
        <span className="font-[560]">{t('Option {number}', { number })}</span>
        <input
          className="field"
          placeholder={t('License')}
          value={option.name}
          onChange={(event) => onChange({ ...option, name: event.target.value })}
        />
      </label>
      <label className="grid gap-1.5">
        <span className="font-[560]">
          {t('Choices, with commas between')}
          {number > 1 && <span className="sr-only"> ({number})</span>}
        </span>
        <input
          className="field"
          placeholder={t('Single team, Enterprise')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onChange({ ...option, choices: readList(event.target.value) });
          }}
        />
      </label>
      <button
        type="button"
        className="icon-btn !size-9 pointer-coarse:!size-10"
        aria-label={t('Remove option {number}', { number })}
        onClick={onRemove}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}

type VariantProps = {
  options: readonly DraftOption[];
  variants: readonly DraftVariant[];
  /** Variants on sale already: their prices change at once, elsewhere. */
  approved?: readonly DraftVariant[];
  /** Those whose stock alone is changed elsewhere. */
  counted?: readonly DraftVariant[];
  onSale: boolean;
  onChange: (variants: DraftVariant[]) => void;
};

/** Which combinations are sold, each with a price and a stock of its own. */
export function VariantFields({ options, variants, approved = [], counted = [], onSale, onChange }: VariantProps) {
  const combinations = combinationsOf(options);
  if (variants.length === 0 && options.length === 0) return null;
  if (combinations.length === 0)
    return (
      <p className="text-sm text-ink-3">
        {options.every(({ name, choices }) => name && choices.length > 0)
          ? `These are more than ${mostCombinations} combinations. With fewer choices each can have a price of its own; more come by Import.`
          : t('Give each option a name and its choices. Then each combination can have a price of its own.')}
      </p>
    );
  const byKey = new Map(variants.map((variant) => [variantKey(variant.selected_options), variant]));
  const fixed = new Map(approved.map((variant) => [variantKey(variant.selected_options), variant]));
  const known = new Map(counted.map((variant) => [variantKey(variant.selected_options), variant]));
  const put = (key: string, variant: DraftVariant | null) =>
    onChange(
      combinations.flatMap((selected_options) => {
        const own = variantKey(selected_options);
        const known = own === key ? variant : byKey.get(own);
        return known ? [known] : [];
      }),
    );

  return (
    <fieldset data-field="variants" className="grid gap-2">
      <legend className="sr-only">{t('Variants')}</legend>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={variants.length > 0}
          onChange={(event) =>
            onChange(
              event.target.checked ? combinations.map((selected_options) => ({ selected_options, price: null })) : [],
            )
          }
        />
        {t('Each combination has a price of its own')}
      </label>
      {variants.length > 0 && (
        <div className="-mx-2.5 overflow-x-auto">
          <table className="w-full min-w-[22rem] text-sm [overflow-wrap:break-word] [&_.field]:!px-2">
            <caption className="sr-only">{t('Variants and what they cost')}</caption>
            <thead className="text-left text-xs text-ink-3">
              <tr>
                <th scope="col" className="px-2.5 py-1.5 font-normal">
                  {t('Choice')}
                </th>
                <th scope="col" className="w-28 px-1 py-1.5 text-right font-normal">
                  {t('Price')}
                </th>
                {onSale && (
                  <th scope="col" className="w-28 px-1 py-1.5 text-right font-normal">
                    {t('Sale price')}
                  </th>
                )}
                <th scope="col" className="w-28 px-1 py-1.5 text-right font-normal">
                  {t('Stock')}
                </th>
                <th scope="col" className="w-16 px-2.5 py-1.5 text-right font-normal">
                  {t('Sold')}
                </th>
              </tr>
            </thead>
            <tbody>
              {combinations.map((selected_options) => {
                const key = variantKey(selected_options);
                return (
                  <VariantRow
                    key={key}
                    name={selectedOptionsText(selected_options)}
                    variant={byKey.get(key)}
                    isFixed={fixed.has(key)}
                    isCounted={known.has(key)}
                    onSale={onSale}
                    onChange={(changed) => put(key, changed)}
                    onSwitch={(isOn) =>
                      put(key, isOn ? (fixed.get(key) ?? known.get(key) ?? { selected_options, price: null }) : null)
                    }
                  />
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </fieldset>
  );
}

type VariantRowProps = {
  name: string;
  variant: DraftVariant | undefined;
  isFixed: boolean;
  isCounted: boolean;
  onSale: boolean;
  onChange: (variant: DraftVariant) => void;
  onSwitch: (isOn: boolean) => void;
};

function VariantRow({ name, variant, isFixed, isCounted, onSale, onChange, onSwitch }: VariantRowProps) {
  const amount = (label: string, field: 'price' | 'sale_price' | 'stock') => {
    if (!variant) return null;
    const value = variant[field] ?? null;
    if (isFixed || (isCounted && field === 'stock')) return <FixedAmount field={field} value={value} />;
    return (
      <DraftAmount
        name={t('{label} of {name}', { label, name })}
        field={`variants-${field}`}
        value={value}
        whole={field === 'stock'}
        placeholder={field === 'stock' ? t('not counted') : '0.00'}
        onChange={(given) => onChange({ ...variant, [field]: given })}
      />
    );
  };
  return (
    <tr className="border-t">
      <th scope="row" className="px-2.5 py-1.5 text-left font-[540]">
        <bdi>{name}</bdi>
      </th>
      <td className="num px-1 py-1.5 text-right">{amount(t('Price'), 'price')}</td>
      {onSale && <td className="num px-1 py-1.5 text-right">{amount(t('Sale price'), 'sale_price')}</td>}
      <td className="num px-1 py-1.5 text-right">{amount(t('Stock'), 'stock')}</td>
      <td className="px-2.5 py-1.5 text-right">
        {/* The label makes the target larger than what is seen. */}
        <label className="-m-2.5 ml-auto grid size-10 place-items-center">
          <input
            type="checkbox"
            aria-label={t('{name} is sold', { name })}
            checked={variant !== undefined}
            onChange={(event) => onSwitch(event.target.checked)}
          />
        </label>
      </td>
    </tr>
  );
}

function FixedAmount({ field, value }: { field: 'price' | 'sale_price' | 'stock'; value: number | null }) {
  if (field === 'stock') return value === null ? t('not counted') : value.toLocaleString('en-US');
  return value === null ? '–' : formatUnitPrice(value);
}
