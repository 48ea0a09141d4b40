import { t } from '#language/message.ts';

/** Below every summary of a license. */
export function NotLegalAdvice() {
  return <p className="mt-5 text-sm text-ink-3">{t('This summary is not legal advice. What counts is the text.')}</p>;
}
