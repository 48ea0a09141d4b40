import { Fragment } from 'react';
import { t } from '#language/message.ts';
import { LicenseLinks } from '../../catalogue/license/license-links.tsx';

/** Beside the button that orders: which licenses this accepts. */
export function AcceptedLicenses({ licenses }: { licenses: readonly string[] }) {
  return (
    <p className="text-center text-sm text-ink-3">
      {t('By ordering you accept the')} {licenses.length > 1 ? 'licenses' : 'license'}:{' '}
      {licenses.map((expression, index) => (
        <Fragment key={expression}>
          {index > 0 && ', '}
          <LicenseLinks expression={expression} />
        </Fragment>
      ))}
      .
    </p>
  );
}
