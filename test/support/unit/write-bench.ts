import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiObject } from '../../../src/api/meta/metadata.ts';
import { TypedSchemas } from '../../../src/api/patch/apply/typed-schema.ts';
import { configMap } from '../../../src/kinds/core/config-map/index.ts';
import { event } from '../../../src/kinds/core/event/index.ts';
import { namespace } from '../../../src/kinds/core/namespace/index.ts';
import { pod } from '../../../src/kinds/core/pod/index.ts';
import { decodeServed } from '../../../src/registry/conversion/object-codec.ts';
import { StoredVersions } from '../../../src/registry/conversion/stored-versions.ts';
import { versionCodecs } from '../../../src/registry/conversion/version-codecs.ts';
import { Applier } from '../../../src/registry/ownership/applier.ts';
import { ManagedFields } from '../../../src/registry/ownership/managed-fields.ts';
import { ownershipRules } from '../../../src/registry/ownership/ownership-rules.ts';
import { FieldVersions } from '../../../src/registry/ownership/versions.ts';
import type { StoredResource } from '../../../src/registry/resource.ts';
import { Resources } from '../../../src/registry/resources.ts';
import { type Content, complete } from '../../../src/registry/write/complete-object.ts';
import { Creator } from '../../../src/registry/write/creator.ts';
import { Deleter } from '../../../src/registry/write/deleter.ts';
import { Leases } from '../../../src/registry/write/leases.ts';
import { ObjectStore } from '../../../src/registry/write/object-store.ts';
import { SystemMetadata } from '../../../src/registry/write/system-metadata.ts';
import type { UpdateFunc, WriteOptions } from '../../../src/registry/write/update-func.ts';
import { mainRules } from '../../../src/registry/write/update-rules.ts';
import { Updater } from '../../../src/registry/write/updater.ts';
import { StorageKeys } from '../../../src/storage/keys.ts';
import { openEmbedded } from '../../../src/storage/kv/embedded/open.ts';
import type { Kv } from '../../../src/storage/kv.ts';
import { jsonFormat, type StorageFormat } from '../../../src/storage/storage-format.ts';
import { CacheFeed } from '../../../src/storage/watch-cache/cache-feed.ts';
import { type Clock, monotonicClock, systemClock } from '../../../src/util/clock.ts';
import { type Random, systemRandom } from '../../../src/util/random.ts';
import { definitionsOf } from './definitions.ts';
import { dependencies } from './kinds.ts';

/** The kinds of a bench: one without rules for deletion, without propagation, graceful, and kept by its own finalizers. */
const kindNames = ['ConfigMap', 'Event', 'Pod', 'Namespace'];

interface BenchOptions {
  clock?: Clock;
  random?: Random;
  /** JSON by default. */
  format?: StorageFormat;
}

/** ConfigMaps (and a few other kinds) in a store of their own, and what writes them, without admission. */
export class WriteBench implements AsyncDisposable {
  readonly creator: Creator;
  readonly updater: Updater;
  readonly applier: Applier;
  readonly deleter: Deleter;
  /** ConfigMaps. */
  readonly resource: StoredResource;
  readonly resources: Resources;
  readonly feed: CacheFeed;
  readonly kv: Kv;
  readonly #directory: string;

  private constructor(
    directory: string,
    kv: Kv,
    { clock = systemClock, random = systemRandom, format = jsonFormat }: BenchOptions,
  ) {
    this.#directory = directory;
    this.kv = kv;
    const keys = new StorageKeys('/registry');
    const definitions = definitionsOf();
    const kinds = definitions.kinds.filter(({ kind, group }) => kindNames.includes(kind) && group === '');
    this.resources = new Resources(kinds, kinds, {
      storage: { format, versions: new StoredVersions(kinds, dependencies.dialect, '1.23') },
      rules: [configMap(dependencies), event(dependencies), pod(dependencies), namespace(dependencies)],
      keys,
      plainFinalizers: ['orch'],
      watchHistory: 60_000,
      timesToLive: new Map(),
      companions: new Map(),
      delivered: () => {},
      unreadable: () => {},
      unplaced: () => {},
    });
    this.resource = this.of('configmaps');
    this.feed = new CacheFeed({ kv, keys, clock: systemClock, waitTimeout: 2_000, report: () => {} });
    for (const { cache } of this.resources.stored.values()) this.feed.add(cache);
    const store = new ObjectStore(kv, new Leases(kv, monotonicClock), () => this.feed.waitUntilFresh());
    const metadata = new SystemMetadata(clock, random);
    const codecs = versionCodecs(kinds, (kind) => this.resources.of(kind));
    const rules = ownershipRules('1.23');
    const schemas = new TypedSchemas();
    const versions = new FieldVersions(codecs, schemas);
    const ownership = new ManagedFields(versions, clock, rules);
    const lastApplied = { manager: 'client', annotation: 'last-applied' };
    this.applier = new Applier(versions, schemas, clock, lastApplied, rules);
    this.creator = new Creator(store, metadata, ownership);
    this.updater = new Updater(store, metadata, ownership, this.creator, {
      storePrefix: keys.prefix,
      missesFirst: true,
    });
    this.deleter = new Deleter(store, metadata);
  }

  static async open(options: BenchOptions = {}): Promise<WriteBench> {
    const directory = mkdtempSync(join(tmpdir(), 'writes-'));
    const bench = new WriteBench(directory, await openEmbedded({ directory }), options);
    await bench.feed.start();
    return bench;
  }

  /** The stored resource of this plural. */
  of(plural: string): StoredResource {
    return this.resources.stored.get(`${plural}.`)!;
  }

  /** Creates `content` in namespace `a`, or where it says; nobody's fields are recorded unless `more` has a writer. */
  async create(
    content: { metadata: object } & Record<string, unknown>,
    dryRun = false,
    { resource = this.resource, ...more }: Partial<WriteOptions> & { resource?: StoredResource } = {},
  ): Promise<ApiObject> {
    const object = complete(resource, content as Content);
    const namespace = resource.definition.namespaced ? 'a' : '';
    const { json } = await this.creator.create(resource, namespace, object, { dryRun, ...more });
    return decodeServed(json);
  }

  /** Updates an object of namespace `a`; `change` changes a copy of it. */
  async update(
    name: string,
    change: (object: ApiObject) => void | Promise<void>,
    more: Partial<UpdateFunc> = {},
    dryRun = false,
  ): Promise<ApiObject> {
    const object: UpdateFunc['object'] = async (stored) => {
      const copy = stored!();
      await change(copy);
      return copy;
    };
    const func = { ...mainRules(this.resource), object, ...more };
    const { json } = await this.updater.update({
      resource: this.resource,
      namespace: 'a',
      name,
      change: func,
      options: { dryRun },
    });
    return decodeServed(json);
  }

  /** The object as the store has it now. */
  async read(name: string, resource = this.resource): Promise<ApiObject | undefined> {
    await this.feed.waitUntilFresh();
    const entry = resource.cache.get(resource.definition.namespaced ? `a/${name}` : name);
    return entry && decodeServed(entry.json);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.feed[Symbol.dispose]();
    await this.kv.close();
    rmSync(this.#directory, { recursive: true });
  }
}
