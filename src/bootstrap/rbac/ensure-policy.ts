import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import { autoUpdateAnnotation, defaultPolicy, type PolicyObject, roleGroup } from './default-policy.ts';
import { reconcile } from './reconcile.ts';

/** Writes that are under way at the same time: enough for a store that flushes them together. */
const atOnce = 32;

/**
 * Makes the roles and bindings with which every cluster begins, and repairs those that have lost something. Where
 * nothing is missing nothing is written.
 */
export async function ensurePolicy(
  objects: SystemObjects,
  dialect: Dialect,
  gates: FeatureGates,
): Promise<void> {
  const { roles, bindings } = defaultPolicy(dialect, gates);
  const wanted = [...roles, ...bindings][Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const object of wanted) await ensure(objects, dialect, object);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function ensure(objects: SystemObjects, dialect: Dialect, wanted: PolicyObject): Promise<void> {
  const { resource, namespace, content } = wanted;
  const type = `${resource}.${roleGroup(dialect)}`;
  const { name } = content.metadata;
  const present = objects.get(type, namespace, name);
  if (present === undefined) return objects.create(type, namespace, content);
  const isKept = (object: typeof present): boolean =>
    object.metadata.annotations?.[autoUpdateAnnotation(dialect)] === 'false';
  if (isKept(present) || !reconcile(present, content)) return;
  await objects.alter(type, namespace, name, (object) => !isKept(object) && reconcile(object, content));
}
