import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { cleanupFinalizer, setCondition } from '../../../api/structural-schema/custom-resource-definition.ts';
import { timeNow } from '../../../api/values/time.ts';
import { refuseUnreadable } from '../../../registry/conversion/corrupt-object.ts';
import type { StoredResource } from '../../../registry/resource.ts';
import { isStatus } from '../../../registry/storage-errors.ts';
import type { ControllerWriter } from '../../../registry/write/controller-writer.ts';
import type { Deleter } from '../../../registry/write/deleter.ts';
import { Selection } from '../../../storage/watch-cache/selection.ts';
import type { Clock } from '../../../util/clock.ts';
import { Pacer } from '../../../util/pacer.ts';
import { type Definition, isServed } from '../definition/definition.ts';
import type { CustomResource } from '../serving/custom-resource.ts';
import type { InstanceVersion } from '../serving/instance-version.ts';

export interface RemovalDependencies {
  writer: ControllerWriter<Definition>;
  deleter: Pick<Deleter, 'delete'>;
  dialect: Dialect;
  clock: Clock;
  /** By the name of the definition. */
  resourceOf(name: string): CustomResource | undefined;
  /** Objects of this group are not instances. */
  isBuiltIn(group: string): boolean;
}

const deletionsAtOnce = 16;
/** Milliseconds in which finalizers of instances may do what they are for. */
const removalTimeout = 60_000;
const lookInterval = 250;

const allInstances = new Selection('');

/** A failure that the condition reports; the deletion is retried later. */
class RemovalError extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Deletes the instances of a definition that is being deleted, and then lets the definition go. */
export class InstanceRemoval {
  readonly #dependencies: RemovalDependencies;

  constructor(dependencies: RemovalDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rejects when it has to be tried again. `signal`: the server ends. */
  async run(definition: Definition, signal: AbortSignal): Promise<void> {
    const { isBuiltIn } = this.#dependencies;
    const name = definition.metadata.name!;
    if (isBuiltIn(definition.spec.group)) {
      return this.#letGo(
        name,
        'OverlappingBuiltInResource',
        'instances overlap with built-in resources in storage',
      );
    }
    if (!isServed(definition)) return this.#letGo(name, 'NeverEstablished', 'resource was never established');
    await this.#tell(name, 'True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress');
    try {
      await this.#deleteAll(await this.#dependencies.resourceOf(name)?.stored(new Pacer()), signal);
    } catch (error) {
      if (error instanceof RemovalError) await this.#tell(name, 'True', error.reason, error.message);
      throw error;
    }
    await this.#letGo(name, 'InstanceDeletionCompleted', 'removed all instances');
  }

  async #deleteAll(instances: InstanceVersion | undefined, signal: AbortSignal): Promise<void> {
    if (instances === undefined) return;
    await instances.prepare('list').catch((error: Error) => {
      throw new RemovalError('InstanceDeletionFailed', `could not list instances: ${error.message}`);
    });
    const { resource } = instances;
    await this.#checkKnown(resource);
    const waiting = [...resource.cache.tree.values()].values();
    const worker = async (): Promise<void> => {
      for (const { namespace, name } of waiting) {
        signal.throwIfAborted();
        await this.#dependencies.deleter.delete(resource, namespace, name, {}, false).catch((error) => {
          if (!isStatus(error, 404)) throw error;
        });
      }
    };
    const errors: string[] = [];
    const collect = (error: Error): void => void errors.push(error.message);
    await Promise.all(Array.from({ length: deletionsAtOnce }, () => worker().catch(collect)));
    signal.throwIfAborted();
    if (errors.length > 0)
      throw new RemovalError('InstanceDeletionFailed', `could not issue all deletes: ${errors[0]}`);
    for (let waited = 0; resource.cache.tree.size > 0; waited += lookInterval) {
      await this.#checkKnown(resource);
      if (waited >= removalTimeout) {
        const why = 'could not confirm zero CustomResources remaining: timed out waiting for the condition';
        throw new RemovalError('InstanceDeletionCheck', why);
      }
      await sleep(lookInterval, undefined, { signal, ref: false });
    }
  }

  /** An instance that cannot be read, or not yet, is one that remains: it would show up under the next definition. */
  async #checkKnown(resource: StoredResource): Promise<void> {
    try {
      await resource.cache.caughtUp();
      refuseUnreadable(resource, allInstances, false);
    } catch (error) {
      const why = `could not list instances: ${(error as Error).message}`;
      throw new RemovalError('InstanceDeletionFailed', why);
    }
  }

  async #tell(name: string, status: string, reason: string, message: string): Promise<void> {
    await this.#dependencies.writer.update(name, (definition) =>
      this.#terminating(definition, status, reason, message),
    );
  }

  async #letGo(name: string, reason: string, message: string): Promise<void> {
    const finalizer = cleanupFinalizer(this.#dependencies.dialect);
    await this.#dependencies.writer.update(name, (definition) => {
      const { finalizers = [], ...metadata } = definition.metadata;
      const left = finalizers.filter((one) => one !== finalizer);
      return {
        ...this.#terminating(definition, 'False', reason, message),
        metadata: left.length === 0 ? metadata : { ...metadata, finalizers: left },
      };
    });
  }

  #terminating(definition: Definition, status: string, reason: string, message: string): Definition {
    const now = timeNow(this.#dependencies.clock.now());
    const condition = { type: 'Terminating', status, reason, message };
    const conditions = setCondition(definition.status.conditions, condition, now);
    return { ...definition, status: { ...definition.status, conditions } };
  }
}
