import type { Clock } from '../../util/clock.ts';
import type { Lister, ObjectChange, Objects } from '../meta/lister.ts';
import type { ApiObject } from '../meta/metadata.ts';
import type { GroupResource } from '../meta/status.ts';
import type { CoreV1ResourceQuota } from '../schema/types.gen.ts';
import { dependents, siblings } from './dependents.ts';
import type { Dependency, Evaluator, ObjectUsage } from './evaluators/evaluator.ts';
import type { Evaluators } from './evaluators/evaluators.ts';
import { Quota } from './quota.ts';
import { ended, usageNow } from './usage-now.ts';

/** The quotas of a namespace, and the objects in it that they count. */
interface Account {
  readonly quotas: Map<string, Quota>;
  readonly objects: Map<Evaluator, Map<string, ObjectUsage>>;
}

/** Observes namespaces in which the status of a quota may be outdated; `isNew`: it limits nothing yet of what it is to. */
export type OnChange = (namespace: string, isNew: boolean) => void;

const quotaType = { group: '', resource: 'resourcequotas' };

/**
 * All quotas with what they count, kept up to date from the caches. Namespaces without quotas cost a look into a map
 * for each change; a type of objects is looked at from when a quota names something of it.
 */
export class UsageTracker {
  readonly #objects: Objects;
  readonly #evaluators: Evaluators;
  readonly #clock: Clock;
  readonly #changed: OnChange;
  readonly #report: (message: string) => void;
  readonly #accounts = new Map<string, Account>();
  readonly #quotas: Lister<CoreV1ResourceQuota>;
  readonly #listers = new Map<Evaluator, Lister>();
  readonly #observations = new DisposableStack();

  /** `report` receives the names of objects that cannot be counted, and why. */
  constructor(
    objects: Objects,
    evaluators: Evaluators,
    clock: Clock,
    changed: OnChange,
    report: (message: string) => void = () => {},
  ) {
    this.#report = report;
    this.#objects = objects;
    this.#evaluators = evaluators;
    this.#clock = clock;
    this.#changed = changed;
    this.#quotas = objects.lister<CoreV1ResourceQuota>(quotaType);
    this.#observations.use(this.#quotas.observe((change) => this.#onQuota(change)));
  }

