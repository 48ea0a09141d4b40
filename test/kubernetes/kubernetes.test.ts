// deploy/kubernetes, as far as it can be held without a cluster: by the schemas, and by what the shop itself knows.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { CLOSE_MS } from '#main/closing.ts';
import { environmentNames, readConfig } from '#main/config/config.ts';
import { describeApi } from '../parts/described-api.ts';
import { type Container, containersOf, type Manifest, podOf, render } from './render.ts';
import { schemaFaults } from './schema-faults.ts';

const root = join(import.meta.dirname, '../../deploy/kubernetes');
/** Settings that the base leaves to an overlay: address and bucket of the shop. */
const own = {
  PUBLIC_URL: 'https://shop.example',
  STORAGE_ENDPOINT: 'https://s3.example',
  STORAGE_BUCKET: 'shop-files',
};
/** Keys of the secrets that README.md says how to make. */
const secrets = {
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtp://mail.example',
  STORAGE_KEY_ID: 'id',
  STORAGE_SECRET_KEY: 'secret',
  DATABASE_URL: 'postgres://hearth@hearth-database-rw/hearth',
};
const components = ['cloudnative-pg', 'shared-folder', 'prometheus', 'autoscale-by-requests'];

/** The base alone, with each component, and the example. */
const variations = ['base', ...components, 'example'];
let folder: string;
const rendered = new Map<string, Manifest[]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-kubernetes-'));
  const from = relative(join(folder, 'variation'), root);
  for (const name of components) {
    await mkdir(join(folder, name));
    await writeFile(
      join(folder, name, 'kustomization.yaml'),
      `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [${from}/base]\ncomponents: [${from}/components/${name}]\n`,
    );
  }
  for (const name of variations) rendered.set(name, await render(folderOf(name)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function folderOf(name: string): string {
  return join(components.includes(name) ? folder : root, name);
}

function manifestsOf(variation: string, kind?: string): Manifest[] {
  return (rendered.get(variation) ?? []).filter((manifest) => !kind || manifest.kind === kind);
}

function find(variation: string, kind: string, name: string): Manifest {
  const found = manifestsOf(variation, kind).find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`${variation} has no ${kind} ${name}`);
  return found;
}

const containerOf = (variation: string, kind: string, name: string) =>
  containersOf(find(variation, kind, name))[0] as Container;

function settingsOf(variation: string): Record<string, string> {
  return find(variation, 'ConfigMap', 'hearth-settings').data as Record<string, string>;
}

test('a field that Kubernetes has not, and a value of another type, are faults', () => {
  const web = structuredClone(find('base', 'Deployment', 'hearth-web'));
  Object.assign(web.spec as object, { replica: 3, minReadySeconds: 'long' });
  expect(schemaFaults(web).sort()).toEqual(['/spec/replica is no field', 'data/spec/minReadySeconds must be integer']);
});

describe.each(variations)('%s', (variation) => {
  test('is as the schemas say', () => {
    for (const manifest of manifestsOf(variation))
      expect(schemaFaults(manifest), `${manifest.kind} ${manifest.metadata.name}`).toEqual([]);
  });

  test('sets only variables that the shop knows, with which each process starts in its role', () => {
    const workloads = manifestsOf(variation).filter((manifest) => podOf(manifest));
    expect(workloads.map(({ metadata }) => metadata.name).sort()).toEqual([
      'hearth-jobs',
      'hearth-migrate',
      'hearth-web',
    ]);
    for (const workload of workloads) {
      const [container] = containersOf(workload) as [Container];
      const given = Object.fromEntries(container.env.map(({ name, value }) => [name, value ?? '']));
      for (const name of [...Object.keys(given), ...Object.keys(settingsOf(variation))])
        expect(environmentNames).toContain(name);
      const config = readConfig({ ...own, ...settingsOf(variation), ...given, ...secrets });
      expect(config.waitsForMigrations).toBe(true);
      const { role } = config;
      expect(workload.metadata.name).toBe(role === 'all' ? 'hearth-migrate' : `hearth-${role}`);
    }
  });

  test.each(['hearth-web', 'hearth-jobs'])('%s is probed at addresses that the shop serves', (name) => {
    const served = describeApi().routes.map(({ path }) => `/api${path}`);
    const container = containerOf(variation, 'Deployment', name);
    const ports = new Map(container.ports?.map((port) => [port.name, port.containerPort]));
    expect(String(ports.get('http'))).toBe(settingsOf(variation).PORT);
    expect(String(ports.get('metrics'))).toBe(settingsOf(variation).METRICS_PORT);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { httpGet } = container[probe] as { httpGet: { path: string; port: string } };
      expect(served).toContain(httpGet.path);
      expect(httpGet.port).toBe('http');
    }
  });

  test('gives a pod that ends the time that the shop takes at most', () => {
    const { shutdownDelayMs } = readConfig({ ...own, ...settingsOf(variation), ...secrets });
    for (const deployment of manifestsOf(variation, 'Deployment')) {
      const graceSeconds = podOf(deployment)?.spec.terminationGracePeriodSeconds ?? 0;
      expect(graceSeconds * 1_000).toBeGreaterThan(shutdownDelayMs + 2 * CLOSE_MS + 1_500);
    }
  });

  test('each name that a manifest refers to is there, or is the secret of the operator', () => {
    const names = new Set(manifestsOf(variation).map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    for (const manifest of manifestsOf(variation))
      for (const reference of referencesOf(manifest))
        expect([...names, 'Secret hearth', 'Secret hearth-database-app']).toContain(reference);
  });

  test.runIf(spawnSync('kubectl', ['kustomize', '--help']).status === 0)('is what kubectl makes of it', () => {
    const { stdout, stderr } = spawnSync('kubectl', ['kustomize', folderOf(variation)], { encoding: 'utf8' });
    // Behind the names of config maps stands a hash of what they hold.
    const made = stdout.replace(/\b(hearth-settings)-[a-z0-9]{10}\b/g, '$1');
    const manifests = parseAllDocuments(made).map((document) => document.toJS() as Manifest);
    const byName = (some: Manifest[]) =>
      some.map((each) => [`${each.kind} ${each.metadata.name}`, each] as const).sort(([a], [b]) => a.localeCompare(b));
    expect(byName(manifests), stderr).toEqual(byName(manifestsOf(variation)));
  });
});

test('the service, the budgets, the autoscaler and the policies are about pods that there are', () => {
  const labels = manifestsOf('base', 'Deployment').map((deployment) => podOf(deployment)?.metadata.labels ?? {});
  const countOf = (selector: Record<string, string>) =>
    labels.filter((each) => Object.entries(selector).every(([name, value]) => each[name] === value)).length;
  const counts = manifestsOf('base').flatMap(({ kind, metadata, spec }) => {
    const selector = selectorOf(kind, spec);
    return selector ? [[`${kind} ${metadata.name}`, countOf(selector)] as const] : [];
  });
  expect(Object.fromEntries(counts)).toEqual({
    ...{ 'Deployment hearth-web': 1, 'Deployment hearth-jobs': 1, 'Service hearth': 1 },
    ...{ 'PodDisruptionBudget hearth-web': 1, 'PodDisruptionBudget hearth-jobs': 1 },
    ...{ 'NetworkPolicy hearth': 2, 'NetworkPolicy hearth-web': 1 },
  });
});

test('the database takes the connections of all processes that the autoscaler may start', () => {
  const { maxReplicas } = find('base', 'HorizontalPodAutoscaler', 'hearth-web').spec as { maxReplicas: number };
  const { replicas } = find('base', 'Deployment', 'hearth-jobs').spec as { replicas: number };
  const cluster = find('cloudnative-pg', 'Cluster', 'hearth-database').spec as {
    postgresql: { parameters: { max_connections: string } };
  };
  const { databaseConnections } = readConfig({ DATABASE_URL: secrets.DATABASE_URL });
  // One counts tries, and one listens. Two processes more while others are replaced.
  const needed = (maxReplicas + replicas + 2) * (databaseConnections + 2);
  expect(needed).toBeLessThan(Number(cluster.postgresql.parameters.max_connections));
});

type Labels = Record<string, string>;

/** Labels of the pods that a manifest is about; null: it is about none. */
function selectorOf(kind: string, spec: unknown): Labels | null {
  if (kind === 'Service') return (spec as { selector: Labels }).selector;
  const { selector, podSelector } = (spec ?? {}) as Partial<Record<string, { matchLabels: Labels }>>;
  return (selector ?? podSelector)?.matchLabels ?? null;
}

/** Config maps, secrets, volumes and workloads that a manifest names; what may be missing is left out. */
function referencesOf(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([field, child]) => {
    const named = child as {
      name?: string;
      optional?: boolean;
      claimName?: string;
      kind?: string;
      serviceAccountName?: string;
    };
    if (field === 'configMapRef') return [`ConfigMap ${named.name}`];
    if (field === 'secretRef' || field === 'secretKeyRef') return [`Secret ${named.name}`];
    if (field === 'persistentVolumeClaim') return [`PersistentVolumeClaim ${named.claimName}`];
    if (field === 'scaleTargetRef') return [`${named.kind} ${named.name}`];
    if (field === 'service') return [`Service ${named.name}`];
    if (field === 'serviceAccountName') return [`ServiceAccount ${child}`];
    return referencesOf(child);
  });
}
