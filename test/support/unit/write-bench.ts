import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiObject } from '../../../src/api/meta/metadata.ts';
import { loadDefinitions } from '../../../src/api/schema/load.ts';
import { configMap } from '../../../src/kinds/core/config-map/index.ts';
import { decodeServed } from '../../../src/registry/conversion/object-codec.ts';
import { StoredVersions } from '../../../src/registry/conversion/stored-versions.ts';
import type { FieldManager } from '../../../src/registry/ownership/field-manager.ts';
import type { StoredResource } from '../../../src/registry/resource.ts';
import { Resources } from '../../../src/registry/resources.ts';
import { type Content, complete } from '../../../src/registry/write/complete-object.ts';
import { Deleter } from '../../../src/registry/write/deleter.ts';
import { Leases } from '../../../src/registry/write/leases.ts';
import { ObjectStore } from '../../../src/registry/write/object-store.ts';
import { SystemMetadata } from '../../../src/registry/write/system-metadata.ts';
import type { UpdateFunc } from '../../../src/registry/write/update-func.ts';
import { mainRules } from '../../../src/registry/write/update-rules.ts';
import { Writer } from '../../../src/registry/write/writer.ts';
import { StorageKeys } from '../../../src/storage/keys.ts';
import { openEmbedded } from '../../../src/storage/kv/embedded/open.ts';
import type { Kv } from '../../../src/storage/kv.ts';
import { jsonFormat } from '../../../src/storage/storage-format.ts';
import { CacheFeed } from '../../../src/storage/watch-cache/cache-feed.ts';
import { monotonicClock, systemClock } from '../../../src/util/clock.ts';
import { systemRandom } from '../../../src/util/random.ts';
import { dependencies } from './kinds.ts';

/** ConfigMaps in a store of their own, and what writes them: without admission, and without owners of fields. */
export class WriteBench implements AsyncDisposable {
  readonly writer: Writer;
  readonly deleter: Deleter;
  readonly resource: StoredResource;
  readonly feed: CacheFeed;
  readonly kv: Kv;
  readonly #directory: string;

  private constructor(directory: string, kv: Kv) {
    this.#directory = directory;
    this.kv = kv;
    const keys = new StorageKeys('/registry');
    const definitions = loadDefinitions(
      fileURLToPath(new URL('../../../api-definitions', import.meta.url)),
      dependencies.dialect,
    );
    const kinds = definitions.kinds.filter(({ kind }) => kind === 'ConfigMap');
    const resources = new Resources(kinds, kinds, {
      storage: { format: jsonFormat, versions: new StoredVersions(kinds, dependencies.dialect, '1.23') },
      rules: [configMap(dependencies) as never],
      keys,
      plainFinalizers: ['orch'],
      watchHistory: 60_000,
      timesToLive: new Map(),
      companions: new Map(),
      delivered: () => {},
      unreadable: () => {},
      unplaced: () => {},
    });
    this.resource = resources.stored.get('configmaps.')!;
    this.feed = new CacheFeed({ kv, keys, clock: systemClock, timeoutMs: 2_000, onTrouble: () => {} });
    this.feed.add(this.resource.cache);
    const store = new ObjectStore(kv, new Leases(kv, monotonicClock), () => this.feed.waitUntilFresh());
    const metadata = new SystemMetadata(systemClock, systemRandom);
    // Nothing here says who writes, so nobody's fields are recorded.
    this.writer = new Writer(store, metadata, {} as FieldManager);
    this.deleter = new Deleter(store, metadata);
  }

  static async open(): Promise<WriteBench> {
    const directory = mkdtempSync(join(tmpdir(), 'writes-'));
    const bench = new WriteBench(directory, await openEmbedded({ directory }));
    await bench.feed.start();
    return bench;
  }

  /** Creates `content` in namespace `a`, or where it says. */
  async create(content: { metadata: object } & Record<string, unknown>, dryRun = false): Promise<ApiObject> {
    const object = complete(this.resource, content as Content);
    const { json } = await this.writer.create(this.resource, 'a', object, { dryRun });
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
    const { json } = await this.writer.update(this.resource, 'a', name, func, { dryRun });
    return decodeServed(json);
  }

  /** The object as the store has it now. */
  async read(name: string): Promise<ApiObject | undefined> {
    await this.feed.waitUntilFresh();
    const entry = this.resource.cache.get(`a/${name}`);
    return entry && decodeServed(entry.json);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.feed.close();
    await this.kv.close();
    rmSync(this.#directory, { recursive: true });
  }
}
