// Kubernetes' own schemas, and those of the operators whose kinds the manifests use.
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Service, ServiceAccount } from 'kubernetes-models/v1';
import type { Manifest } from './render.ts';

const kinds = [
  ...[Cluster, ConfigMap, Deployment, HorizontalPodAutoscaler, Ingress, Job, NetworkPolicy],
  ...[PersistentVolumeClaim, PodDisruptionBudget, PodMonitor, Service, ServiceAccount],
];

/** Faults of a manifest, each with its place. A field that the schema has not is one: Kubernetes refuses or ignores it. */
export function schemaFaults(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  const known = kinds.find((each) => each.apiVersion === apiVersion && each.kind === kind);
  if (!known) return [`${apiVersion} ${kind} has no schema here`];
  const unread = new Set<string>();
  const wrong: string[] = [];
  try {
    // A model of the manifest would be a copy of it, and read all of its fields.
    known.prototype.validate.call(watched(manifest, '', unread));
  } catch (error) {
    wrong.push((error as Error).message);
  }
  return [...wrong, ...[...unread].map((path) => `${path} is no field`)];
}

/** `value`, which takes out of `unread` whatever is read of it. The schemas read the fields that they have and no others. */
function watched<T>(value: T, path: string, unread: Set<string>): T {
  if (value === null || typeof value !== 'object') return value;
  const pathOf = (field: string) => `${path}/${field}`;
  const children = new Map(
    Object.entries(value).map(([field, child]) => {
      unread.add(pathOf(field));
      return [field, watched(child, pathOf(field), unread)];
    }),
  );
  return new Proxy(value, {
    get(target, field, receiver) {
      if (typeof field !== 'string' || !children.has(field)) return Reflect.get(target, field, receiver);
      unread.delete(pathOf(field));
      return children.get(field);
    },
  });
}
