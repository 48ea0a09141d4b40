import type { ReactNode } from 'react';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { t } from '#language/message.ts';
import { DraftAmount } from '../draft-inputs.tsx';
import { GoodsChoice } from './goods-choice.tsx';
import { TemplateFields } from './template-fields.tsx';

type Hours = NonNullable<GoodsOfOne['hours']>;
/** `endpoint`: which one would be called. */
type HoursFieldsProps = { endpoint: ReactNode; unit: string; hours: Hours; onChange: (hours: Hours) => void };

export function HoursFields({ endpoint, unit, hours, onChange }: HoursFieldsProps) {
  return (
    <section aria-label={t('Hours')} className="grid gap-4 border-t pt-4">
      <h3 className="text-base">{t('Hours')}</h3>
      <DraftAmount
        label={t('Minutes that one {value} buys', { value: unit.trim() || 'piece' })}
        field="goods"
        whole
        needed
        value={hours.minutes_each}
        onChange={(minutes) => minutes && onChange({ ...hours, minutes_each: minutes })}
      />
      <DraftAmount
        label={t('Days until what is left expires')}
        field="goods"
        whole
        value={hours.valid_days}
        onChange={(days) => {
          const { valid_days: _, ...rest } = hours;
          onChange(days ? { ...rest, valid_days: days } : rest);
        }}
        hint={t('Empty: it never expires.')}
      />
      <GoodsChoice
        label={t('Machines are started and stopped by')}
        value={hours.by}
        options={[
          { value: 'endpoint', label: t("The shop's endpoint, at once") },
          { value: 'hand', label: t('You, by hand') },
        ]}
        onChange={(by) => onChange({ ...hours, by })}
      />
      <TemplateFields
        templates={hours.templates ?? []}
        onChange={(templates) => {
          const { templates: _, ...rest } = hours;
          onChange(templates.length > 0 ? { ...rest, templates } : rest);
        }}
      />
      {hours.by === 'endpoint' && endpoint}
    </section>
  );
}
