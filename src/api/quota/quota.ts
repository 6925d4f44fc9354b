import { equalValues } from '../json/json-values.ts';
import type { CoreV1ResourceQuota } from '../schema/types.gen.ts';
import { Quantity } from '../values/quantity.ts';
import {
  type Amounts,
  amountsOf,
  atLeast,
  atMost,
  hasSameNames,
  increase,
  isSameAmounts,
  type Names,
  noAmounts,
} from './amounts.ts';
import { isInAllScopes, type ObjectUsage, type Scope } from './evaluators/evaluator.ts';
import { PendingUsage } from './pending-usage.ts';

/**
 * One quota, as this server has seen it, with what is there of what it limits.
 *
 * A create charges the quota (`status.used`, by compare-and-swap on the quota) before the object is written, so at
 * every revision
 *
 *     used >= what is there + what is in flight
 *
 * and what is over is stale: of objects that are gone, of charges that came to nothing. To free what is stale and
 * nothing else, one has to tell it from what is in flight. A watcher sees every charge as a rise of `used`, by
 * whichever server, and every object after its charge, for the watch is in order of revision: what has risen and has
 * not arrived is in flight, until it is older than any flight lasts. `target` keeps that much. It is written by
 * compare-and-swap on the very revision from which it was worked out, so a charge that comes in between wins. Several
 * servers that do the same write the same numbers, and the second write changes nothing.
 */
export class Quota {
  readonly name: string;
  resourceVersion = '';
  scopes: readonly Scope[] = [];
  #wanted = new Limits();
  #hard = this.#wanted;
  used: Amounts = noAmounts;
  /** Amounts of the resources in `names` that anything uses. */
  #present = new Map<string, Quantity>();
  readonly #inFlight = new Map<string, PendingUsage>();

  constructor(name: string) {
    this.name = name;
  }

  /** Says whether something else is counted now than before: then everything has to be counted again. */
  see({ metadata, spec, status }: CoreV1ResourceQuota): boolean {
    this.resourceVersion = metadata.resourceVersion!;
    const scopes = scopesOf(spec);
    const wanted = new Limits(spec.hard);
    const isOther =
      !hasSameNames(wanted.names, this.#wanted.names) ||
      JSON.stringify(scopes) !== JSON.stringify(this.scopes);
    this.scopes = scopes;
    this.#wanted = wanted;
    // As a rule it limits what it is to limit.
    this.#hard = equalValues(status?.hard, spec.hard) ? wanted : new Limits(status?.hard);
    return isOther;
  }

  /** Names of the resources that the spec limits. */
  get names(): Names {
    return this.#wanted.names;
  }

  /** The hard limits. */
  get hard(): Amounts {
    return this.#hard.amounts;
  }

  /** Counts anew what is there. `countable`: of these names there can be something. */
  recount(countable: readonly string[], all: readonly ObjectUsage[]): void {
    const present = new Map(countable.map((name) => [name, Quantity.zero]));
    for (const examined of all) {
      for (const [name, amount] of this.#usageOf(examined)) {
        const sum = present.get(name);
        if (sum !== undefined) present.set(name, sum.add(amount));
      }
    }
    this.#present = present;
  }

  /** After what is there was counted: what has risen is in flight, but no more than what is not there. */
  seeUsed(texts: Readonly<Record<string, string>> | undefined, now: number): void {
    const used = amountsOf(texts);
    for (const [name, amount] of increase(used, this.used)) {
      const present = this.#present.get(name);
      // Of what is not counted here nothing can be seen to arrive.
      if (present === undefined) continue;
      const inFlight = this.#inFlight.get(name) ?? new PendingUsage();
      this.#inFlight.set(name, inFlight);
      inFlight.charge(amount, now);
      inFlight.bound(used.get(name)!.subtract(present), now);
    }
    this.used = used;
  }

  /** An object has come, has gone, or uses something else. Says whether that matters to this quota. */
  count(before: ObjectUsage | undefined, after: ObjectUsage | undefined): boolean {
    let isOther = false;
    const usageBefore = this.#usageOf(before);
    const usageAfter = this.#usageOf(after);
    for (const name of new Set([...usageBefore.keys(), ...usageAfter.keys()])) {
      const present = this.#present.get(name);
      if (present === undefined) continue;
      const was = usageBefore.get(name) ?? Quantity.zero;
      const is = usageAfter.get(name) ?? Quantity.zero;
      if (was.compare(is) === 0) continue;
      isOther = true;
      this.#present.set(name, present.add(is).subtract(was));
      if (is.compare(was) > 0) this.#inFlight.get(name)?.arrive(is.subtract(was));
    }
    return isOther;
  }

  /**
   * The right value of `used`: all existing objects, and of the charges as much as may be in flight. A resource that
   * this server does not count keeps its value: a server that knows more types may count it.
   */
  target(now: number): Amounts {
    const target = new Map([...this.used].filter(([name]) => this.names.has(name)));
    for (const [name, present] of this.#present) {
      const max = present.add(this.#inFlight.get(name)?.total(now) ?? Quantity.zero);
      target.set(name, atLeast(atMost(this.used.get(name) ?? Quantity.zero, max), present));
    }
    return target;
  }

  /** It limits what its spec says. */
  isInForce(): boolean {
    if (this.#hard === this.#wanted) return true;
    if (!hasSameNames(this.#hard.names, this.#wanted.names)) return false;
    return isSameAmounts(this.#hard.amounts, this.#wanted.amounts);
  }

  isTrue(now: number): boolean {
    return this.isInForce() && isSameAmounts(this.used, this.target(now));
  }

  /** Time at which the target changes by itself; undefined when it does not. */
  nextExpiry(): number | undefined {
    const times = [...this.#inFlight.values()].flatMap((inFlight) => inFlight.nextExpiry() ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  #usageOf(examined: ObjectUsage | undefined): Amounts {
    return examined !== undefined && isInAllScopes(examined, this.scopes) ? examined.usage : noAmounts;
  }
}

/** Amounts that are parsed on first use: observers of a quota only need the names. */
class Limits {
  readonly names: Names;
  readonly #texts: Readonly<Record<string, string>>;
  #amounts: Amounts | undefined;

  constructor(texts: Readonly<Record<string, string>> = {}) {
    this.names = new Set(Object.keys(texts));
    this.#texts = texts;
  }

  get amounts(): Amounts {
    return (this.#amounts ??= amountsOf(this.#texts));
  }
}

/** A scope that is only named holds when it is there. Each is looked at once, however often it is said. */
function scopesOf({ scopes, scopeSelector }: CoreV1ResourceQuota['spec']): Scope[] {
  const named = [...new Set(scopes)].map((scopeName): Scope => ({ scopeName, operator: 'Exists' }));
  const all = [...named, ...(scopeSelector?.matchExpressions ?? [])];
  return [...new Map(all.map((scope) => [JSON.stringify(scope), scope])).values()];
}
