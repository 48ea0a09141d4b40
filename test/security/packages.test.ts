// Packages in the shop besides its own code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodePackages } from '../../scripts/bootstrap.mjs';
import { readAuditReport } from '../../scripts/packages/audit-report.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Group = Record<string, string>;
type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  /** It came in the file of the package that it lies in. */
  inBundle?: boolean;
  os?: string[];
  cpu?: string[];
  dependencies?: Group;
  devDependencies?: Group;
  optionalDependencies?: Group;
  peerDependencies?: Group;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const manifest = JSON.parse(read('package.json'));
/** The packages of the workspace, which lie in the repository itself. */
const workspace = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);

/** Where Node finds a package that the one at `from` asks for: beside it, or further out. */
function placeOf(name: string, from: string): string | null {
  const place = `${from ? `${from}/` : ''}node_modules/${name}`;
  if (packages[place]) return place;
  return from ? placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) : null;
}

/** Packages that are asked for and not locked, or, where one version alone is asked for, locked in another. */
function missing(group: (locked: Locked) => Group): string[] {
  return Object.entries(packages).flatMap(([from, locked]) =>
    Object.entries(group(locked)).flatMap(([name, wanted]) => {
      const place = packages[placeOf(name, from) ?? ''];
      const found = (place?.link ? packages[place.resolved ?? ''] : place)?.version;
      const isOther = /^\d+\.\d+\.\d+$/.test(wanted) && found !== wanted && found !== manifest.overrides?.[name];
      return !found || isOther ? [`${from || 'the shop'}: ${name} ${wanted}`] : [];
    }),
  );
}

test('every package in the lock file is known by its hash, and none comes from elsewhere than the registry', () => {
  const { '': own, ...others } = packages;
  expect(own).toBeDefined();
  expect(Object.keys(others).length).toBeGreaterThan(100);
  const strange = Object.entries(others).filter(
    ([place, { resolved = '', integrity = '', link, inBundle }]) =>
      !workspace.includes(link ? resolved : place) &&
      (link ||
        (!inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity)) ||
        (resolved && !resolved.startsWith('https://registry.npmjs.org/'))),
  );
  expect(strange).toEqual([]);
});

test('the lock file is of this manifest, and has every package that one of them needs', () => {
  const { dependencies, devDependencies, optionalDependencies } = packages[''] as Locked;
  expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
    optionalDependencies: manifest.optionalDependencies,
  });
  expect(missing(({ dependencies = {}, devDependencies = {} }) => ({ ...dependencies, ...devDependencies }))).toEqual(
    [],
  );
  const required = ({ peerDependencies = {}, peerDependenciesMeta = {} }: Locked) =>
    Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional));
  expect(missing(required)).toEqual([]);
});

test('the parts for other systems are in the lock file too, in the version that is asked for', () => {
  const native = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  expect(native.length).toBeGreaterThan(80);
  expect(missing(({ optionalDependencies = {} }) => optionalDependencies)).toEqual([]);
});

test('each system that has a package of Node has one that is new enough and installed only there', () => {
  expect(Object.values(nodePackages).sort()).toEqual(Object.keys(manifest.optionalDependencies).sort());
  for (const [system, name] of Object.entries(nodePackages)) {
    const { os, cpu, version = '' } = packages[`node_modules/${name}`] ?? {};
    expect(`${os}-${cpu}`).toBe(system);
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(24);
  }
});

test('every package is asked for in one version, and none runs a program when it is installed', () => {
  const wanted = ['', ...workspace].flatMap((place) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(join(place, 'package.json')));
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  const versions = new Map(wanted);
  expect(wanted.filter(([name, version]) => version !== versions.get(name))).toEqual([]);
  expect(wanted.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
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
