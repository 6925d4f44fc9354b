import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FeatureGates } from '../api/gates/feature-gates.ts';
import { legacyTokenTracking } from '../api/meta/account-token.ts';
import { type Dialect, fillPlaceholders } from '../api/meta/dialect.ts';
import type { Objects } from '../api/meta/lister.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import type { RbacV1ClusterRole } from '../api/schema/types.gen.ts';
import { timeNow } from '../api/values/time.ts';
import { isUnreadable } from '../registry/conversion/corrupt-object.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import { systemClock } from '../util/clock.ts';
import { PeriodicTask } from '../util/periodic-task.ts';
import {
  type ClusterAuthenticationTrust,
  clusterAuthenticationTrustName,
  publishCallerTrust,
} from './cluster-authentication-trust.ts';
import { ensureDefaultServiceCidr } from './default-service-cidr.ts';
import type { DefaultServiceController } from './default-service-controller.ts';
import { FlowControlObjects } from './flow-control.ts';
import { FlowSchemaStatus } from './flow-schema-status.ts';
import { recordTrackingStart, tracksLegacyTokens } from './legacy-token-tracking.ts';
import { ensureNamespaces } from './namespaces.ts';
import { ensurePriorityClasses } from './priority-classes.ts';
import { RoleAggregation } from './rbac/aggregation.ts';
import { roleGroup } from './rbac/default-policy.ts';
import { ensurePolicy } from './rbac/ensure-policy.ts';

const minute = 60_000;
/** Three times while the lease of a replica lasts. */
const leaseInterval = 3_000;
const tryAgainAfter = 1_000;
/** Milliseconds that the server waits at its end for the cluster to hear of it. */
const leaveTimeout = 5_000;

/** That aggregates roles where it runs. */
const aggregationController = 'clusterrole-aggregation';

export interface BootstrapOptions {
  objects: SystemObjects;
  /** The same objects, to look at. */
  cached: Objects;
  dialect: Dialect;
  /** The feature gates of the release that is served. */
  gates: FeatureGates;
  /** The ranges of Services as texts, where they have an object; undefined where not. */
  serviceRanges: readonly string[] | undefined;
  /** Whether requests are subject to flow control. */
  flowControl: boolean;
  /** Deletes an object, of a type `<plural>.<group>`, unless it was changed meanwhile. */
  remove(type: string, metadata: ApiObject['metadata']): Promise<void>;
  /** Called when a step of the start is done, by the name that health has for it. */
  done(step: string): void;
  report(message: string): void;
  /** Whether the store refuses writes: then the start does not wait for what cannot be written. */
  isReadOnly(): boolean;
  /** Controllers that run beside this server, by name. */
  controllers: ReadonlySet<string>;
}

/** Something that is done at the start, until it succeeds, and perhaps from time to time afterwards. */
interface Step {
  /** Name in health. */
  name: string;
  task: () => Promise<void>;
  /** Milliseconds; undefined: once is enough. */
  every: number | undefined;
}

/** Makes the objects that are there from the start, and looks after them. */
export class Bootstrap {
  static readonly steps = [
    'bootstrap-controller',
    'rbac/bootstrap-roles',
    'scheduling/bootstrap-system-priority-classes',
    'priority-and-fairness-config-producer',
    'start-cluster-authentication-info-controller',
  ] as const;

  /** A step of releases that note the use of tokens from Secrets. */
  static readonly tokenTracking = 'start-legacy-token-tracking-controller';

  readonly #options: BootstrapOptions;
  readonly #repetitions: PeriodicTask[] = [];
  readonly #aggregation: RoleAggregation;
  readonly #flowSchemaStatus: FlowSchemaStatus | undefined;
  readonly #held = new DisposableStack();
  #ownService: DefaultServiceController | undefined;
  #closed = false;

  constructor(options: BootstrapOptions) {
    this.#options = options;
    const { objects, cached, dialect, report } = options;
    const group = roleGroup(dialect);
    const clusterRoles = cached.lister<RbacV1ClusterRole>({ group, resource: 'clusterroles' });
    this.#aggregation = new RoleAggregation(objects, clusterRoles, group, report);
    if (this.#options.flowControl) {
      const flowGroup = fillPlaceholders(dialect, 'flowcontrol.apiserver.{api}');
      const now = () => systemClock.now();
      const applied = options.gates.isIn('1.29') ? `${flowGroup}/v1` : undefined;
      const given = { objects, cached, group: flowGroup, now, report, applied };
      this.#flowSchemaStatus = new FlowSchemaStatus(given);
    }
  }

  /**
   * Resolves when everything is there; what does not succeed is tried again until it does: beside the rest, when the
   * store takes no writes.
   */
  async start(trust: ClusterAuthenticationTrust): Promise<void> {
    await Promise.all(this.#steps(trust).map((step) => this.#first(step)));
    if (!this.#closed) this.#flowSchemaStatus?.start();
    const { dialect, gates } = this.#options;
    // Extension servers trust its content.
    this.#keepConfigMap(clusterAuthenticationTrustName, 'caller trust', () => this.#tellTrust(trust));
    if (tracksLegacyTokens(gates))
      this.#keepConfigMap(legacyTokenTracking(dialect).name, 'token tracking', () => this.#recordTracking());
  }

  #tellTrust(trust: ClusterAuthenticationTrust): Promise<void> {
    const { objects, dialect } = this.#options;
    return publishCallerTrust(objects, dialect, trust, systemClock.now());
  }

  #recordTracking(): Promise<void> {
    const { objects, dialect } = this.#options;
    return recordTrackingStart(objects, dialect, systemClock.now());
  }

