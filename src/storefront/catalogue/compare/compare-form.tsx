import type { ReactNode } from 'react';
import { t } from '#language/message.ts';

/** Products that are ticked to be compared: a plain form, so it works without scripts. Its button is there once one is ticked (app.css). */
export function CompareForm({ children }: { children: ReactNode }) {
  return (
    <form action="/compare" aria-label={t('Compare products')} className="compare-form">
      {children}
      <p className="compare-bar">
        <button type="submit" className="btn btn-primary">
          {t('Compare')}
        </button>
      </p>
    </form>
  );
}
