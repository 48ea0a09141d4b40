import type { ReactNode } from 'react';
import { isPaidByTime, isSpanOfTime } from '#contract/catalogue/product/price-unit.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { t } from '#language/message.ts';
import { DraftAmount, DraftText } from '../draft-inputs.tsx';
import { GoodsChoice } from './goods-choice.tsx';

type Access = NonNullable<GoodsOfOne['access']>;
/** `endpoint`: which one would be called. */
type AccessFieldsProps = { endpoint: ReactNode; unit: string; access: Access; onChange: (access: Access) => void };

export function AccessFields({ endpoint, unit, access, onChange }: AccessFieldsProps) {
  return (
    <section aria-label={t('Access')} className="grid gap-4 border-t pt-4">
      <h3 className="text-base">{t('Access')}</h3>
      <GoodsChoice
        label={t('Access is given by')}
        value={access.by}
        options={[
          { value: 'text', label: t('A text that every buyer is shown') },
          { value: 'endpoint', label: t("What the shop's endpoint answers for this buyer") },
        ]}
        onChange={(by) => onChange({ ...access, by })}
      />
      {access.by === 'text' ? (
        <DraftText
          label={t('What buyers are shown')}
          field="goods"
          rows={5}
          maxLength={4_000}
          value={access.text ?? ''}
          onChange={(text) => onChange({ ...access, text })}
          hint={t(
            "Only buyers see it, and the staff who approve it. '{{order_id}}', '{{product_name}}' and '{{quantity}}' stand for what was bought.",
          )}
        />
      ) : (
        <>
          <DraftAmount
            label={t('Promised within, in minutes')}
            field="goods"
            whole
            value={access.within_minutes}
            onChange={(minutes) => {
              const { within_minutes: _, ...rest } = access;
              onChange(minutes ? { ...rest, within_minutes: minutes } : rest);
            }}
            hint={t('When that time passes, buyers are offered their money back.')}
          />
          {endpoint}
        </>
      )}
      <DraftAmount
        label={t('Days that access works')}
        field="goods"
        whole
        value={access.valid_days}
        onChange={(days) => {
          const { valid_days: _, ...rest } = access;
          onChange(days ? { ...rest, valid_days: days } : rest);
        }}
        hint={daysHint(unit)}
      />
    </section>
  );
}

/** Access sold by the month needs an end, or it is sold for ever. */
function daysHint(unit: string): string {
  if (isSpanOfTime(unit))
    return t('For each {value}, from the purchase on. Empty: it works without an end.', { value: unit.trim() });
  const sold = isPaidByTime(unit) ? t('You sell it by {value}. ', { value: unit.trim() }) : '';
  return t('{sold}From the purchase on, however many are bought. Empty: it works without an end.', { sold });
}
