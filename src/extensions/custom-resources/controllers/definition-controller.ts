import { setImmediate as nextTurn } from 'node:timers/promises';
import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { cleanupFinalizer } from '../../../api/structural-schema/custom-resource-definition.ts';
import { timeNow } from '../../../api/values/time.ts';
import { decodePlaced } from '../../../registry/conversion/object-codec.ts';
import type { ControllerWriter } from '../../../registry/write/controller-writer.ts';
import type { CacheFeed } from '../../../storage/watch-cache/cache-feed.ts';
import type { CacheEntry } from '../../../storage/watch-cache/entry.ts';
import type { ResourceCache } from '../../../storage/watch-cache/resource-cache.ts';
import type { Clock } from '../../../util/clock.ts';
import { Pacer } from '../../../util/pacer.ts';
import type { Definition } from '../definition/definition.ts';
import type { InstanceRemoval } from './instance-removal.ts';
import { hasWantedNames, takenNames } from './names.ts';
import { DefinitionStatus } from './status.ts';

export interface DefinitionControllerDependencies {
  /** Cache of definitions. */
  cache: ResourceCache;
  feed: Pick<CacheFeed, 'waitFor'>;
  writer: ControllerWriter<Definition>;
  removal: InstanceRemoval;
  dialect: Dialect;
  clock: Clock;
  report(message: string): void;
}

/** The part of a definition that the names of other definitions depend on. */
interface Known {
  group: string;
  accepted: Definition['status']['acceptedNames'];
  isWaiting: boolean;
}

const firstRetry = 500;
const maxRetryDelay = 60_000;

/**
 * Gives definitions their names, establishes them, says what is wrong with them, and lets them go when they are
 * deleted. Several replicas do the same: each change is worked out from what the store has, so that they agree.
 */
export class DefinitionController {
  readonly #dependencies: DefinitionControllerDependencies;
  readonly #status: DefinitionStatus;
  readonly #finalizer: string;
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Set<string>();
  readonly #removals = new Map<string, Promise<void>>();
  readonly #retries = new Map<string, number>();
  readonly #closing = new AbortController();
  #stop: (() => void) | undefined;
  #running: Promise<void> | undefined;

  constructor(dependencies: DefinitionControllerDependencies) {
    this.#dependencies = dependencies;
    this.#status = new DefinitionStatus(dependencies.dialect);
    this.#finalizer = cleanupFinalizer(dependencies.dialect);
  }

  /** Once the caches are loaded: what another server began, or this one before it was killed, goes on. */
  start(): void {
    const { cache } = this.#dependencies;
    for (const entry of cache.tree.values()) this.#take(undefined, entry);
    this.#stop = cache.observe((before, after) => this.#take(before, after));
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    this.#stop?.();
    this.#closing.abort();
    await Promise.allSettled([this.#running, ...this.#removals.values()]);
  }

  #take(before: CacheEntry | undefined, after: CacheEntry | undefined): void {
    const { name } = (after ?? before)!;
    const known = this.#known.get(name);
    const definition = after && (decodePlaced(after) as unknown as Definition);
    if (definition === undefined) this.#known.delete(name);
    else {
      const { spec, status } = definition;
      const isWaiting = !hasWantedNames(definition);
      this.#known.set(name, { group: spec.group, accepted: status.acceptedNames, isWaiting });
      this.#enqueue(name);
    }
    // Other definitions may take names that this one has given up.
    const accepted = definition?.status.acceptedNames;
    if (known === undefined || equalValues(known.accepted, accepted)) return;
    for (const [other, { group, isWaiting }] of this.#known)
      if (group === known.group && isWaiting) this.#enqueue(other);
  }

  #enqueue(name: string): void {
    if (this.#closing.signal.aborted) return;
    this.#waiting.add(name);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** One after the other: which of two gets a name must not depend on what is under way. */
  async #run(): Promise<void> {
    // Observers are called before the cache shows the change.
    await nextTurn();
    for (const name of this.#waiting) {
      if (this.#closing.signal.aborted) return;
      this.#waiting.delete(name);
      await this.#sync(name).then(
        () => void this.#retries.delete(name),
        (error: Error) => this.#retryLater(name, error),
      );
      await nextTurn();
    }
  }

  async #sync(name: string): Promise<void> {
    const { cache, writer, feed, clock } = this.#dependencies;
    const entry = cache.get(name);
    if (entry === undefined) return;
    const pacer = new Pacer();
    const definition = decodePlaced(entry) as unknown as Definition;
    if (definition.metadata.deletionTimestamp) return this.#remove(name, definition);
    await pacer.step();
    const taken = this.#takenBeside(name, definition.spec.group);
    const next = (current: Definition): Definition => ({
      ...current,
      status: this.#status.next(current, taken, timeNow(clock.now())),
    });
    const wanted = next(definition);
    await pacer.step();
    if (equalValues(wanted, definition)) return;
    const revision = await writer.update(name, next);
    // The next one is to see these names.
    if (revision > 0) await feed.waitFor(revision);
  }

  #takenBeside(name: string, group: string) {
    const others = [...this.#known].filter(([other, known]) => other !== name && known.group === group);
    return takenNames(others.map(([, { accepted }]) => accepted));
  }

  /** Takes as long as the finalizers of instances do: other definitions do not wait for it. */
  #remove(name: string, definition: Definition): void {
    if (!(definition.metadata.finalizers ?? []).includes(this.#finalizer) || this.#removals.has(name)) return;
    const removal = this.#dependencies.removal
      .run(definition, this.#closing.signal)
      .catch((error: Error) => this.#retryLater(name, error))
      .finally(() => void this.#removals.delete(name));
    this.#removals.set(name, removal);
  }

  #retryLater(name: string, error: Error): void {
    if (this.#closing.signal.aborted) return;
    const wait = this.#retries.get(name) ?? firstRetry;
    this.#retries.set(name, Math.min(wait * 2, maxRetryDelay));
    this.#dependencies.report(`definition ${name}: ${error.message}`);
    setTimeout(() => this.#enqueue(name), wait).unref();
  }
}
