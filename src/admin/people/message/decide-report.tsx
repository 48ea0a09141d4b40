import { type RefObject, useState } from 'react';
import type { ReportDecision, ReportedThread } from '#contract/people/message.ts';
import { reportReasonMaximum } from '#contract/people/message-limits.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { decide, letThemWrite } from './decide-report.ts';
import { otherSide, sideName } from './report-labels.tsx';

type DecideProps = {
  of: ReportedThread;
  onDone: () => Promise<void>;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

/** Asks what is to become of a conversation that was reported, and says of each choice what it does. */
export function DecideReport({ of: { thread, reports }, onDone, onClose, focusWhenDone }: DecideProps) {
  const [decision, setDecision] = useState<ReportDecision>('dismiss');
  const [texts, setTexts] = useState({ reason: '', note: '' });
  const [faults, setFaults] = useState<Partial<typeof texts>>({});
  const open = reports.filter((report) => report.resolved_at === null);
  const reported = open.map(({ side }) => sideName(thread, otherSide(side))).join(' and ');
  const choices: Array<[ReportDecision, string, string]> = [
    ['dismiss', 'Dismiss', 'Nothing else happens. Who has reported it is told so.'],
    ['warn', `Warn ${reported}`, 'They get a mail with your reason. The conversation goes on.'],
    [
      'stop',
      'Stop their messages',
      'Neither can write to the other any more, in any conversation. Both are told. You can take it back.',
    ],
  ];

  async function confirm(): Promise<string | undefined> {
    const given = { reason: decision === 'dismiss' ? '' : texts.reason.trim(), note: texts.note.trim() };
    const wrong = {
      ...(decision !== 'dismiss' && judge(given.reason, 'Say why: they read it.')),
      ...judge(given.note, 'Say what you have found: your colleagues read it.', 'note'),
    };
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return '';
    const refused = await decide(thread.thread_id, { decision, ...given });
    if (!refused) await onDone();
    return refused;
  }

  const field = (name: keyof typeof texts) => ({
    name,
    rows: 3,
    value: texts[name],
    error: faults[name],
    onChange: (text: string) => {
      setTexts((known) => ({ ...known, [name]: text }));
      setFaults((known) => ({ ...known, [name]: undefined }));
    },
  });

  return (
    <ConfirmDialog
      tone={decision === 'dismiss' ? 'main' : 'harm'}
      title="Decide about this conversation"
      confirmLabel={confirmLabels[decision]}
      onConfirm={confirm}
      onClose={onClose}
      focusWhenDone={focusWhenDone}
    >
      <fieldset className="grid gap-3">
        <legend className="sr-only">What is to be done</legend>
        {choices.map(([value, name, what]) => (
          <label key={value} className="flex items-start gap-3">
            <input
              type="radio"
              name="decision"
              className="mt-1 flex-none"
              value={value}
              checked={decision === value}
              onChange={() => setDecision(value)}
            />
            <span className="min-w-0">
              <bdi className="font-[560] text-ink">{name}</bdi>
              <span className="block text-sm">{what}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {decision !== 'dismiss' && (
        <Field {...field('reason')} label="Reason" hint={`${reported} gets it by mail, in these words.`} />
      )}
      <Field {...field('note')} label="Note" hint="For the staff alone." />
    </ConfirmDialog>
  );
}

const confirmLabels: Record<ReportDecision, string> = { dismiss: 'Dismiss', warn: 'Warn', stop: 'Stop messages' };

function judge(text: string, missing: string, name: 'reason' | 'note' = 'reason') {
  if (text === '') return { [name]: missing };
  return text.length > reportReasonMaximum ? { [name]: `Write at most ${reportReasonMaximum} characters.` } : {};
}

/** Asks before those whose messages were ended can write again. */
export function ResumeMessages({ of: { thread }, onDone, onClose, focusWhenDone }: DecideProps) {
  return (
    <ConfirmDialog
      tone="main"
      title="Let them write again?"
      confirmLabel="Let them write"
      onClose={onClose}
      focusWhenDone={focusWhenDone}
      onConfirm={async () => {
        const refused = await letThemWrite(thread.thread_id);
        if (!refused) await onDone();
        return refused;
      }}
    >
      <p>
        <bdi>{sideName(thread, 'buyer')}</bdi> and <bdi>{sideName(thread, 'seller')}</bdi> can write to each other
        again, and are told so by mail. What one of them has blocked stays blocked.
      </p>
    </ConfirmDialog>
  );
}
