import { jobKinds, jobStates } from './staff-job.ts';
import type { ListDescription } from './staff-list/description.ts';

const { preview: _preview, ...states } = jobStates;

export const jobList = {
  name: 'job',
  path: '/jobs',
  title: 'Jobs',
  one: 'job',
  many: 'jobs',
  needs: 'readOverview',
  columns: {
    label: { label: 'Job', kind: 'id' },
    by: { label: 'By', kind: 'text', narrow: 'first' },
    state: { label: 'State', kind: 'choice', choices: states, narrow: 'last' },
    created_at: { label: 'Asked for', kind: 'instant', sorts: true },
    ended_at: { label: 'Ended', kind: 'instant', extra: true },
    total: { label: 'Rows', kind: 'count' },
    done: { label: 'Settled', kind: 'count', extra: true },
    changed: { label: 'Changed', kind: 'count' },
    refused: { label: 'Refused', kind: 'count' },
  },
  filters: {
    state: { label: 'State', kind: 'choice', choices: states },
    kind: { label: 'Kind', kind: 'choice', choices: jobKinds as Readonly<Record<string, { label: string }>> },
    asked: { label: 'Asked for', kind: 'days' },
    by: { label: 'By', kind: 'id', hint: 'The id of an account' },
  },
  sort: '-created_at',
  views: [
    { name: 'Running', query: 'state=queued,running' },
    { name: 'Stopped', query: 'state=stopped,failed' },
  ],
} as const satisfies ListDescription;
