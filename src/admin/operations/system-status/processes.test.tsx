import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Processes } from './processes.tsx';

const warning = /role="alert".*No process runs jobs/;

function shown(...processes: Array<{ role: 'web' | 'jobs' | 'all'; isAway?: boolean }>) {
  const at = '2026-01-01T00:00:00.000Z';
  const rows = processes.map(({ role, isAway = false }, index) => ({
    ...{ host: 'host', pid: index, role, version: '1.0.0', node: 'v24.0.0', started_at: at, seen_at: at },
    is_away: isAway,
  }));
  return renderToStaticMarkup(
    <MemoryRouter>
      <Processes processes={rows} />
    </MemoryRouter>,
  );
}

test('[B-13] the staff see what each process does, and a warning when none that is at work runs jobs', () => {
  expect(shown({ role: 'web' }, { role: 'jobs' })).not.toMatch(warning);
  expect(shown({ role: 'all' })).toContain('Web and jobs');
  expect(shown({ role: 'all' })).not.toMatch(warning);
  expect(shown({ role: 'web' })).toMatch(warning);
  expect(shown({ role: 'web' }, { role: 'jobs', isAway: true })).toMatch(warning);
});
