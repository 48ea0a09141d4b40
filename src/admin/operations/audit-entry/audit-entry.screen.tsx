import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { AuditEntry } from '#contract/operations/audit.schema.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { ChangeList } from '../../frame/change-list.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useAuditEntry } from '../../people/customer/customer.ts';
import { actionName } from './action-name.ts';
import { nameOf, valueText } from './audit-labels.ts';
import { subjectPath } from './subject-path.ts';

/** One entry of the audit log: who did what to whom, and each field before and after. */
export function Component() {
  const { entryId = '' } = useParams();
  return <Entry key={entryId} entryId={entryId} />;
}

function Entry({ entryId }: { entryId: string }) {
  const entry = useAuditEntry(entryId);
  const navigate = useNavigate();
  const { key } = useLocation();
  const { value } = entry;
  return (
    <Screen
      title={value ? actionName(value.action) : 'Entry of the audit log'}
      lead={
        <Link
          to="/audit"
          className="text-link"
          onClick={(event) => {
            // The list as it was left, with its filters and its page; a link of its own leads to the whole list.
            if (key === 'default' || event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            navigate(-1);
          }}
        >
          Back to the list
        </Link>
      }
    >
      <ShowLoaded
        from={entry}
        skeleton={<RowSkeleton rows={5} />}
        fault="This entry could not be loaded, or there is none at this address."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <FactList facts={factsOf(shown)} />
            <section aria-labelledby="changes">
              <h2 id="changes" className="mb-3 text-lg">
                Before and after
              </h2>
              <ChangeList fields={shown.fields} />
            </section>
            <nav aria-label="Entries about the same" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
              <Link to={`/audit?subject=${encodeURIComponent(shown.subject_id)}`} className="text-link">
                All about it
              </Link>
              {shown.older && (
                <Link to={`/audit/${shown.older}`} replace className="text-link">
                  The one before
                </Link>
              )}
              {shown.newer && (
                <Link to={`/audit/${shown.newer}`} replace className="text-link">
                  The one after
                </Link>
              )}
            </nav>
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

function factsOf(entry: AuditEntry): Fact[] {
  const path = subjectPath(entry.subject_kind, entry.subject_id);
  const about = (
    <span key="about" className="[overflow-wrap:anywhere]">
      {entry.subject_kind.replaceAll('_', ' ')}{' '}
      {path ? (
        <Link to={path} className="text-link">
          {entry.subject_id}
        </Link>
      ) : (
        entry.subject_id
      )}
    </span>
  );
  return [
    ['When', <LocalTime key="at" instant={entry.at} />],
    [
      'By',
      entry.by_account ? (
        <Link key="by" to={`/audit?by=${encodeURIComponent(entry.by_account)}`} className="text-link">
          <bdi>{entry.by}</bdi>
        </Link>
      ) : (
        <bdi key="by">{entry.by}</bdi>
      ),
    ],
    ['About', about],
    ...Object.entries(entry.said).map(([name, value]): Fact => [nameOf(name), valueText(value, name)]),
  ];
}