  /** Throws when a quota of the namespace, or something that one counts, cannot be read and never could be. */
  checkKnown(namespace: string): void {
    this.#quotas.checkKnown(namespace);
    for (const evaluator of this.#accounts.get(namespace)?.objects.keys() ?? [])
      this.#listers.get(evaluator)!.checkKnown(namespace);
  }

  /** By name. */
  quotasOf(namespace: string): Quota[] {
    const account = this.#accounts.get(namespace);
    if (account === undefined) return [];
    return [...account.quotas.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  quotaOf(namespace: string, name: string): Quota | undefined {
    return this.#accounts.get(namespace)?.quotas.get(name);
  }

  /** Counts everything in the namespace anew. */
  recount(namespace: string): void {
    const account = this.#accounts.get(namespace);
    if (account === undefined) return;
    for (const evaluator of account.objects.keys()) this.#fill(namespace, account, evaluator);
    for (const quota of account.quotas.values()) this.#recount(namespace, account, quota);
  }

  /** The types of what is counted in the namespace, and of what it depends on. */
  typesIn(namespace: string): GroupResource[] {
    const counted = [...(this.#accounts.get(namespace)?.objects.keys() ?? [])];
    const needed = counted.flatMap(({ dependsOn }) => dependsOn ?? []);
    return [...counted, ...needed].map(({ type }) => type);
  }

  /** Counts those anew that were to end by now. Returns when the next one is. */
  endObjects(namespace: string): number | undefined {
    const account = this.#accounts.get(namespace);
    const now = this.#clock.now();
    let next: number | undefined;
    for (const objects of account?.objects.values() ?? []) {
      for (const [name, examined] of objects) {
        if (examined.ending === undefined) continue;
        if (examined.ending.at > now) next = Math.min(next ?? Infinity, examined.ending.at);
        else this.#replace(account!, objects, name, ended(examined));
      }
    }
    return next;
  }

  [Symbol.dispose](): void {
    this.#observations.dispose();
  }

  #onQuota({ namespace, name, after }: ObjectChange<CoreV1ResourceQuota>): void {
    const seen = after();
    if (seen === undefined) {
      const account = this.#accounts.get(namespace);
      account?.quotas.delete(name);
      if (account?.quotas.size === 0) this.#accounts.delete(namespace);
      return;
    }
    const account = this.#accounts.get(namespace) ?? this.#open(namespace);
    const quota = account.quotas.get(name) ?? new Quota(name);
    const isOther = quota.see(seen);
    if (isOther || !account.quotas.has(name)) this.#recount(namespace, account, quota);
    account.quotas.set(name, quota);
    quota.seeUsed(seen.status?.used, this.#clock.now());
    this.#changed(namespace, !quota.isInForce());
  }

  #open(namespace: string): Account {
    const account: Account = { quotas: new Map(), objects: new Map() };
    this.#accounts.set(namespace, account);
    return account;
  }

  #fill(namespace: string, account: Account, evaluator: Evaluator): void {
    const objects = this.#listers.get(evaluator)!.list(namespace);
    account.objects.set(
      evaluator,
      new Map(objects.map((object) => [object.metadata.name!, this.#examine(evaluator, object)])),
    );
  }

  #recount(namespace: string, account: Account, quota: Quota): void {
    const names = new Set<string>();
    const concerned = this.#evaluators.concerning(quota.names);
    for (const evaluator of concerned) for (const name of evaluator.countable(quota.names)) names.add(name);
    for (const evaluator of concerned) if (!this.#listers.has(evaluator)) this.#observe(evaluator);
    for (const evaluator of concerned)
      if (!account.objects.has(evaluator)) this.#fill(namespace, account, evaluator);
    quota.recount(
      [...names],
      concerned.flatMap((evaluator) => [...account.objects.get(evaluator)!.values()]),
    );
  }

  /** Existing objects are counted when a namespace is filled: the event comes before there is a lister. */
  #observe(evaluator: Evaluator): void {
    const lister = this.#objects.lister(evaluator.type);
    const onObject = (change: ObjectChange<ApiObject>): void => {
      if (this.#listers.has(evaluator)) this.#onObject(evaluator, change);
    };
    this.#observations.use(lister.observe(onObject));
    for (const dependency of evaluator.dependsOn ?? []) {
      const onDependency = (change: ObjectChange<ApiObject>): void => {
        if (this.#listers.has(evaluator)) this.#onDependency(evaluator, dependency, change);
      };
      this.#observations.use(this.#objects.lister(dependency.type).observe(onDependency));
    }
    this.#listers.set(evaluator, lister);
  }

  #onDependency(evaluator: Evaluator, dependency: Dependency, change: ObjectChange<ApiObject>): void {
    const all = change.namespace === '' ? [...this.#accounts.keys()] : [change.namespace];
    for (const namespace of all) {
      const objects = this.#accounts.get(namespace)?.objects.get(evaluator);
      if (objects === undefined) continue;
      this.#examineAgain(namespace, evaluator, dependents(objects, dependency, change));
    }
  }

  #examineAgain(namespace: string, evaluator: Evaluator, names: readonly string[]): void {
    const account = this.#accounts.get(namespace)!;
    let isOther = false;
    for (const name of names) {
      const object = this.#listers.get(evaluator)!.get(namespace, name);
      if (object === undefined) continue;
      const examined = this.#examine(evaluator, object);
      isOther = this.#replace(account, account.objects.get(evaluator)!, name, examined) || isOther;
    }
    if (isOther) this.#changed(namespace, false);
  }

  #onObject(evaluator: Evaluator, { namespace, name, after }: ObjectChange<ApiObject>): void {
    const account = this.#accounts.get(namespace);
    const objects = account?.objects.get(evaluator);
    if (objects === undefined) return;
    const object = after();
    const owners = [objects.get(name)?.owner];
    const isOther = this.#replace(account!, objects, name, object && this.#examine(evaluator, object));
    if (isOther) this.#changed(namespace, false);
    owners.push(objects.get(name)?.owner);
    this.#examineAgain(namespace, evaluator, siblings(objects, name, owners));
  }

  /** Whether a quota counts something else now, or is going to at another time. */
  #replace(
    { quotas }: Account,
    objects: Map<string, ObjectUsage>,
    name: string,
    after: ObjectUsage | undefined,
  ): boolean {
    const before = objects.get(name);
    if (after === undefined) objects.delete(name);
    else objects.set(name, after);
    let isOther = before?.ending?.at !== after?.ending?.at;
    for (const quota of quotas.values()) isOther = quota.count(before, after) || isOther;
    return isOther;
  }

  #examine(evaluator: Evaluator, object: ApiObject): ObjectUsage {
    return usageNow(evaluator, object, this.#clock.now(), this.#report);
  }
}
