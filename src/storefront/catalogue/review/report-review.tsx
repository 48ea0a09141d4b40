import { useRef, useState } from 'react';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import type { ShownReview } from '#contract/catalogue/review.ts';
import { t } from '#language/message.ts';
import { useAskToSignIn } from '../../people/sign-in/ask-to-sign-in.ts';

type Asked = typeof import('./report-dialog.tsx');

/** A way to tell the staff that something is wrong with somebody's review. What asks why is loaded when it is wanted. */
export function ReportReview({ review }: { review: ShownReview }) {
  const user = useCurrentUser();
  const askToSignIn = useAskToSignIn();
  const [asks, setAsks] = useState<Asked | null>(null);
  const [said, setSaid] = useState('');
  const [isDone, setIsDone] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);

  async function ask() {
    if (!user) return askToSignIn();
    setSaid('');
    try {
      setAsks(await import('./report-dialog.tsx'));
    } catch {
      setSaid(t('This could not be loaded. Please try again.'));
    }
  }

  return (
    <div className="needs-script mt-3 grid justify-items-start">
      {!isDone && (
        <button
          type="button"
          className="-mx-2 min-h-10 rounded-md px-2 text-xs text-ink-3 underline hover:text-ink"
          aria-label={t('Report the review by {username}', { username: review.user.username })}
          onClick={ask}
        >
          {t('Report')}
        </button>
      )}
      {/* Never hidden, not even while it is empty: it gets the focus in the moment in which it is filled. */}
      <p ref={status} role="status" tabIndex={-1} className="text-xs text-ink-2 outline-none">
        {said}
      </p>
      {asks && (
        <asks.ReportDialog
          review={review}
          onDone={() => {
            setIsDone(true);
            setSaid(t('Thank you: our staff will read it.'));
          }}
          onClose={() => setAsks(null)}
          focusWhenDone={status}
        />
      )}
    </div>
  );
}
