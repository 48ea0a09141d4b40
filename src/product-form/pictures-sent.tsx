import { CircleAlert, X } from 'lucide-react';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import type { PictureSent } from './use-pictures.ts';

type SendingProps = { picture: PictureSent; onStop: () => void };

/** A picture on its way, in the place that it will have. */
export function PictureSending({ picture: { name, percent }, onStop }: SendingProps) {
  return (
    <li className="relative grid content-center gap-2 rounded-md border p-3 text-center text-xs text-ink-2">
      <span className="max-w-full truncate px-6">
        <bdi>{name}</bdi>
      </span>
      <progress
        className="h-1.5 w-full overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
        aria-label={t('Sending {name}', { name })}
        max={100}
        value={percent ?? 0}
      />
      <span className="num">
        {percent === null ? t('Waits for the others') : percent < 100 ? `${percent} %` : t('Is being checked')}
      </span>
      <button
        type="button"
        aria-label={t('Stop sending {name}', { name })}
        className="absolute right-0 top-0 grid size-8 place-items-center pointer-coarse:size-10"
        onClick={onStop}
      >
        <X size={15} aria-hidden />
      </button>
    </li>
  );
}

type RefusedProps = { picture: PictureSent; onRetry: () => void; onDismiss: () => void };

/** Why a picture was not added. */
export function PictureRefused({ picture: { name, fault }, onRetry, onDismiss }: RefusedProps) {
  return (
    <div className="flex items-start gap-2 text-sm text-danger">
      <CircleAlert size={16} aria-hidden className="mt-1 flex-none" />
      <p className="flex-1">
        {rich('{b} was not added. {message}', {
          b: (
            <b className="font-[560]">
              <bdi>{name}</bdi>
            </b>
          ),
          message: fault?.message,
        })}
      </p>
      {fault?.mayRetry && (
        <button
          type="button"
          className="btn btn-line btn-sm"
          aria-label={t('Try again to send {name}', { name })}
          onClick={onRetry}
        >
          {t('Try again')}
        </button>
      )}
      <button
        type="button"
        className="grid size-8 flex-none place-items-center"
        aria-label={t('Dismiss what is said of {name}', { name })}
        onClick={onDismiss}
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}

/** For who does not see the bars: what is on its way, a quarter at a time. */
export function sendingText(sent: readonly PictureSent[]): string {
  const now = sent.find(({ fault, percent }) => fault === undefined && percent !== null);
  if (!now) return '';
  const more = sent.filter(({ fault, percent }) => fault === undefined && percent === null).length;
  const quarter = Math.floor((now.percent ?? 0) / 25) * 25;
  return t('Sending {name}: {quarter} %{value}', {
    name: now.name,
    quarter,
    value: more > 0 ? t(', {more} more to send', { more }) : '',
  });
}
