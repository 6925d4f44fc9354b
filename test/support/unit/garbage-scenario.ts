import type { ObjectMeta, OwnerReference } from '../../../src/api/meta/metadata.ts';
import type { DiscoveredResource } from '../../../src/client/api/discovery.ts';
import { AbsentOwners } from '../../../src/controllers/garbage-collector/absent-owners.ts';
import {
  type Coordinates,
  type TypeName,
  typeName,
} from '../../../src/controllers/garbage-collector/graph/coordinates.ts';
import { DependencyGraph } from '../../../src/controllers/garbage-collector/graph/dependency-graph.ts';
import type { GraphNode } from '../../../src/controllers/garbage-collector/graph/graph-node.ts';
import { observedObject } from '../../../src/controllers/garbage-collector/graph/observed-object.ts';
import { ItemCollector } from '../../../src/controllers/garbage-collector/item-collector.ts';
import { MissingNamespaceError } from '../../../src/controllers/garbage-collector/live-objects.ts';
import type { ReferencePatch } from '../../../src/controllers/garbage-collector/patches.ts';
import { UnknownTypeError } from '../../../src/controllers/garbage-collector/served-types.ts';

/** Kinds of a scenario: `Pod`, `Deployment` (of `apps/v1`, also as `apps/v1beta1`), `Node`; others are not served. */
const served: Record<string, { resource: string; namespaced: boolean }> = {
  'v1 Pod': { resource: 'pods', namespaced: true },
  'v1 Node': { resource: 'nodes', namespaced: false },
  'apps/v1 Deployment': { resource: 'deployments', namespaced: true },
  'apps/v1beta1 Deployment': { resource: 'deployments', namespaced: true },
};

export interface GivenObject {
  /** `Pod` is of `v1`, others are written as `apps/v1 Deployment`. */
  type?: string;
  namespace?: string;
  name: string;
  uid?: string;
  owners?: readonly GivenOwner[];
  finalizers?: string[];
  isDeleted?: boolean;
}

export interface GivenOwner {
  type?: string;
  name: string;
  uid?: string;
  isBlocking?: boolean;
}

const typeOf = (text = 'v1 Pod'): TypeName => {
  const [apiVersion = '', kind = ''] = text.split(' ');
  return typeName(apiVersion, kind);
};

export const coordinates = ({
  type,
  namespace = 'ns',
  name,
  uid = `${name}-uid`,
}: GivenObject): Coordinates => ({
  type: typeOf(type),
  namespace,
  name,
  uid,
});

