/** `web` serves visitors, `jobs` does the work beside the requests, `all` does both. */
export const roles = ['web', 'jobs', 'all'] as const;
export type Role = (typeof roles)[number];

export function servesVisitors(role: Role): boolean {
  return role !== 'jobs';
}

export function runsJobs(role: Role): boolean {
  return role !== 'web';
}
