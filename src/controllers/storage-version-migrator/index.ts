import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Lister } from '../../api/meta/lister.ts';
import type { ApiextensionsV1CustomResourceDefinition } from '../../api/schema/types.gen.ts';
import type { ResourceClient } from '../../client/api/resource-client.ts';
import type { WorkQueue } from '../../util/work-queue.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import {
  asFailed,
  asRunning,
  asSucceeded,
  hasEnded,
  isPresent,
  isTrue,
  type Migration,
  type MigrationWords,
  migrationWords,
} from './conditions.ts';
import { MigratedDefinition } from './definition.ts';
import { mayPass, migratedType, presentVersion, rewriteAll } from './migration.ts';

const workers = 5;
const maxRetryDelay = 60_000;
/** Milliseconds until another look at whether an older migration of the same type has ended. */
const turnInterval = 1_000;

export const storageVersionMigrator: ControllerDescriptor = {
  name: 'storage-version-migrator',
  account: 'storage-version-migrator-controller',
  gate: 'StorageVersionMigrator',
  flags: [],
  create: async (dependencies) => new Migrator(dependencies).controller,
};

class Migrator {
  readonly controller: Controller;
  readonly #dependencies: ControllerDependencies;
  readonly #words: MigrationWords;
  readonly #cached: Lister<Migration>;
  readonly #api: ResourceClient<Migration>;
  readonly #queue: WorkQueue;
  /** Uids of migrations that this process has ended, until the cache shows it: else they would begin anew. */
  readonly #ended = new Set<string>();

  constructor(dependencies: ControllerDependencies) {
    const { client, objects, dialect, gates, log, meterOf } = dependencies;
    this.#dependencies = dependencies;
    this.#words = migrationWords(gates);
    const type = {
      group: fillPlaceholders(dialect, 'storagemigration.{api}'),
      version: isPresent(gates) ? 'v1beta1' : 'v1alpha1',
      resource: 'storageversionmigrations',
    };
    this.#cached = objects.lister<Migration>(type);
    this.#api = client.resource<Migration>(type);
    const meter = meterOf?.('storage_version_migrator');
    this.#queue = keyedQueue({ log, meter, workers, maxRetryDelay, work: (name) => this.#sync(name) });
    this.controller = queueController([this.#queue], (observers) => {
      observers.use(this.#cached.observe(({ name }) => this.#queue.add(name)));
    });
  }

  async #sync(name: string): Promise<void> {
    const cached = this.#cached.get('', name);
    if (cached === undefined || cached.metadata.deletionTimestamp) return;
    const uid = cached.metadata.uid ?? '';
    if (hasEnded(cached)) return void this.#ended.delete(uid);
    if (this.#ended.has(uid)) return;
    if (this.#waits(cached)) return this.#queue.addAfter(name, turnInterval);
    await this.#migrate(cached);
  }

  /** Whether an older migration of the type has not ended. */
  #waits(own: Migration): boolean {
    return this.#cached
      .list()
      .some((other) => !hasEnded(other) && typeOf(other) === typeOf(own) && isBefore(other, own));
  }

  async #migrate(found: Migration): Promise<void> {
    const { client } = this.#dependencies;
    const now = (): number => this.#dependencies.clock.now();
    const words = this.#words;
    let migration = found;
    if (!isTrue(migration, 'Running')) migration = await this.#write(asRunning(migration, words, now()));
    const type = await migratedType(client, migration);
    const definition = new MigratedDefinition(this.#definitions(), `${type.resource}.${type.group}`, now);
    const stored = type.group === '' ? undefined : await definition.begin();
    if (!migration.status.resourceVersion) {
      const resourceVersion = await presentVersion(client, type);
      migration = await this.#write({ ...migration, status: { ...migration.status, resourceVersion } });
    }
    try {
      await rewriteAll(client, type, migration.status.resourceVersion!);
    } catch (error) {
      if (mayPass(error)) throw error;
      const message = `migration encountered unhandled error: ${(error as Error).message}`;
      if (stored !== undefined) await definition.fail();
      return this.#end(asFailed(migration, message, words, now()));
    }
    if (stored !== undefined) await definition.succeed(stored);
    await this.#end(asSucceeded(migration, words, now()));
  }

  async #end(migration: Migration): Promise<void> {
    await this.#write(migration);
    this.#ended.add(migration.metadata.uid ?? '');
  }

  #write(migration: Migration): Promise<Migration> {
    return this.#api.update('', migration.metadata.name!, migration, 'status');
  }

  #definitions(): ResourceClient<ApiextensionsV1CustomResourceDefinition> {
    const { client, dialect } = this.#dependencies;
    const group = fillPlaceholders(dialect, 'apiextensions.{api}');
    return client.resource({ group, version: 'v1', resource: 'customresourcedefinitions' });
  }
}

const typeOf = ({ spec: { resource } }: Migration): string =>
  `${resource.resource ?? ''}.${resource.group ?? ''}`;

function isBefore(one: Migration, other: Migration): boolean {
  const [a, b] = [one, other].map(({ metadata }) => `${metadata.creationTimestamp} ${metadata.name}`);
  return a! < b!;
}
