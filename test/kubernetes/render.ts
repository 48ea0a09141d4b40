// The part of `kubectl kustomize` that deploy/kubernetes uses, because neither it nor Helm comes by npm. What a kustomization says beyond that
// part is an error. Names of config maps have no hash behind them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: unknown;
};

const generatorSchema = z.strictObject({
  name: z.string(),
  behavior: z.literal('merge').optional(),
  literals: z.array(z.string().regex(/^\w+=/)),
});

const kustomizationSchema = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  labels: z
    .array(
      z.strictObject({
        pairs: z.record(z.string(), z.string()),
        includeSelectors: z.literal(false),
        includeTemplates: z.literal(true),
      }),
    )
    .default([]),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  configMapGenerator: z.array(generatorSchema).default([]),
  images: z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })).default([]),
  patches: z
    .array(
      z.strictObject({ target: z.strictObject({ kind: z.string(), name: z.string().optional() }), patch: z.string() }),
    )
    .default([]),
});
type Kustomization = z.output<typeof kustomizationSchema>;

/** Manifests of the folder with a kustomization.yaml. */
export async function render(folder: string): Promise<Manifest[]> {
  return applyTo([], folder);
}

/** `given` with what the folder adds to it: a component changes what it is given, a kustomization begins with nothing. */
async function applyTo(given: Manifest[], folder: string): Promise<Manifest[]> {
  const source = parse(await readFile(join(folder, 'kustomization.yaml'), 'utf8'));
  const kustomization = kustomizationSchema.parse(source);
  let manifests = given;
  for (const name of kustomization.resources) manifests = [...manifests, ...(await readResource(folder, name))];
  manifests = withConfigMaps(manifests, kustomization);
  for (const name of kustomization.components) manifests = await applyTo(manifests, join(folder, name));
  return manifests.map((manifest) => changed(manifest, kustomization));
}

async function readResource(folder: string, name: string): Promise<Manifest[]> {
  if (!name.endsWith('.yaml')) return render(join(folder, name));
  const text = await readFile(join(folder, name), 'utf8');
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });
}

function withConfigMaps(given: Manifest[], { configMapGenerator }: Kustomization): Manifest[] {
  const manifests = structuredClone(given);
  for (const { name, behavior, literals } of configMapGenerator) {
    const found = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if ((behavior === 'merge') !== (found !== undefined)) throw new Error(`${name} cannot be made or merged`);
    const data = Object.fromEntries(
      literals.map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)]),
    );
    if (found) Object.assign(found.data as object, data);
    else manifests.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  }
  return manifests;
}

function changed(manifest: Manifest, { patches, labels, namespace, images }: Kustomization): Manifest {
  const copy = structuredClone(manifest);
  for (const { target, patch } of patches)
    if (target.kind === copy.kind && (target.name ?? copy.metadata.name) === copy.metadata.name)
      jsonPatch.applyPatch(copy, parse(patch) as Operation[], true);
  if (namespace) copy.metadata.namespace = namespace;
  for (const { pairs } of labels)
    for (const metadata of metadataOf(copy)) metadata.labels = { ...metadata.labels, ...pairs };
  for (const container of containersOf(copy)) {
    const image = images.find(({ name }) => name === container.image);
    if (image) container.image = `${image.newName}:${image.newTag}`;
  }
  return copy;
}

type Template = {
  metadata: Manifest['metadata'];
  spec: { containers: Container[]; terminationGracePeriodSeconds?: number };
};
export type Container = {
  name: string;
  image: string;
  command?: string[];
  env: Array<{ name: string; value?: string }>;
  ports?: Array<{ name: string; containerPort: number }>;
  [field: string]: unknown;
};

/** Template of the pods that a manifest makes; null: it makes none. */
export function podOf(manifest: Manifest): Template | null {
  return (manifest.spec as { template?: Template } | undefined)?.template ?? null;
}

export function containersOf(manifest: Manifest): Container[] {
  return podOf(manifest)?.spec.containers ?? [];
}

function metadataOf(manifest: Manifest): Array<Manifest['metadata']> {
  const pod = podOf(manifest);
  return pod ? [manifest.metadata, pod.metadata] : [manifest.metadata];
}
