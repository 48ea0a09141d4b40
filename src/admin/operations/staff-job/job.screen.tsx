import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { StaffJob } from '#contract/operations/staff-job.schema.ts';
import { jobLabels, rowsOfKind } from '#contract/operations/staff-job.ts';
import { staffListNamed } from '#contract/operations/staff-list/staff-lists.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { Screen } from '../../frame/screen.tsx';
import { move, saveRows, useJob } from './job.ts';
import { JobRows } from './job-rows.tsx';
import { JobStatus } from './job-status.tsx';
import { StopJob } from './stop-job.tsx';

/** A job with many rows: what it would change, how far it is, what became of each row, and the way back. */
export function Component() {
  const { jobId = '' } = useParams();
  return <Job key={jobId} jobId={jobId} />;
}

function Job({ jobId }: { jobId: string }) {
  const job = useJob(jobId);
  const statusRef = useRef<HTMLDivElement>(null);
  const { value } = job;
  const list = staffListNamed((value && jobLabels(value.kind)?.list) ?? '');
  return (
    <Screen
      title={value?.label ?? 'Job'}
      lead={
        <Link to={list?.path ?? '/jobs'} className="text-link">
          All {list?.many ?? 'jobs'}
        </Link>
      }
      actions={value && <Actions job={value} statusRef={statusRef} onMoved={job.reload} />}
    >
      <ShowLoaded
        from={job}
        skeleton={<RowSkeleton rows={8} />}
        fault="This job could not be loaded: there is none at this address, its preview was not confirmed within an hour, or your role does not include it."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <div ref={statusRef} tabIndex={-1} className="outline-none">
              <JobStatus job={shown} />
            </div>
            <JobRows job={shown} />
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

type ActionsProps = {
  job: StaffJob;
  statusRef: React.RefObject<HTMLDivElement | null>;
  onMoved: () => Promise<void>;
};

function Actions({ job, statusRef, onMoved }: ActionsProps) {
  const navigate = useNavigate();
  const [isStopping, setIsStopping] = useState(false);
  const { job_id: jobId, may, state, changed } = job;
  const words = jobLabels(job.kind);
  const isPreview = state === 'preview';

  async function step(name: 'confirm' | 'undo') {
    const moved = { id: jobId };
    const refused = await move(jobId, name, (id) => {
      moved.id = id;
    });
    if (refused !== undefined) return refused;
    // The button leaves with what it has done.
    statusRef.current?.focus();
    if (moved.id === jobId) await onMoved();
    else navigate(`/jobs/${moved.id}`);
    return undefined;
  }

  return (
    <>
      {!isPreview && <ActionButton action={() => saveRows(jobId)}>Export results</ActionButton>}
      {may.stop && (
        <button
          type="button"
          className="btn btn-line btn-sm"
          aria-haspopup="dialog"
          onClick={() => setIsStopping(true)}
        >
          Stop
        </button>
      )}
      {may.undo && <ActionButton action={() => step('undo')}>Undo</ActionButton>}
      {isPreview && (
        <ActionButton
          action={async () => {
            // The list as it was; a link to this address has none before it.
            if (hasCome()) navigate(-1);
            else navigate(staffListNamed(words?.list ?? '')?.path ?? '/jobs');
            return undefined;
          }}
        >
          Change nothing
        </ActionButton>
      )}
      {may.confirm && (
        <ActionButton className="btn btn-primary btn-sm" action={() => step('confirm')}>
          {job.label}: {rowsOfKind(job.kind, changed)}
        </ActionButton>
      )}
      {isStopping && (
        <StopJob
          jobId={jobId}
          many={words?.many ?? 'rows'}
          focusWhenDone={statusRef}
          onStopped={onMoved}
          onClose={() => setIsStopping(false)}
        />
      )}
    </>
  );
}

/** True if somebody has come here from another screen: react-router counts them. */
function hasCome(): boolean {
  const { idx } = (window.history.state ?? {}) as { idx?: number };
  return (idx ?? 0) > 0;
}
