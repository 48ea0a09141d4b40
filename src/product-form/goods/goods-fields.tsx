import { type ReactNode, useRef, useState } from 'react';
import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import type { Goods, GoodsKind, GoodsOfOne } from '#contract/goods/goods.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { type Message, msg, t } from '#language/message.ts';
import { DraftAmount } from '../draft-inputs.tsx';
import { AccessFields } from './access-fields.tsx';
import { changeGoods, chosenGoods, goodsChoices, withKind, withOwnGoods, withoutOwnGoods } from './goods-draft.ts';
import { HoursFields } from './hours-fields.tsx';
import { KeyFields } from './key-fields.tsx';

type Changed = Pick<ListingContent, 'goods' | 'delivery_within_hours'>;
type Files = NonNullable<GoodsOfOne['files']>;
type GoodsFieldsProps = {
  productId: string;
  content: Pick<ListingContent, 'goods' | 'variants' | 'price_unit' | 'delivery_within_hours'>;
  onChange: (update: (now: Changed) => Changed) => void;
  /** Which endpoint would be called, where one is. */
  endpoint: ReactNode;
  /** The keys of an edition: how many there are, and more of them. */
  keyStore: (edition: string) => ReactNode;
  /** The releases of an edition, of which one is sold. */
  releases: (given: {
    edition: string;
    files: Files;
    onChange: (update: (files: Files) => Files) => void;
  }) => ReactNode;
};

const kinds: ReadonlyArray<{ kind: GoodsKind; label: Message; hint: Message }> = [
  { kind: 'files', label: msg('Files'), hint: msg('to download: data, models, code') },
  { kind: 'keys', label: msg('Keys'), hint: msg('from your list, or signed by the shop') },
  { kind: 'access', label: msg('Access'), hint: msg('a text, or what your endpoint answers') },
  { kind: 'hours', label: msg('Hours'), hint: msg('of a machine, minute by minute') },
];

/** Goods of the product, and of variants that have goods of their own. */
export function GoodsFields({ productId, content, onChange, endpoint, keyStore, releases }: GoodsFieldsProps) {
  const [edition, setEdition] = useState('');
  const goods = content.goods ?? {};
  const choices = goodsChoices(content);
  const shown = choices.some((choice) => choice.edition === edition) ? edition : '';
  const own = chosenGoods(goods, shown);
  /** By variant, kinds as they were when they were taken out: a slip loses nothing. */
  const taken = useRef<Record<string, GoodsOfOne>>({});
  const change = (update: (now: GoodsOfOne) => GoodsOfOne) =>
    onChange((now) => ({ goods: changeGoods(now.goods ?? {}, shown, update) }));

  return (
    <div className="grid gap-5">
      {choices.length > 1 && (
        <EditionChoice goods={goods} content={content} shown={shown} onShow={setEdition} onChange={onChange} />
      )}
      {own && (
        <>
          <fieldset className="grid gap-2">
            <legend className="pb-1 text-sm font-[560]">{t('Buyers get')}</legend>
            {kinds.map(({ kind, label, hint }) => (
              <label key={kind} className="flex min-h-9 items-center gap-3 text-sm pointer-coarse:min-h-10">
                <input
                  type="checkbox"
                  checked={own[kind] !== undefined}
                  onChange={(event) => {
                    const isWanted = event.target.checked;
                    if (!isWanted) taken.current[shown] = { ...taken.current[shown], [kind]: own[kind] };
                    change((now) => withKind(now, kind, isWanted, taken.current[shown]));
                  }}
                />
                <span>
                  {t(label)} <span className="text-ink-3">{t(hint)}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {Object.keys(own).length === 0 && (
            <p className="text-sm text-ink-2">
              {t(
                'Nothing is chosen: you deliver each order by hand and mark it as delivered. Buyers are told so before they pay.',
              )}
            </p>
          )}
          {own.files &&
            releases({
              edition: shown,
              files: own.files,
              onChange: (update) => change((now) => (now.files ? { ...now, files: update(now.files) } : now)),
            })}
          {own.keys && (
            <KeyFields
              key={`keys ${shown}`}
              productId={productId}
              keys={own.keys}
              onChange={(keys) => change((now) => ({ ...now, keys }))}
              store={keyStore(shown)}
            />
          )}
          {own.access && (
            <AccessFields
              endpoint={endpoint}
              unit={content.price_unit ?? ''}
              access={own.access}
              onChange={(access) => change((now) => ({ ...now, access }))}
            />
          )}
          {own.hours && (
            <HoursFields
              endpoint={endpoint}
              unit={content.price_unit ?? ''}
              hours={own.hours}
              onChange={(hours) => change((now) => ({ ...now, hours }))}
            />
          )}
        </>
      )}
      <DraftAmount
        label={t('Promised delivery, in hours')}
        field="delivery_within_hours"
        whole
        value={content.delivery_within_hours}
        placeholder={t('no time promised')}
        onChange={(hours) => onChange(() => ({ delivery_within_hours: hours }))}
        hint={t(
          'Of what is not there at once. Buyers read it before they pay, beside the time that your deliveries have taken.',
        )}
      />
    </div>
  );
}

type EditionChoiceProps = Pick<GoodsFieldsProps, 'content' | 'onChange'> & {
  goods: Goods;
  shown: string;
  onShow: (edition: string) => void;
};

/** All variants get the same, unless one has goods of its own. */
function EditionChoice({ content, goods, shown, onShow, onChange }: EditionChoiceProps) {
  const variant = content.variants?.find(({ selected_options }) => variantKey(selected_options) === shown);
  const hasOwn = chosenGoods(goods, shown) !== null;
  return (
    <div className="grid gap-2">
      <label className="grid gap-1.5 text-sm font-[560]">
        {t('What buyers get of')}
        <select className="field font-normal" value={shown} onChange={(event) => onShow(event.target.value)}>
          {goodsChoices(content).map(({ edition, label }) => (
            <option key={edition} value={edition}>
              {label + (edition !== '' && chosenGoods(goods, edition) ? t(' (goods of its own)') : '')}
            </option>
          ))}
        </select>
      </label>
      {variant && !hasOwn && (
        <div className="grid justify-items-start gap-2 text-sm text-ink-2">
          <p>{t('Its buyers get what all others get.')}</p>
          <button
            type="button"
            className="btn btn-line btn-sm"
            onClick={() => onChange((now) => ({ goods: withOwnGoods(now.goods ?? {}, variant.selected_options) }))}
          >
            {t('Give {selected_options} goods of its own', {
              selected_options: selectedOptionsText(variant.selected_options),
            })}
          </button>
        </div>
      )}
      {variant && hasOwn && (
        <button
          type="button"
          className="btn btn-ghost btn-sm justify-self-start"
          onClick={() => onChange((now) => ({ goods: withoutOwnGoods(now.goods ?? {}, shown) }))}
        >
          {t('Give it what all others get')}
        </button>
      )}
    </div>
  );
}
