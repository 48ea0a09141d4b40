import { useNavigate } from 'react-router';
import { faultOfRange } from '#contract/selling/analytics.ts';
import { t } from '#language/message.ts';
import { RangeForm } from '#ui/form/range-form.tsx';
import { type FiguresAsked, figuresPath, todayUtc, usualRanges } from './analytics.ts';

type RangeProps = { seller: string; asked: FiguresAsked };

/** Which days the figures are of. */
export function FiguresRange({ seller, asked }: RangeProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <nav aria-label={t('Range')} className="flex flex-wrap gap-2">
        {usualRanges.map((days) => (
          <a
            key={days}
            href={figuresPath(seller, { ...asked, days })}
            aria-current={asked.days === days ? 'true' : undefined}
            className="chip"
            data-keep-scroll
          >
            {t('{days} days', { days })}
          </a>
        ))}
      </nav>
      <OwnRange key={`${asked.from} ${asked.to}`} seller={seller} asked={asked} />
    </div>
  );
}

function OwnRange({ seller, asked }: RangeProps) {
  const navigate = useNavigate();
  const today = todayUtc();
  return (
    <RangeForm
      from={asked.from}
      to={asked.to}
      today={today}
      faultOf={(from, to) => faultOfRange(from, to, today, t('(days are those of UTC)'))}
      onShow={(from, to) => navigate(figuresPath(seller, { ...asked, from, to, days: null }))}
    />
  );
}
