import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { StaffLicense } from '#contract/catalogue/named-license.schema.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { actionName } from '../../operations/audit-entry/action-name.ts';
import { valueText } from '../../operations/audit-entry/audit-labels.ts';
import { AsBuyersReadIt } from './as-buyers-read-it.tsx';
import { ChangeLicense } from './change-license.tsx';
import { useLicense } from './license.ts';
import { toFields } from './license-fields.ts';

/** One named license: its text, what it means, the texts that it had, and its history. */
export function Component() {
  const { licenseId = '' } = useParams();
  return <Kept key={licenseId} licenseId={licenseId} />;
}

function Kept({ licenseId }: { licenseId: string }) {
  const license = useLicense(licenseId);
  // A save answers the license as it is then.
  const [newer, setNewer] = useState<StaffLicense | null>(null);
  const may = useMay();
  const path = `/licenses/${encodeURIComponent(licenseId)}`;
  return (
    <Screen
      title={(newer ?? license.value)?.name ?? 'License'}
      lead={
        <Link to="/licenses" className="text-link">
          All licenses
        </Link>
      }
    >
      <ShowLoaded
        from={license}
        skeleton={<RowSkeleton rows={6} />}
        fault="This license could not be loaded, or there is none of this id."
      >
        {(first) => {
          const of = newer ?? first;
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
              <Facts of={of} />
              {may('manageProducts') ? (
                <ChangeLicense of={of} path={path} onSaved={setNewer} />
              ) : (
                <AsBuyersReadIt fields={toFields(of)} path={path} />
              )}
              <TextsBefore of={of} path={path} />
              <History of={of} />
            </div>
          );
        }}
      </ShowLoaded>
    </Screen>
  );
}

function Facts({ of }: { of: StaffLicense }) {
  const facts: Fact[] = [
    [
      'Id',
      <code key="id" className="wrap-anywhere">
        {of.license_id}
      </code>,
    ],
    [
      'Products',
      of.products === 0
        ? 'None has it yet: name its id as the license of a product.'
        : of.products.toLocaleString('en-US'),
    ],
    [
      'Hash of the text',
      <span key="hash" className="num wrap-anywhere">
        {of.sha256}
      </span>,
    ],
    ['Changed', <LocalTime key="changed" instant={of.updated_at} />],
  ];
  return <FactList facts={facts} />;
}

function TextsBefore({ of: { texts_before: texts }, path }: { of: StaffLicense; path: string }) {
  if (texts.length === 0) return null;
  return (
    <section aria-labelledby="texts-before">
      <h2 id="texts-before" className="mb-1 text-lg">
        Texts before
      </h2>
      <p className="mb-3 text-sm text-ink-2">
        They stay for good: an order keeps the hash of the text that its buyer accepted.
      </p>
      <ul className="border-t">
        {texts.map((sha256) => (
          <li key={sha256} className="border-b py-2.5 text-sm">
            <a href={`${path}?sha256=${sha256}`} className="num text-link wrap-anywhere">
              {sha256}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ of: { history } }: { of: StaffLicense }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-lg">
        History
      </h2>
      {history.length === 0 && <p className="border-y py-6 text-sm text-ink-2">Nothing is noted yet.</p>}
      <ol className="border-t empty:hidden">
        {history.map((entry) => (
          <li key={entry.at + entry.action} className="border-b py-2.5 text-sm">
            <p className="flex flex-wrap justify-between gap-x-6">
              <span className="font-[560]">{actionName(entry.action)}</span>
              <span className="text-xs text-ink-3">
                <bdi>{entry.by}</bdi>, <LocalTime instant={entry.at} />
              </span>
            </p>
            {Object.entries(entry.changes).map(([name, { before, after }]) => (
              <p key={name} className="text-ink-2 [overflow-wrap:anywhere]">
                {name === 'sha256' ? 'text' : name.replaceAll('_', ' ')}: {short(name, before)}{' '}
                <span aria-hidden="true">→</span>
                <span className="sr-only"> became </span> {short(name, after)}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

type Value = StaffLicense['history'][number]['changes'][string]['before'];

/** A hash by its beginning, as lists have it. */
function short(name: string, value: Value): string {
  return name === 'sha256' && typeof value === 'string' ? value.slice(0, 12) : valueText(value);
}
