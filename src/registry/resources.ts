import { groupResourceText } from '../api/meta/status.ts';
import type { DisabledFields } from '../api/schema/disabled-fields.ts';
import type { KindDefinition, StructSchema } from '../api/schema/schema.ts';
import type { StorageKeys } from '../storage/keys.ts';
import { type DecodeStored, EntryReader } from '../storage/watch-cache/entry.ts';
import { ResourceCache } from '../storage/watch-cache/resource-cache.ts';
import { TurnQueue } from '../util/pacer.ts';
import { BuiltInCodec, type BuiltInCodecOptions } from './conversion/built-in-codec.ts';
import { type AnyKindRules, noRules } from './kind-rules.ts';
import type { StoredResource } from './resource.ts';

const megabyte = 1024 * 1024;
/**
 * Bytes of history of one resource type: a bound for bursts, beyond which changes are forgotten early. A quarter of
 * what is there keeps memory in proportion; what is older than memory is replayed from the store.
 */
const historyBytes = (state: number): number => Math.min(Math.max(state / 4, 32 * megabyte), 128 * megabyte);

export interface ResourceOptions {
  rules: readonly AnyKindRules[];
  keys: StorageKeys;
  /** The form of what is written. */
  storage: BuiltInCodecOptions;
  /** The fields of a type that are disabled; without it none is. */
  disabledFields?: (struct: StructSchema) => DisabledFields | undefined;
  /** Finalizers without a domain that any object may have. */
  plainFinalizers: readonly string[];
  /** Milliseconds. */
  watchHistory: number;
  /** Seconds that objects of a resource type live, by `<plural>.<group>`. */
  timesToLive: ReadonlyMap<string, number>;
  /** Allocators and deletion hooks, by `<plural>.<group>`. */
  companions: ReadonlyMap<string, Pick<StoredResource, 'allocator' | 'afterDelete'>>;
  /** Called with the number of events of a kind that were sent to watchers, and their bytes. */
  delivered(
    kind: Pick<KindDefinition, 'group' | 'version' | 'kind' | 'plural'>,
    events: number,
    bytes: number,
  ): void;
  /** Called for each corrupt object: `configmaps`, `default/web`, the reason. */
  unreadable(resource: string, key: string, reason: string): void;
  /** Called for each object that lacks its own name or namespace. */
  unplaced(resource: string, key: string): void;
}

/** The stored resources by `<plural>.<group>`. */
export class Resources {
  /** With caches that want to be fed. */
  readonly stored: ReadonlyMap<string, StoredResource>;
  readonly #byKind: ReadonlyMap<string, StoredResource>;
  readonly #options: ResourceOptions;
  readonly #turns = new TurnQueue();

  /**
   * `kinds`: all definitions; `served`: those that clients can request. Objects of kinds that are not served stay in
   * the store and take no memory, except those of the core group, which the server itself needs.
   */
  constructor(kinds: readonly KindDefinition[], served: readonly KindDefinition[], options: ResourceOptions) {
    const rules = new Map(options.rules.map((ofKind) => [textOf(ofKind), ofKind]));
    const wanted = new Set(served.map(({ storedAs }) => textOf(storedAs)));
    this.#options = options;
    const make = (kind: KindDefinition): StoredResource => {
      const ofKind = rules.get(textOf(kind)) ?? noRules(kind);
      const codec = new BuiltInCodec(kind, ofKind, options.storage);
      const disabled = options.disabledFields?.(kind.schema);
      return { ...resourceOf(kind, ofKind, codec.decode, options, this.#turns), codec, disabled };
    };
    const isStored = (kind: KindDefinition): boolean =>
      kind.storage && (kind.group === '' || wanted.has(textOf(kind)));
    const stored = kinds.filter(isStored).map(make);
    const answered = distinct(served.filter(({ virtual }) => virtual)).map(make);
    this.stored = new Map(stored.map((resource) => [resourceKey(resource.definition), resource]));
    this.#byKind = new Map([...stored, ...answered].map((resource) => [textOf(resource.kind), resource]));
  }

  /** One that comes about while the server runs. Its cache wants to be fed; `decode` reads what the store holds. */
  custom(definition: KindDefinition, rules: AnyKindRules, decode: DecodeStored): StoredResource {
    return resourceOf(definition, rules, decode, this.#options, this.#turns);
  }

  /** The resource of a kind in any of its versions, also one whose objects are stored under another group's name. */
  of({ storedAs }: KindDefinition): StoredResource | undefined {
    return this.#byKind.get(textOf(storedAs));
  }
}

export const resourceKey = ({ group, plural }: Pick<KindDefinition, 'group' | 'plural'>): string =>
  `${plural}.${group}`;

const textOf = ({ group, kind }: { group: string; kind: string }): string => `${kind}.${group}`;

/** The first version of each kind. */
function distinct(kinds: readonly KindDefinition[]): KindDefinition[] {
  return [...new Map(kinds.toReversed().map((kind) => [textOf(kind), kind])).values()];
}

/** The cache of a kind that is never stored stays empty. */
function resourceOf(
  definition: KindDefinition,
  rules: AnyKindRules,
  decode: DecodeStored,
  {
    keys,
    plainFinalizers,
    watchHistory,
    timesToLive,
    companions,
    delivered,
    unreadable,
    unplaced,
  }: ResourceOptions,
  turns: TurnQueue,
): StoredResource {
  const { group, kind, plural } = definition;
  const type = { group, resource: plural };
  const resourceName = groupResourceText(type);
  const prefix = keys.resource(type);
  const cache = new ResourceCache({
    resourceName,
    prefix,
    reader: new EntryReader(prefix, decode),
    indexedFields: rules.selectableFields?.indexed ?? [],
    history: { age: watchHistory, bytes: historyBytes },
    delivered: (events, bytes) => delivered(definition, events, bytes),
    unreadable: (key, reason) => unreadable(resourceName, key, reason),
    unplaced: (key) => unplaced(resourceName, key),
    turns,
  });
  const key = resourceKey(definition);
  const timeToLive = timesToLive.get(key);
  return {
    type,
    kind: { group, kind },
    definition,
    rules,
    cache,
    plainFinalizers: rules.takesPlainFinalizers ? 'any' : plainFinalizers,
    timeToLive,
    ...companions.get(key),
  };
}
