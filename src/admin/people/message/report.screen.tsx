import { type RefObject, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Message, Report, ReportedThread, ThreadBlocker } from '#contract/people/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { DecideReport, ResumeMessages } from './decide-report.tsx';
import { aboutName, otherSide, ReportBadge, sideName } from './report-labels.tsx';
import { type OpenReport, useReport } from './use-report.ts';

/** One conversation that was reported: who reported it and why, what was written, and what is to become of it. */
export function Component() {
  const { threadId = '' } = useParams();
  return <Reported key={threadId} threadId={threadId} />;
}

function Reported({ threadId }: { threadId: string }) {
  const open = useReport(threadId);
  const { value, reload } = open.report;
  // The button that was pressed is gone afterwards: the focus goes to where what was decided stands.
  const reports = useRef<HTMLHeadingElement>(null);

  async function done() {
    await reload();
  }

  return (
    <Screen
      title={value ? aboutName(value.thread.about) : 'Report'}
      lead={
        <Link to="/reports" className="text-link">
          All reports
        </Link>
      }
      actions={value && <Actions of={value} onDone={done} focusWhenDone={reports} />}
    >
      <ShowLoaded
        from={open.report}
        skeleton={<RowSkeleton rows={6} />}
        fault="This report could not be loaded, or there is none at this address."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <Facts of={shown} />
            {shown.reports.length > 0 && (
              <section aria-labelledby="reports">
                <h2 id="reports" ref={reports} tabIndex={-1} className="mb-3 text-lg outline-none">
                  {shown.reports.length === 1 ? 'Report' : 'Reports'}
                </h2>
                <ul className="border-t">
                  {shown.reports.map((report) => (
                    <ReportRow key={report.report_id} report={report} />
                  ))}
                </ul>
              </section>
            )}
            <Conversation of={shown} before={open.before} earlier={open.earlier} />
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

function Facts({ of: { thread, own, reports } }: { of: ReportedThread }) {
  const { seller, blocked_by: blockedBy, about } = thread;
  const facts: Fact[] = [
    [
      'Shop',
      <Link key="shop" to={`/sellers?${new URLSearchParams({ q: seller.address })}`} className="text-link">
        <bdi>{seller.name}</bdi>
      </Link>,
    ],
    ['Buyer', <bdi key="buyer">{sideName(thread, 'buyer')}</bdi>],
    ['About', 'product_id' in about ? <bdi key="about">{about.product_name}</bdi> : `Order ${about.order_id}`],
    ['Messages', blockedBy.length > 0 && blockedBy.map((who) => stopNames[who]).join(' ')],
    ['Why you see it', reports.length === 0 && 'The payment of the order is disputed.'],
    ['Decided by', own && 'Somebody else of the staff: you take part in this conversation.'],
  ];
  return <FactList facts={facts} />;
}

const stopNames: Record<ThreadBlocker, string> = {
  buyer: 'The buyer has blocked the shop.',
  seller: 'The shop has blocked the buyer.',
  staff: 'Stopped by the staff: neither can write to the other.',
};

function ReportRow({ report }: { report: Report }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-b py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="min-w-0">
          <bdi className="font-[560]">{sideName(report, report.side)}</bdi> reported{' '}
          <bdi className="font-[560]">{sideName(report, otherSide(report.side))}</bdi>
        </span>
        <span className="text-xs text-ink-3">
          <LocalTime instant={report.created_at} />
        </span>
      </p>
      <p dir="auto" className="max-w-[72ch] whitespace-pre-line text-ink-2">
        {report.reason}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-xs text-ink-3">
        <ReportBadge decision={report.decision} />
        {report.resolved_at && (
          <span>
            {report.resolved_by && (
              <>
                by <bdi>{report.resolved_by}</bdi>,{' '}
              </>
            )}
            <LocalTime instant={report.resolved_at} />
          </span>
        )}
      </p>
      {report.told && <Quoted label={`Told ${sideName(report, otherSide(report.side))}`} text={report.told} />}
      {report.note && <Quoted label="Note" text={report.note} />}
    </li>
  );
}

function Quoted({ label, text }: { label: string; text: string }) {
  return (
    <p className="max-w-[72ch] whitespace-pre-line">
      <span className="text-ink-3">
        <bdi>{label}</bdi>:{' '}
      </span>
      <bdi>{text}</bdi>
    </p>
  );
}

type ConversationProps = { of: ReportedThread } & Pick<OpenReport, 'before' | 'earlier'>;

/** Oldest first, as the two have read it. Text stays text: nothing in it is a link. */
function Conversation({ of: { thread, messages }, before, earlier }: ConversationProps) {
  const shown: Message[] = [...before, ...messages.toReversed()];
  return (
    <section aria-labelledby="conversation">
      <h2 id="conversation" className="mb-3 text-lg">
        Conversation
      </h2>
      {earlier && (
        <div className="mb-3">
          <ActionButton action={earlier}>Show earlier messages</ActionButton>
        </div>
      )}
      <ol aria-label="Messages" className="border-t">
        {shown.map((message) => (
          <li
            key={message.message_id}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-2.5 text-sm md:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <p className="min-w-0">
              <bdi className="font-[560]">{sideName(thread, message.side)}</bdi>
              <span className="block text-xs text-ink-3">
                {message.side === 'seller' ? 'Shop' : 'Buyer'}, <LocalTime instant={message.created_at} />
              </span>
            </p>
            <p dir="auto" className="max-w-[72ch] whitespace-pre-wrap">
              {message.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

type ActionsProps = {
  of: ReportedThread;
  onDone: () => Promise<void>;
  focusWhenDone: RefObject<HTMLElement | null>;
};

function Actions({ of, onDone, focusWhenDone }: ActionsProps) {
  const may = useMay();
  const [asks, setAsks] = useState<'decide' | 'resume' | null>(null);
  if (!may('decideReports') || of.own) return null;
  const dialog = { of, onDone, onClose: () => setAsks(null), focusWhenDone };
  return (
    <>
      {of.thread.blocked_by.includes('staff') && (
        <button type="button" className="btn btn-line btn-sm" onClick={() => setAsks('resume')}>
          Let them write again
        </button>
      )}
      {of.reports.some((report) => report.resolved_at === null) && (
        <button type="button" className="btn btn-primary btn-sm" onClick={() => setAsks('decide')}>
          Decide
        </button>
      )}
      {asks === 'decide' && <DecideReport {...dialog} />}
      {asks === 'resume' && <ResumeMessages {...dialog} />}
    </>
  );
}
