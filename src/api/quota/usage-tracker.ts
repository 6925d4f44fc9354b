import type { Clock } from '../../util/clock.ts';
import type { Lister, ObjectChange, Objects } from '../meta/lister.ts';
import type { ApiObject } from '../meta/metadata.ts';
import { type GroupResource, groupResourceText } from '../meta/status.ts';
import type { CoreV1ResourceQuota } from '../schema/types.gen.ts';
import { noAmounts } from './amounts.ts';
import type { Evaluator, ObjectUsage } from './evaluators/evaluator.ts';
import type { Evaluators } from './evaluators/evaluators.ts';
import { Quota } from './quota.ts';

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

  /** The types of what is counted in the namespace. */
  typesIn(namespace: string): GroupResource[] {
    return [...(this.#accounts.get(namespace)?.objects.keys() ?? [])].map(({ type }) => type);
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
    this.#listers.set(evaluator, lister);
  }

  #onObject(evaluator: Evaluator, { namespace, name, after }: ObjectChange<ApiObject>): void {
    const account = this.#accounts.get(namespace);
    const objects = account?.objects.get(evaluator);
    if (objects === undefined) return;
    const object = after();
    const isOther = this.#replace(account!, objects, name, object && this.#examine(evaluator, object));
    if (isOther) this.#changed(namespace, false);
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

  /** One that makes no sense uses nothing, and stops no other from being counted. */
  #examine(evaluator: Evaluator, object: ApiObject): ObjectUsage {
    const { namespace, name } = object.metadata;
    let examined: ObjectUsage;
    try {
      examined = evaluator.examine(object);
    } catch (cause) {
      const what = `${groupResourceText(evaluator.type)} ${namespace}/${name}`;
      this.#report(`${what} cannot be counted: ${(cause as Error).message}`);
      return { usage: noAmounts };
    }
    return examined.ending !== undefined && examined.ending.at <= this.#clock.now()
      ? ended(examined)
      : examined;
  }
}

const ended = ({ isInScope, ending }: ObjectUsage): ObjectUsage => ({
  usage: ending!.usage,
  ...(isInScope && { isInScope }),
});
