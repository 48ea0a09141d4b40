import type { ReactNode } from 'react';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Checks } from '../integrity-check/checks.tsx';
import { useChecks } from '../integrity-check/integrity-check.ts';
import { Jobs } from './jobs.tsx';
import { Outboxes } from './outboxes.tsx';
import { Processes } from './processes.tsx';
import { Stores } from './stores.tsx';
import { useShopState } from './system-status.ts';

/** System status of the shop itself: what waits, what failed, what works, and how much room there is. */
export function Component() {
  const state = useShopState();
  const checks = useChecks();
  return (
    <Screen
      title="State"
      lead={
        state.value ? (
          <>
            {'As it was '}
            <LocalTime instant={state.value.at} />
            {'; asked again twice a minute.'}
          </>
        ) : (
          'Whether the shop itself is in order.'
        )
      }
      actions={
        <ActionButton
          className="btn btn-line btn-sm"
          action={async () => void (await Promise.all([state.reload(), checks.reload()]))}
        >
          Refresh
        </ActionButton>
      }
    >
      <ShowLoaded from={state} skeleton={<RowSkeleton rows={8} />} fault="The state could not be loaded.">
        {({ outboxes, incoming, jobs, processes, database, storage, keys, at }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <Part title="In and out">
              <Outboxes outboxes={outboxes} incoming={incoming} onChanged={state.reload} />
            </Part>
            <Part title="Checks" id="checks">
              <ShowLoaded from={checks} skeleton={<RowSkeleton rows={4} />} fault="The checks could not be loaded.">
                {(items) => <Checks checks={items} onChanged={checks.reload} />}
              </ShowLoaded>
            </Part>
            <Part title="Jobs">
              <Jobs jobs={jobs} onChanged={state.reload} />
            </Part>
            <Part title="Processes">
              <Processes processes={processes} />
            </Part>
            <Part title="Database, storage and keys">
              <Stores database={database} storage={storage} keys={keys} now={at} />
            </Part>
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

/** `id`: by which an address leads to it. */
function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <div>
      <h2 id={id} tabIndex={-1} className="mb-3 scroll-mt-24 text-lg outline-none">
        {title}
      </h2>
      {children}
    </div>
  );
}
