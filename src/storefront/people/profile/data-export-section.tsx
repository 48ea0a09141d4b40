import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import { type DataExport, dataExportDays, dataExportPath } from '#contract/people/data-export.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
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
      title={t('Your data')}
      lead={t('A copy of your profile, orders, reviews, messages, library and sign-ins, as one JSON file.')}
      heading={heading}
    >
      <ShowLoaded from={found} skeleton={<RowSkeleton />} fault={t('Your export could not be loaded.')}>
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
              {t('Download')}
            </ActionButton>
          )}
          <ActionButton action={ask}>
            {known.state === 'ready' ? t('Request a new export') : t('Request an export')}
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
          <p>{t('No export yet')}</p>
          <p className={more}>
            {t('We make it within minutes and email you. You can download it here for {dataExportDays} days.', {
              dataExportDays,
            })}
          </p>
        </>
      );
    case 'waiting':
    case 'running':
      return (
        <>
          <StatusBadge state="wait">{t('Your export is being made')}</StatusBadge>
          <p className={more}>
            {t('Requested')} {requestedAt && <LocalTime instant={requestedAt} />}
            {t('. We email you when it is ready, and it appears here.')}
          </p>
        </>
      );
    case 'ready':
      return (
        <>
          <StatusBadge state="on">
            {t('Ready to download')}
            {size !== null && `, ${formatBytes(size)}`}
          </StatusBadge>
          <p className={more}>
            {t('Made')} {readyAt && <LocalTime instant={readyAt} />}
            {t('. You can download it until')} {until && <LocalTime instant={until} />}
            {t(', then it is deleted. A new export replaces it.')}
          </p>
        </>
      );
    case 'failed':
      return (
        <>
          <StatusBadge state="bad">{t('Your export could not be made')}</StatusBadge>
          <p className={more}>
            {rich('Request it again. If it fails again, <a>write to us</a>.', {
              a: (words) => (
                <a href="/contact" className="text-link">
                  {words}
                </a>
              ),
            })}
          </p>
        </>
      );
  }
}
