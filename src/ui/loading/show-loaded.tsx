import { type ReactNode, useRef } from 'react';
import { t } from '#language/message.ts';
import { ActionButton } from '../form/action-button.tsx';
import type { Loaded } from './use-loaded.ts';

type ShowLoadedProps<T> = {
  from: Loaded<T>;
  /** Takes the place of what is being loaded, in its size. */
  skeleton: ReactNode;
  /** Message when it could not be loaded. */
  fault: string;
  children: (value: T) => ReactNode;
};

/** Loaded content; until then its outline, and after a failure the way to try again. */
export function ShowLoaded<T>({ from, skeleton, fault, children }: ShowLoadedProps<T>) {
  const place = useRef<HTMLDivElement>(null);

  async function tryAgain() {
    // The button leaves with the failure: the focus stays at this place.
    place.current?.focus();
    await from.reload();
    return undefined;
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {from.failed ? (
        <div className="grid justify-items-start gap-3">
          <p role="alert" className="text-danger">
            {from.refused ?? fault}
          </p>
          {!from.refused && <ActionButton action={tryAgain}>{t('Try again')}</ActionButton>}
        </div>
      ) : from.value === null ? (
        <div role="status">
          <span className="sr-only">{t('Loading')}</span>
          {skeleton}
        </div>
      ) : (
        children(from.value)
      )}
    </div>
  );
}
