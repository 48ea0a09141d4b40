import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { StaffImport } from '#contract/selling/staff-import.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { Screen } from '../../frame/screen.tsx';
import { move, saveReport, useImport } from './import.ts';
import { ImportColumns } from './import-columns.tsx';
import { confirmLabel } from './import-labels.ts';
import { ImportRows } from './import-rows.tsx';
import { ImportStatus } from './import-status.tsx';

/** One import: what its columns hold, what it would change, how far it is, and its report. */
export function Component() {
  const { importId = '' } = useParams();
  return <Import key={importId} importId={importId} />;
}

function Import({ importId }: { importId: string }) {
  const found = useImport(importId);
  const statusRef = useRef<HTMLDivElement>(null);
  const [isMatching, setIsMatching] = useState(false);
  const { value, reload } = found;

  async function moved() {
    setIsMatching(false);
    await reload();
    // The pressed button is gone.
    statusRef.current?.focus();
  }

  return (
    <Screen
      title={value ? `Import ${value.name}` : 'Import'}
      lead={
        <Link to="/import" className="text-link">
          All imports
        </Link>
      }
      actions={value && <Actions of={value} onMoved={moved} onMatch={() => setIsMatching(true)} />}
    >
      <ShowLoaded
        from={found}
        skeleton={<RowSkeleton rows={8} />}
        fault="This import could not be loaded: there is none at this address, it is older than a week, or your role does not include it any more."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <ImportStatus of={shown} statusRef={statusRef} />
            {shown.state === 'columns' || isMatching ? (
              <ImportColumns of={shown} onChecked={() => void moved()} />
            ) : (
              <>
                {shown.import.rows > 0 && <ImportRows of={shown} phase="import" />}
                {shown.import.rows === 0 && <ImportRows of={shown} phase="check" />}
              </>
            )}
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

type ActionsProps = { of: StaffImport; onMoved: () => Promise<void>; onMatch: () => void };

function Actions({ of, onMoved, onMatch }: ActionsProps) {
  const [isSure, setIsSure] = useState(false);
  const navigate = useNavigate();
  const { state, import_id: id, check, import: done } = of;
  const isGoing = state === 'checking' || state === 'importing';
  const step = (name: 'confirm' | 'stop') => move(id, name, () => void onMoved());
  return (
    <>
      {isGoing && <ActionButton action={() => step('stop')}>Stop</ActionButton>}
      {(state === 'checked' || state === 'stopped' || state === 'failed') && (
        <button type="button" className="btn btn-line btn-sm" onClick={onMatch}>
          {state === 'checked' ? 'Change the columns' : 'Check it again'}
        </button>
      )}
      {!isGoing && check.rows + done.rows > 0 && (
        <ActionButton action={() => saveReport(id, done.rows > 0 ? 'import' : 'check')}>Export report</ActionButton>
      )}
      {state === 'checked' && check.rows > check.refused && (
        <button type="button" className="btn btn-primary btn-sm" aria-haspopup="dialog" onClick={() => setIsSure(true)}>
          {confirmLabel(check)}
        </button>
      )}
      {state === 'done' && (
        <button type="button" className="btn btn-line btn-sm" onClick={() => navigate('/import')}>
          Import another file
        </button>
      )}
      {isSure && (
        <ConfirmDialog
          tone="main"
          title={`Import ${of.name}?`}
          confirmLabel="Import"
          onClose={() => setIsSure(false)}
          onConfirm={() => step('confirm')}
        >
          <p>
            Visitors see new products and changes at once, batch by batch. It goes on when this page is closed, and can
            be stopped; what is stored stays.
          </p>
          {check.refused > 0 && (
            <p>
              {check.refused === 1 ? '1 row is refused' : `${check.refused.toLocaleString('en-US')} rows are refused`}{' '}
              and left out.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
