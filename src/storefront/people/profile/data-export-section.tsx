import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import { type DataExport, dataExportDays, dataExportPath } from '#contract/people/data-export.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton, Section } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { download, isUnderWay, request, useDataExport } from './data-export.ts';

/** A copy of all that the shop knows of who is signed in, asked for and downloaded here. */
export function DataExportSection() {
  const found = useDataExport();
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);

  // The mail leads here, to a part of the screen that is not there yet when the page is.
  useEffect(() => {
    if (dataExportPath.endsWith(hash) && hash !== '') heading.current?.scrollIntoView();
  }, [hash]);

  return (
    <Section
      title="Your data"
      lead="A copy of your profile, orders, reviews, messages, library and sign-ins, as one JSON file."
      heading={heading}
    >
      <ShowLoaded from={found} skeleton={<RowSkeleton />} fault="Your export could not be loaded.">
        {(known) => <Export known={known} reload={found.reload} />}
      </ShowLoaded>
    </Section>
  );
}

function Export({ known, reload }: { known: DataExport; reload: () => Promise<void> }) {
  async function ask() {
    const fault = await request();
    if (fault === undefined) await reload();
    return fault;
  }

  return (
    <>
      <div role="status" className="grid gap-1">
        <State known={known} />
      </div>
      {!isUnderWay(known) && (
        <div className="mt-3 flex flex-wrap items-start gap-3">
          {known.state === 'ready' && (
            <ActionButton className="btn btn-primary btn-sm" action={download}>
              Download
            </ActionButton>
          )}
          <ActionButton action={ask}>
            {known.state === 'ready' ? 'Request a new export' : 'Request an export'}
          </ActionButton>
        </div>
      )}
    </>
  );
}

function State({ known }: { known: DataExport }): ReactNode {
  const { state, ready_at: readyAt, expires_at: until, requested_at: requestedAt, size_bytes: size } = known;
  const more = 'text-sm text-ink-2';
  switch (state) {
    case 'none':
      return (
        <>
          <p>No export yet</p>
          <p className={more}>
            We make it within minutes and email you. You can download it here for {dataExportDays} days.
          </p>
        </>
      );
    case 'waiting':
    case 'running':
      return (
        <>
          <StatusBadge state="wait">Your export is being made</StatusBadge>
          <p className={more}>
            Requested {requestedAt && <LocalTime instant={requestedAt} />}. We email you when it is ready, and it
            appears here.
          </p>
        </>
      );
    case 'ready':
      return (
        <>
          <StatusBadge state="on">Ready to download{size !== null && `, ${formatBytes(size)}`}</StatusBadge>
          <p className={more}>
            Made {readyAt && <LocalTime instant={readyAt} />}. You can download it until{' '}
            {until && <LocalTime instant={until} />}, then it is deleted. A new export replaces it.
          </p>
        </>
      );
    case 'failed':
      return (
        <>
          <StatusBadge state="bad">Your export could not be made</StatusBadge>
          <p className={more}>
            Request it again. If it fails again,{' '}
            <a href="/contact" className="text-link">
              write to us
            </a>
            .
          </p>
        </>
      );
  }
}
