// npm run audit:packages: whether a package that the shop runs with has a known fault of high or critical severity; code 1
// then. A registry that does not say is told plainly, and is no failure: there may be no network.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readAuditReport } from './audit-report.ts';

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: join(import.meta.dirname, '../..'),
  encoding: 'utf8',
  timeout: 120_000,
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
const report = readAuditReport(stdout ?? '');
if (!report.ran) {
  console.log(`Audit of the packages: not run: ${error?.message ?? report.reason}`);
} else {
  for (const { name, severity, advice } of report.faults) console.log(`${severity}: ${name}: ${advice}`);
  console.log(
    report.faults.length === 0
      ? 'Audit of the packages: nothing of high or critical severity is known.'
      : `Audit of the packages: ${report.faults.length} with a known fault.`,
  );
  process.exitCode = report.faults.length === 0 ? 0 : 1;
}
