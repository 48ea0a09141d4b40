import type { RefObject } from 'react';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { StaffImport } from '#contract/selling/staff-import.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { FactList } from '../../frame/fact-list.tsx';
import { countsText, stateLabels } from './import-labels.ts';

type ImportStatusProps = { of: StaffImport; statusRef: RefObject<HTMLDivElement | null> };

/** How far it is, in words and as a bar. */
export function ImportStatus({ of, statusRef }: ImportStatusProps) {
  const [badge, word] = stateLabels[of.state];
  const isGoing = of.state === 'checking' || of.state === 'importing';
  const { bytes_read: read } = of.state === 'checking' ? of.check : of.import;
  return (
    <div ref={statusRef} tabIndex={-1} className="grid gap-4 outline-none">
      <div role="status" className="grid gap-1.5">
        <p className="num flex flex-wrap items-baseline gap-x-3">
          <StatusBadge state={badge}>{word}</StatusBadge>
          <span>{countsText(of)}</span>
        </p>
        {of.state === 'checked' && <p className="text-ink-2">Nothing has changed yet.</p>}
        {of.message && <p className="text-danger">{of.message}</p>}
      </div>
      {isGoing && (
        <progress
          className="h-2 w-full max-w-xl"
          aria-label={of.state === 'checking' ? 'How much is checked' : 'How much is imported'}
          max={of.size_bytes}
          value={read}
        >
          {formatBytes(read)} of {formatBytes(of.size_bytes)}
        </progress>
      )}
      <FactList
        facts={[
          ['File', `${of.name}, ${formatBytes(of.size_bytes)}`],
          ['Sent by', of.by && <bdi key="by">{of.by}</bdi>],
          ['Sent', <LocalTime key="sent" instant={of.created_at} />],
          ['Ended', of.ended_at && <LocalTime key="ended" instant={of.ended_at} />],
          ['A row', of.state !== 'columns' && of.replace && 'describes the whole product'],
        ]}
      />
    </div>
  );
}
