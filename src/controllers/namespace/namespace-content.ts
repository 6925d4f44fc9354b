import type { Dialect } from '../../api/meta/dialect.ts';
import type { CoreV1Namespace } from '../../api/schema/types.gen.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { type DiscoveredResource, type DiscoveryResult, readDiscovery } from '../../client/api/discovery.ts';
import type { ResourceClient } from '../../client/api/resource-client.ts';
import { aggregateErrors } from '../../util/aggregate.ts';
import type { Clock } from '../../util/clock.ts';
import type { ControllerLog } from '../controller.ts';
import { inParallel } from '../shared/in-parallel.ts';
import { conditionsOf, withConditions } from './conditions.ts';
import { deletableTypes, isPods } from './deletable-types.ts';
import { discoveryError } from './texts.ts';
import { deleteAllOfType, type Place, podsOutcome, type TypeOutcome } from './type-content.ts';

/** Types of one namespace that are deleted at a time. */
const typesAtATime = 4;

const nothingServed = 'unable to get any supported resources from server';
const emptyDiscovery: DiscoveryResult = { resources: [], failures: new Map() };

export interface DeletionDependencies {
  caller: ApiCaller;
  /** Its calls end with this. */
  closing: AbortSignal;
  dialect: Dialect;
  clock: Clock;
  log: ControllerLog;
  /** Whether nothing else is deleted while there are pods. */
  endsPodsFirst: boolean;
}

export interface ContentOutcome {
  /** That the rest is expected to need; 0 when nothing is left. */
  seconds: number;
  /** With its new conditions. */
  namespace: CoreV1Namespace;
}

/** Deletes whatever is in a namespace, and says in its conditions how far that went. */
export class NamespaceContent {
  readonly #caller: ApiCaller;
  readonly #closing: AbortSignal;
  readonly #namespaces: ResourceClient<CoreV1Namespace>;
  readonly #dialect: Dialect;
  readonly #clock: Clock;
  readonly #log: ControllerLog;
  readonly #endsPodsFirst: boolean;

  constructor(
    { caller, closing, dialect, clock, log, endsPodsFirst }: DeletionDependencies,
    namespaces: ResourceClient<CoreV1Namespace>,
  ) {
    this.#caller = caller;
    this.#closing = closing;
    this.#namespaces = namespaces;
    this.#dialect = dialect;
    this.#clock = clock;
    this.#log = log;
    this.#endsPodsFirst = endsPodsFirst;
  }

  /** Rejects when something went wrong with a type, after all others have been tried. */
  async delete(namespace: CoreV1Namespace): Promise<ContentOutcome> {
    const { served, error } = await this.#discover();
    const elapsed = this.#clock.now() - Date.parse(namespace.metadata.deletionTimestamp!);
    const place = { caller: this.#caller, namespace: namespace.metadata.name!, elapsed };
    const outcomes = await this.#deleteTypes(place, deletableTypes(served));
    this.#closing.throwIfAborted();
    const conditions = conditionsOf({ discovery: error, outcomes }, this.#dialect);
    const written = await this.#write(namespace, conditions);
    const errors = [error, ...outcomes.map((outcome) => outcome.error)].filter((each) => each !== undefined);
    if (errors.length > 0) throw new Error(aggregateErrors(errors));
    return { seconds: Math.max(0, ...outcomes.map(({ seconds }) => seconds)), namespace: written };
  }

  /** While pods are there, the rest may be what they work with: network policies that shield them, for example. */
  async #deleteTypes(place: Place, types: readonly DiscoveredResource[]): Promise<TypeOutcome[]> {
    const first = this.#endsPodsFirst ? types.filter(isPods) : [];
    const outcomes: TypeOutcome[] = [];
    for (const type of first) outcomes.push(podsOutcome(place, await deleteAllOfType(place, type)));
    if (outcomes.some(({ remaining }) => remaining > 0)) return outcomes;
    const others = types.filter((type) => !first.includes(type));
    await inParallel(others, typesAtATime, async (type) => {
      outcomes.push(await deleteAllOfType(place, type));
    });
    return outcomes;
  }

  /** Types that discovery gives are emptied; groups that fail are reported as an error. */
  async #discover(): Promise<{ served: DiscoveryResult; error: Error | undefined }> {
    try {
      const served = await readDiscovery(this.#caller, this.#closing);
      // A user who may not read discovery finds nothing, too: to let the namespace go would leave its objects behind.
      if (served.resources.length === 0 && served.failures.size === 0) throw new Error(nothingServed);
      return { served, error: discoveryError(served.failures) };
    } catch (error) {
      return { served: emptyDiscovery, error: error as Error };
    }
  }

  /** The conditions are for users who wait for the namespace to go: the deletion does not depend on them. */
  async #write(
    namespace: CoreV1Namespace,
    conditions: ReturnType<typeof conditionsOf>,
  ): Promise<CoreV1Namespace> {
    const changed = withConditions(namespace, conditions, this.#clock.now());
    if (changed === undefined) return namespace;
    const name = namespace.metadata.name!;
    try {
      return await this.#namespaces.update('', name, changed, 'status');
    } catch (error) {
      this.#log.warn(`couldn't update status condition for namespace "${name}": ${(error as Error).message}`);
      return namespace;
    }
  }
}