function metadataOf({
  namespace = 'ns',
  name,
  uid = `${name}-uid`,
  owners = [],
  ...rest
}: GivenObject): ObjectMeta {
  return {
    name,
    uid,
    ...(namespace === '' ? {} : { namespace }),
    ...(owners.length === 0 ? {} : { ownerReferences: owners.map(ownerReference) }),
    ...(rest.finalizers === undefined ? {} : { finalizers: rest.finalizers }),
    ...(rest.isDeleted ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
  };
}

const ownerReference = ({ type, name, uid = `${name}-uid`, isBlocking }: GivenOwner): OwnerReference => ({
  ...typeOf(type),
  name,
  uid,
  ...(isBlocking === undefined ? {} : { blockOwnerDeletion: isBlocking }),
});

/**
 * A graph and a collector of items in front of a server of the test, without time: `settle` works on what is queued
 * until nothing is.
 */
export class GarbageScenario {
  /** Requests, in order: `get pods ns/a`, `delete pods ns/a Background`, `patch pods ns/a {…}`. */
  readonly calls: string[] = [];
  /** Warnings about owners of other namespaces: `child: owner`. */
  readonly warnings: string[] = [];
  /** Names of objects that were to be orphaned. */
  readonly orphaning: string[] = [];
  /** Of items that are to be tried again. */
  readonly errors: string[] = [];
  readonly absent = new AbsentOwners();
  readonly shownGone = new AbsentOwners();
  readonly graph: DependencyGraph;
  readonly #objects = new Map<string, ObjectMeta>();
  readonly #queue = new Set<string>();
  readonly #later: Coordinates[] = [];
  readonly #collector: ItemCollector;

  constructor() {
    this.graph = new DependencyGraph({
      toDelete: ({ uid }) => void this.#queue.add(uid),
      toDeleteLater: ({ uid }) => void this.#queue.add(uid),
      toOrphan: ({ coordinates: { name } }) => void this.orphaning.push(name),
      absent: (owner) => this.absent.add(owner),
      shownGone: (owner) => this.shownGone.add(owner),
      ownerElsewhere: (dependent, { name }) =>
        void this.warnings.push(`${dependent.coordinates.name}: ${name}`),
    });
    const live = {
      metadata: async (object: Coordinates) => this.#get(object),
      delete: async (object: Coordinates, policy: string) => this.#delete(object, policy),
      patch: async (object: Coordinates, { strategic }: ReferencePatch) =>
        void this.calls.push(`patch ${this.#pathOf(object)} ${JSON.stringify(strategic)}`),
      removeFinalizer: async (object: Coordinates, finalizer: string) =>
        void this.calls.push(`without ${finalizer} ${this.#pathOf(object)}`),
    };
    this.#collector = new ItemCollector({
      absent: this.absent,
      shownGone: this.shownGone,
      live,
      types: { isServed, resourceOf },
      absentItem: (object) => void this.#later.push(object),
      toDelete: ({ uid }: GraphNode) => void this.#queue.add(uid),
    });
  }

  /** The server has it. */
  store(...objects: GivenObject[]): this {
    for (const object of objects) this.#objects.set(this.#pathOf(coordinates(object)), metadataOf(object));
    return this;
  }

  /** The informer shows it. */
  show(...objects: GivenObject[]): this {
    for (const object of objects)
      this.graph.observe(observedObject(typeOf(object.type), metadataOf(object))!);
    return this;
  }

  /** The server has it, and the informer shows it. */
  add(...objects: GivenObject[]): this {
    return this.store(...objects).show(...objects);
  }

  /** The informer shows that it is gone. */
  hide(name: string): this {
    this.graph.remove(`${name}-uid`);
    return this;
  }

  /** Names of those that are to be looked at. */
  get queued(): string[] {
    return [...this.#queue].map((uid) => this.graph.get(uid)?.coordinates.name ?? uid).sort();
  }

  unqueue(): this {
    this.#queue.clear();
    return this;
  }

  /** Names of what the server still has. */
  get left(): string[] {
    return [...this.#objects.values()].map(({ name }) => name!).sort();
  }

  async settle(): Promise<this> {
    for (let steps = 0; this.#queue.size > 0; steps++) {
      if (steps > 1_000) throw new Error('it does not settle');
      const [uid = ''] = this.#queue;
      this.#queue.delete(uid);
      await this.collect(uid);
      for (const object of this.#later.splice(0)) this.graph.removeAbsent(object);
    }
    return this;
  }

  async collect(uid: string): Promise<void> {
    const node = this.graph.get(uid);
    if (node !== undefined)
      await this.#collector.collect(node).catch((error: Error) => void this.errors.push(error.message));
  }

  #get(object: Coordinates): ObjectMeta | undefined {
    this.calls.push(`get ${this.#pathOf(object)}`);
    const found = this.#objects.get(this.#pathOf(object));
    return found?.uid === object.uid ? found : undefined;
  }

  #delete(object: Coordinates, policy: string): void {
    const path = this.#pathOf(object);
    this.calls.push(`delete ${path} ${policy}`);
    const found = this.#objects.get(path);
    if (found?.uid !== object.uid) return;
    this.#objects.delete(path);
    this.graph.remove(object.uid);
  }

  #pathOf({ type, namespace, name }: Coordinates): string {
    const { resource, namespaced } = resourceOf(type);
    if (!namespaced) return `${resource} ${name}`;
    if (namespace === '') throw new MissingNamespaceError();
    return `${resource} ${namespace}/${name}`;
  }
}

const isServed = (type: TypeName): boolean => served[`${type.apiVersion} ${type.kind}`] !== undefined;

function resourceOf(type: TypeName): DiscoveredResource {
  const found = served[`${type.apiVersion} ${type.kind}`];
  if (found === undefined) throw new UnknownTypeError(type);
  const [version = '', group = ''] = type.apiVersion.split('/').toReversed();
  return { ...found, group, version, kind: type.kind, verbs: [], isPreferred: true };
}
