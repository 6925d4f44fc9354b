import type { Definitions, KindDefinition } from '../../api/schema/schema.ts';
import { groupResourceText } from '../../api/machinery/status.ts';
import type { KindRules } from '../../registry/kind-rules.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { Metrics } from '../../server/metrics.ts';
import type { StorageKeys } from '../../storage/keys.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { resourceKey } from './served.ts';

/** Bytes of history of one resource type: a bound for bursts, beyond which changes are forgotten early. */
const historyBytes = 128 * 1024 * 1024;

export interface StoredResourcesOptions {
  definitions: Definitions;
  rules: readonly KindRules<any>[];
  keys: StorageKeys;
  metrics: Metrics;
  /** Milliseconds. */
  watchHistory: number;
  /** Seconds that objects of a resource type live, by `<plural>.<group>`. */
  timesToLive: ReadonlyMap<string, number>;
}

/** Every resource type that is stored, by `<plural>.<group>`, with its cache. */
export function storedResources(options: StoredResourcesOptions): Map<string, StoredResource> {
  const rules = new Map(options.rules.map((ofKind) => [`${ofKind.kind}.${ofKind.group}`, ofKind]));
  const stored = options.definitions.kinds.filter(({ storage }) => storage);
  return new Map(
    stored.map((definition) => {
      const ofKind = rules.get(`${definition.kind}.${definition.group}`) ?? definition;
      return [resourceKey(definition), storedResource(definition, ofKind, options)];
    }),
  );
}

function storedResource(
  definition: KindDefinition,
  rules: KindRules<any>,
  { keys, metrics, watchHistory, timesToLive }: StoredResourcesOptions,
): StoredResource {
  const { group, version, kind, plural } = definition;
  const type = { group, resource: plural };
  const labels = { group, version, kind };
  const prefix = keys.resource(type);
  const reader = new EntryReader(prefix, (object) => ({
    labels: object.metadata?.labels,
    fields: rules.selectableFields?.of(object) ?? {},
  }));
  const cache = new ResourceCache({
    resourceName: groupResourceText(type),
    prefix,
    reader,
    indexedFields: rules.selectableFields?.indexed ?? [],
    history: { age: watchHistory, bytes: historyBytes },
    delivered: (events) => metrics.watchEvents(labels, events),
  });
  return { type, kind: { group, kind }, definition, rules, cache, timeToLive: timesToLive.get(resourceKey(definition)) };
}
