import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { dismissAlert } from '#client/alert/alert.ts';
import { loginPath } from '#client/session/account-path.ts';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { clampRating, ratingMaximum, type ShownReview } from '#contract/catalogue/review.ts';
import { reviewTextMaximum, reviewTextMinimum } from '#contract/catalogue/review-limits.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { StarInput } from '#ui/form/star-input.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { rich } from '#ui/rich.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { useAskToSignIn } from '../../people/sign-in/ask-to-sign-in.ts';
import { DeleteReview } from './delete-review.tsx';
import { postOwnReview } from './post-own-review.ts';
import { readDraft, saveDraft } from './review-draft.ts';

type ReviewFormProps = {
  productId: string;
  /** Review of the product by the signed-in customer: a customer has one of it. */
  own: ShownReview | null;
  /** To be called when the product's reviews have changed. */
  onChanged: () => Promise<void>;
};

/** How to say something about a product, for everybody to see; posting it asks for a sign-in. */
export function ReviewForm({ productId, own, onChanged }: ReviewFormProps) {
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = useRef(false);

  // Focus may be gone with the review that was deleted, or with the form of a first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the change can be seen
  useEffect(() => {
    if (changed.current) heading.current?.focus({ preventScroll: true });
    changed.current = false;
  }, [own]);

  async function showChange() {
    changed.current = true;
    await onChanged();
  }

  return (
    <section aria-label={t('Leave a Reply')} className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {t('Leave a Reply')}
      </h2>
      {own && !own.show && <HiddenNotice reason={own.hidden_reason ?? ''} />}
      {own && (
        <p className="text-sm text-ink-2">
          {rich(
            '<strong>Edit your review.</strong> You have reviewed this product: what you post now takes the place of it.',
            { strong: (words) => <strong className="font-[560] text-ink">{words}</strong> },
          )}
        </p>
      )}
      {/* Another review to begin with is another form. */}
      <Fields key={own?.review_id ?? 'new'} productId={productId} own={own} onChanged={showChange} />
      {own && <DeleteReview review={own} onDeleted={showChange} />}
      <p className="without-script text-sm text-ink-2">{t('Reviews are written by signed-in customers.')}</p>
      <a href={loginPath(pathname)} className="btn btn-line without-script">
        {t('Log in to post a comment')}
      </a>
    </section>
  );
}

/** To the author alone. */
function HiddenNotice({ reason }: { reason: string }) {
  return (
    <div role="note" className="grid gap-2 rounded-lg border border-line bg-warning-soft p-4 text-sm">
      <p className="font-[560]">
        <StatusBadge state="bad">{t('Your review is hidden')}</StatusBadge>
      </p>
      <p className="text-ink-2">
        {t(
          'Nobody but you sees it, and its stars do not count. If you edit it, it stays hidden until we have read it again.',
        )}
      </p>
      {reason && (
        <p className="whitespace-pre-line text-ink-2" dir="auto">
          {t('Why: {reason}', { reason })}
        </p>
      )}
    </div>
  );
}

function Fields(props: ReviewFormProps) {
  const { form, rate, fault, change, onSubmit } = useReviewForm(props);
  return (
    <form {...form.props} onSubmit={onSubmit} className="needs-script grid gap-4">
      <StarInput
        label={t('Rating')}
        maximum={ratingMaximum}
        {...form.field('rate')}
        value={rate}
        onChange={(stars) => change('rate', String(stars))}
      />
      <Field
        label={t('Your review')}
        rows={5}
        hint={t('At least {reviewTextMinimum} characters.', { reviewTextMinimum })}
        {...form.field('text')}
        onChange={(text) => change('text', text)}
      />
      <div className="grid gap-3">
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <SubmitButton busy={form.busy} className="btn btn-primary">
          {t('Post Comment')}
        </SubmitButton>
      </div>
    </form>
  );
}

/** Every change is saved as a draft, so that a visitor who has to log in first finds it again. */
function useReviewForm({ productId, own, onChanged }: ReviewFormProps) {
  const user = useCurrentUser();
  const askToSignIn = useAskToSignIn();
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: { text: own?.review_text ?? '', rate: own ? String(own.rate) : '' },
    check: checkReview,
    send: post,
  });
  const rate = clampRating(Number(form.values.rate));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is put back once, when the form appears
  useEffect(() => {
    const draft = readDraft(productId);
    if (!draft) return;
    form.set('text', draft.text);
    if (draft.rate > 0) form.set('rate', String(draft.rate));
  }, []);

  function change(name: 'text' | 'rate', value: string) {
    form.set(name, value);
    const typed = { ...form.values, [name]: value };
    saveDraft(productId, { text: typed.text, rate: Number(typed.rate) });
  }

  async function post({ text, rate }: { text: string; rate: string }) {
    if (!user) return {};
    dismissAlert();
    setFault(undefined);
    const failure = await postOwnReview({ productId, email: user.email, rate: clampRating(Number(rate)), text }, own);
    if (failure !== undefined) {
      setFault(failure);
      return {};
    }
    await onChanged();
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    if (user) return form.props.onSubmit(event);
    event.preventDefault();
    saveDraft(productId, { text: form.values.text, rate, waiting: true });
    askToSignIn();
  }

  return { form, rate, fault, change, onSubmit };
}

function checkReview({ text, rate }: { text: string; rate: string }) {
  const { length } = text.trim();
  const missing = reviewTextMinimum - length;
  return {
    ...(clampRating(Number(rate)) === 0 && { rate: t('Choose a rating') }),
    ...(missing > 0 && {
      text: t('{missing} more {value}, please', { missing, value: missing === 1 ? 'character' : 'characters' }),
    }),
    ...(length > reviewTextMaximum && {
      text: t('{value} characters too many', { value: length - reviewTextMaximum }),
    }),
  };
}
