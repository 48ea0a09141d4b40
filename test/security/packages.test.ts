// What the shop is made of besides its own code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAuditReport } from '../../scripts/audit-report.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Locked = { version?: string; resolved?: string; integrity?: string; link?: boolean };

test('every package in the lock file is known by its hash, and none comes from elsewhere than the registry', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  const { '': own, ...others } = packages;
  expect(own).toBeDefined();
  expect(Object.keys(others).length).toBeGreaterThan(100);
  const strange = Object.entries(others).filter(
    ([, { resolved, integrity = '', link }]) =>
      link ||
      !/^sha512-[\w+/]{86}==$/.test(integrity) ||
      (resolved && !resolved.startsWith('https://registry.npmjs.org/')),
  );
  expect(strange).toEqual([]);
});

test('every package is asked for in one version, and none runs a program when it is installed', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

const found = {
  auditReportVersion: 2,
  vulnerabilities: {
    hono: {
      severity: 'high',
      range: '<4.13.20',
      via: [{ title: 'Path traversal', url: 'https://example.com/GHSA-1' }],
    },
    zod: { severity: 'moderate', range: '*', via: ['x'] },
    vite: { severity: 'critical', via: ['rolldown'] },
  },
};

test('an audit stops at faults of high and critical severity, and names them', () => {
  expect(readAuditReport(JSON.stringify(found))).toEqual({
    ran: true,
    faults: [
      { name: 'hono <4.13.20', severity: 'high', advice: 'Path traversal https://example.com/GHSA-1' },
      { name: 'vite', severity: 'critical', advice: 'by rolldown' },
    ],
  });
  expect(readAuditReport('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual({ ran: true, faults: [] });
});

test.each([
  [
    'a mirror without audits',
    '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}',
    '405 Method Not Allowed',
  ],
  ['no network', '{"error":{"code":"ENOTFOUND","summary":"request failed"}}', 'request failed'],
  ['no npm', '', 'npm gave no report'],
])('an audit that %s does not answer is not run, and says why', (_, answer, reason) => {
  expect(readAuditReport(answer)).toEqual({ ran: false, reason });
});
