import { useStore } from '@nanostores/react';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { alertsNavigated, currentAlert, dismissAlert } from '../alert/alert.ts';

let lastKey: string | null = null;

/** Above the page content: success is green, an error is red; dismissible, gone with the next navigation. */
export function AlertArea() {
  const alert = useStore(currentAlert);
  const { key } = useLocation();

  useEffect(() => {
    if (lastKey !== null && lastKey !== key) alertsNavigated();
    lastKey = key;
  }, [key]);

  // The live regions stay in the page, so that a screen reader announces what appears in them.
  return (
    <div className="sticky top-(--header) z-20" data-testid="alert-area">
      <div role="status" className={alert?.floats ? 'h-0' : ''}>
        {alert?.type === 'success' && <Message {...alert} />}
      </div>
      <div role="alert">{alert?.type === 'error' && <Message {...alert} />}</div>
    </div>
  );
}

function Message({ type, message }: { type: 'success' | 'error'; message: string }) {
  const success = type === 'success';
  const Icon = success ? CircleCheck : CircleAlert;
  return (
    <div className={`alert ${success ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger'}`}>
      <div className="wrap flex min-h-12 items-center gap-3 text-sm font-[540]">
        <Icon size={18} strokeWidth={1.8} aria-hidden className="flex-none" />
        <p className="py-2">{message}</p>
        <button type="button" className="icon-btn ml-auto !text-current" aria-label="Dismiss" onClick={dismissAlert}>
          <X size={18} strokeWidth={1.8} aria-hidden />
        </button>
      </div>
    </div>
  );
}
