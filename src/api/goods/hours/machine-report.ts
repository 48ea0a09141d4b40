// Reports of shops about machines that are on: how busy they are, and their last log lines. A log may hold what is secret, so it is sealed.
import type { LibraryMachine } from '#contract/goods/access/hours.schema.ts';
import type { MachineAnswer } from '#contract/goods/access/provision.schema.ts';
import type { Secrets } from '#platform/secrets.ts';
import { reportBoundTo } from '../provision/provision-secret.rules.ts';

type Report = NonNullable<LibraryMachine['report']>;

/** The report of an answer; null where it has none, and the one before stays. */
export function sealReport(
  secrets: Secrets,
  sessionId: string,
  { utilization, log }: MachineAnswer,
  at: Date,
): Uint8Array | null {
  if (!utilization && !log) return null;
  const report: Report = { at: at.toISOString(), utilization: utilization ?? [], log: log ?? [] };
  return secrets.seal(JSON.stringify(report), reportBoundTo(sessionId));
}

export function openReport(secrets: Secrets, sessionId: string, sealed: Uint8Array): Report {
  return JSON.parse(secrets.open(sealed, reportBoundTo(sessionId)).toString('utf8'));
}
