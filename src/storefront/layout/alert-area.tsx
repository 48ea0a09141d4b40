import { useStore } from '@nanostores/react';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { clearAlertOnNavigation, currentAlert, dismissAlert } from '#client/alert/alert.ts';
import { t } from '#language/message.ts';

/** How long a transient alert is shown; longer while the pointer or the focus is in it. */
const SHOWN_MS = 8_000;

let lastKey: string | null = null;

/**
 * Above the page content: success is green, an error is red; dismissible, gone with the next navigation. It stands in
 * the top bar, which is in sight wherever the page is scrolled to, so that it covers nothing and moves nothing.
 */
export function AlertArea() {
  const alert = useStore(currentAlert);
  const area = useRef<HTMLDivElement>(null);
  const { key } = useLocation();

  useEffect(() => {
    if (lastKey !== null && lastKey !== key) clearAlertOnNavigation();
    lastKey = key;
  }, [key]);

  useEffect(() => {
    if (!alert?.transient) return;
    const timer = setInterval(() => {
      if (!area.current?.matches(':hover, :focus-within')) dismissAlert();
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [alert]);

  const error = alert?.type === 'error';
  const Icon = error ? CircleAlert : CircleCheck;
  const dismiss = (
    <button type="button" className="icon-btn" aria-label={t('Dismiss')} onClick={dismissAlert}>
      <X size={18} strokeWidth={1.8} aria-hidden />
    </button>
  );
  const link = alert?.link && (
    <a href={alert.link.href} className="text-link">
      {alert.link.text}
    </a>
  );
  // The live regions stay in the page, so that a screen reader announces what appears in them.
  return (
    <div ref={area} data-testid="alert-area" className="alert-area" data-alert={alert?.type}>
      {alert &&
        (alert.picture ? (
          <img src={alert.picture} alt="" width="48" height="36" />
        ) : (
          <Icon size={18} strokeWidth={1.8} aria-hidden />
        ))}
      <div role="status">{alert && !error && <p>{alert.message}</p>}</div>
      <div role="alert">
        {error && (
          <>
            <p>{alert.message}</p>
            {link}
            {dismiss}
          </>
        )}
      </div>
      {alert && !error && (
        <>
          {link}
          {dismiss}
        </>
      )}
    </div>
  );
}
