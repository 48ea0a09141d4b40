import { Check, CircleAlert, Info, Lock } from 'lucide-react';
import { type RefCallback, useState } from 'react';
import type { Approval, ApprovalKind, ApprovalNote, ApprovalState } from '#contract/selling/listing/approval.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { type Message, msg, t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { productPath } from '../../catalogue/paths.ts';
import { ApplicationContent } from './application-content.tsx';
import { DecisionForm } from './decision-form.tsx';
import { DifferenceFields, DifferenceSummary } from './difference/difference-fields.tsx';
import { FileDifferences } from './difference/file-differences.tsx';
import { ProductContent } from './difference/product-content.tsx';
import { ViewChoice } from './difference/view-choice.tsx';
import { useApproval } from './use-approval.ts';

type ApprovalCaseProps = {
  approvalId: string;
  heading: RefCallback<HTMLHeadingElement>;
  /** It waits no more. */
  onDecided: (said: { type: 'success' | 'error'; message: string }) => void;
};

/** One of what waits: what it is, what would change, and the decision. */
export function ApprovalCase({ approvalId, heading, onDecided }: ApprovalCaseProps) {
  const approval = useApproval(approvalId);
  return (
    <ShowLoaded from={approval} skeleton={<RowSkeleton rows={6} />} fault={t('This could not be loaded.')}>
      {({ found }) =>
        found ? (
          <article className="min-w-0" aria-labelledby="approval-title">
            <Head approval={found} heading={heading} />
            <Body approval={found} />
            {found.own ? (
              <Locked />
            ) : found.state === 'waiting' ? (
              <DecisionForm approval={found} onDecided={onDecided} />
            ) : (
              <Ended approval={found} />
            )}
          </article>
        ) : (
          <p className="text-ink-2">{t('There is nothing to decide at this address.')}</p>
        )
      }
    </ShowLoaded>
  );
}

const kinds: Record<ApprovalKind, Message> = {
  application: msg('Application of a seller'),
  product: msg('New product'),
  change: msg('Change of a product on sale'),
};

function Head({ approval, heading }: { approval: Approval; heading: RefCallback<HTMLHeadingElement> }) {
  const { kind, title, seller, submitted_at, notes, subject_id } = approval;
  return (
    <header className="pb-4">
      <p className="text-sm text-ink-3">
        {t(kinds[kind])} {t('· sent')}{' '}
        {kind !== 'application' && seller.name && <>{t('by {name}', { name: seller.name })} </>}
        {t('on')} <LocalTime instant={submitted_at} />
      </p>
      <h2 id="approval-title" ref={heading} tabIndex={-1} dir="auto" className="mt-1 text-2xl outline-none">
        {title}
      </h2>
      {kind === 'change' && (
        <p className="mt-1 text-sm">
          <a href={productPath(subject_id)} className="text-link">
            {t('See it as it is on sale')}
          </a>
        </p>
      )}
      {notes.length > 0 && (
        <ul aria-label={t('Worth to know')} className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
          {notes.map((note) => (
            <Note key={note.text} note={note} />
          ))}
        </ul>
      )}
    </header>
  );
}

const looks = {
  good: { icon: Check, tone: 'text-success' },
  warning: { icon: CircleAlert, tone: 'text-warning' },
  neutral: { icon: Info, tone: 'text-ink-2' },
} as const;

function Note({ note: { kind, text } }: { note: ApprovalNote }) {
  const { icon: Icon, tone } = looks[kind];
  return (
    <li className={`flex min-w-0 gap-1.5 ${tone}`}>
      <Icon size={16} strokeWidth={1.8} aria-hidden className="mt-[3px] flex-none" />
      <span className="min-w-0">{text}</span>
    </li>
  );
}

function Body({ approval }: { approval: Approval }) {
  const { kind, difference } = approval;
  const [isWhole, setWhole] = useState(false);
  const content = approval.content as ListingContent;
  if (kind === 'application') return <ApplicationContent fields={difference.fields} />;
  if (kind === 'product')
    return (
      <>
        <ProductContent content={content} />
        <FileDifferences difference={difference} />
      </>
    );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t py-3">
        <DifferenceSummary difference={difference} />
        <ViewChoice isWhole={isWhole} onChange={setWhole} />
      </div>
      {isWhole ? <ProductContent content={content} /> : <DifferenceFields difference={difference} />}
      <FileDifferences difference={difference} />
    </>
  );
}

function Locked() {
  return (
    <p className="card mt-6 flex gap-3 p-5 text-ink-2">
      <Lock size={18} strokeWidth={1.6} aria-hidden className="mt-0.5 flex-none" />
      {t('This is of your own shop. Somebody else of the staff decides on it.')}
    </p>
  );
}

const ends: Record<Exclude<ApprovalState, 'waiting'>, Message> = {
  approved: msg('Approved'),
  returned: msg('Returned'),
  withdrawn: msg('The seller has withdrawn this. There is nothing to decide.'),
  replaced: msg('The seller has replaced this by a newer change. There is nothing to decide here.'),
};

function Ended({ approval: { state, decided_at, reason } }: { approval: Approval }) {
  if (state === 'waiting') return null;
  return (
    <div className="card mt-6 grid gap-2 p-5 text-ink-2">
      <p>
        {t(ends[state])}
        {decided_at && (
          <>
            {' '}
            {t('on')} <LocalTime instant={decided_at} />.
          </>
        )}
      </p>
      {reason && <p className="whitespace-pre-line">{reason}</p>}
    </div>
  );
}
