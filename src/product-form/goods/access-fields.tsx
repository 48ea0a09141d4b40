import type { ReactNode } from 'react';
import { isPaidByTime, isSpanOfTime } from '#contract/catalogue/product/price-unit.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { DraftAmount, DraftText } from '../draft-inputs.tsx';
import { GoodsChoice } from './goods-choice.tsx';

type Access = NonNullable<GoodsOfOne['access']>;
/** `endpoint`: which one would be called. */
type AccessFieldsProps = { endpoint: ReactNode; unit: string; access: Access; onChange: (access: Access) => void };

export function AccessFields({ endpoint, unit, access, onChange }: AccessFieldsProps) {
  return (
    <section aria-label="Access" className="grid gap-4 border-t pt-4">
      <h3 className="text-base">Access</h3>
      <GoodsChoice
        label="Access is given by"
        value={access.by}
        options={[
          { value: 'text', label: 'A text that every buyer is shown' },
          { value: 'endpoint', label: "What the shop's endpoint answers for this buyer" },
        ]}
        onChange={(by) => onChange({ ...access, by })}
      />
      {access.by === 'text' ? (
        <DraftText
          label="What buyers are shown"
          field="goods"
          rows={5}
          maxLength={4_000}
          value={access.text ?? ''}
          onChange={(text) => onChange({ ...access, text })}
          hint="Only buyers see it, and the staff who approve it. {{order_id}}, {{product_name}} and {{quantity}} stand for what was bought."
        />
      ) : (
        <>
          <DraftAmount
            label="Promised within, in minutes"
            field="goods"
            whole
            value={access.within_minutes}
            onChange={(minutes) => {
              const { within_minutes: _, ...rest } = access;
              onChange(minutes ? { ...rest, within_minutes: minutes } : rest);
            }}
            hint="When that time passes, buyers are offered their money back."
          />
          {endpoint}
        </>
      )}
      <DraftAmount
        label="Days that access works"
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
  if (isSpanOfTime(unit)) return `For each ${unit.trim()}, from the purchase on. Empty: it works without an end.`;
  const sold = isPaidByTime(unit) ? `You sell it by ${unit.trim()}. ` : '';
  return `${sold}From the purchase on, however many are bought. Empty: it works without an end.`;
}