  /** Restores a ConfigMap of the system namespace right after a client changed it. */
  #keepConfigMap(ofName: string, what: string, write: () => Promise<void>): void {
    const { cached, dialect } = this.#options;
    const configMaps = cached.lister({ group: '', resource: 'configmaps' });
    const place = { namespace: `${dialect.prefix}-system`, name: ofName };
    let mending: Promise<unknown> = Promise.resolve();
    this.#held.use(
      configMaps.observe(({ namespace, name }) => {
        if (namespace !== place.namespace || name !== place.name) return;
        const mend = async (): Promise<void> => {
          // The caches show the change only after this.
          await nextTurn();
          if (!this.#closed) await write();
        };
        mending = mending.then(mend).catch(this.#failed(what));
      }),
    );
  }

  /** Tells the cluster where this replica is, from now on. */
  async announce(ownService: DefaultServiceController): Promise<void> {
    this.#ownService = ownService;
    const task = (): Promise<void> => ownService.sync();
    await task().catch(this.#failed('own service'));
    this.#repeat('own service', task, leaseInterval);
  }

  /** Stops looking after things, and takes the replica out of the cluster unless it `staysAnnounced`. */
  async close({ staysAnnounced }: { staysAnnounced: boolean }): Promise<void> {
    this.#closed = true;
    this.#held.dispose();
    // A store that does not answer must not keep the server from stopping: its lease ends by itself.
    await Promise.race([this.#leave(staysAnnounced), sleep(leaveTimeout, undefined, { ref: false })]);
  }

  async #leave(staysAnnounced: boolean): Promise<void> {
    await Promise.all([
      this.#aggregation.close(),
      this.#flowSchemaStatus?.close(),
      ...this.#repetitions.map((repetition) => repetition.close()),
    ]);
    if (!staysAnnounced) await this.#ownService?.leave().catch(this.#failed('own service'));
  }

  #steps(trust: ClusterAuthenticationTrust): Step[] {
    const { objects, dialect, gates } = this.#options;
    const flowControl = new FlowControlObjects({ ...this.#options, release: gates.implemented });
    const [namespaces, roles, priorityClasses, fairness, callers] = Bootstrap.steps;
    return [
      { name: namespaces, task: () => this.#ensureFirst(), every: minute },
      { name: roles, task: () => this.#ensureRoles(), every: undefined },
      { name: priorityClasses, task: () => ensurePriorityClasses(objects, dialect), every: undefined },
      { name: fairness, task: () => flowControl.ensure(), every: minute },
      { name: callers, task: () => this.#tellTrust(trust), every: minute },
      ...(tracksLegacyTokens(gates)
        ? [{ name: Bootstrap.tokenTracking, task: () => this.#recordTracking(), every: minute }]
        : []),
    ];
  }

  async #ensureFirst(): Promise<void> {
    const { objects, dialect, serviceRanges, report } = this.#options;
    await ensureNamespaces(objects, dialect);
    if (serviceRanges === undefined) return;
    const now = (): string => timeNow(systemClock.now());
    await ensureDefaultServiceCidr({ objects, dialect, ranges: serviceRanges, now, report });
  }

  async #ensureRoles(): Promise<void> {
    const { objects, dialect, gates } = this.#options;
    await ensurePolicy(objects, dialect, gates);
    // A role that cannot be aggregated is reported, and tried again after the start.
    await this.#aggregation.sync().catch(() => {});
    if (!this.#options.controllers.has(aggregationController)) this.#aggregation.start();
  }

  async #first({ name, task, every }: Step): Promise<void> {
    while (!this.#closed) {
      const outcome = await task().then(() => undefined, this.#failed(name));
      if (outcome === undefined) break;
      // It will be there when it can be read again: one damaged object is no reason to serve none.
      if (isUnreadable(outcome)) this.#options.done(name);
      if (isUnreadable(outcome) || this.#options.isReadOnly()) return this.#later({ name, task, every });
      await sleep(tryAgainAfter);
    }
    this.#options.done(name);
    if (every !== undefined) this.#repeat(name, task, every);
  }

  /** Goes on trying beside everything else. */
  #later(step: Step): void {
    const again = async (): Promise<void> => {
      await sleep(tryAgainAfter, undefined, { ref: false });
      if (!this.#closed) await this.#first(step);
    };
    void again();
  }

  #repeat(name: string, task: () => Promise<void>, every: number): void {
    if (this.#closed) return;
    const repetition = new PeriodicTask(task, every, this.#failed(name));
    this.#repetitions.push(repetition);
    repetition.start();
  }

  readonly #failed =
    (name: string) =>
    (error: Error): Error => {
      this.#options.report(`${name}: ${error.message}`);
      return error;
    };
}
