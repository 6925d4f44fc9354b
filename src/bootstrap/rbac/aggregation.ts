import { setTimeout as sleep } from 'node:timers/promises';
import { copyJson } from '../../api/codec/copy-json.ts';
import type { Lister } from '../../api/meta/lister.ts';
import { gathered, isSameRules } from '../../api/rbac/gathered-rules.ts';
import type { RbacV1ClusterRole } from '../../api/schema/types.gen.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';

/** The field manager of aggregated rules. */
const manager = 'clusterrole-aggregation-controller';
/** Roles that change together, as when a set of them is applied, are looked at once. */
const restAfterChange = 50;
const restAfterFailure = 5_000;
/** Other replicas write as well. */
const roundsAtOnce = 10;

/**
 * Keeps the rules of cluster roles that are made of those of others. Every replica does: each works on what is newest
 * when it writes, so all of them come to the same.
 */
export class RoleAggregation {
  readonly #objects: SystemObjects;
  readonly #type: string;
  readonly #lister: Lister<RbacV1ClusterRole>;
  readonly #report: (message: string) => void;
  readonly #closing = new AbortController();
  #observation: Disposable | undefined;
  #running: Promise<void> = Promise.resolve();
  #isDue = false;

  /** `group`: that of roles. `report` receives failures, which are retried. */
  constructor(
    objects: SystemObjects,
    lister: Lister<RbacV1ClusterRole>,
    group: string,
    report: (message: string) => void,
  ) {
    this.#objects = objects.ownedBy(manager);
    this.#lister = lister;
    this.#type = `clusterroles.${group}`;
    this.#report = report;
  }

  /** From now on, at once and after every change of a role: where no controller does. */
  start(): void {
    if (this.#closing.signal.aborted) return;
    this.#observation ??= this.#lister.observe(() => this.#changed());
  }

  /** Resolves when what is under way is over. */
  async close(): Promise<void> {
    this.#observation?.[Symbol.dispose]();
    this.#closing.abort();
    await this.#running;
  }

  /** Brings all of them up to date, also those that gather from each other. One that cannot be filled stops no other. */
  async sync(): Promise<void> {
    const failures = new Map<string, Error>();
    for (let round = 1; round <= roundsAtOnce; round++) {
      const stale = (await this.#stale()).filter((name) => !failures.has(name));
      if (stale.length === 0) break;
      for (const name of stale) {
        await this.#fill(name).catch((error: Error) => failures.set(name, error));
      }
    }
    const [failure] = failures;
    if (failure !== undefined) throw new Error(`${failure[0]}: ${failure[1].message}`);
  }

  #changed(): void {
    if (this.#isDue || this.#closing.signal.aborted) return;
    this.#isDue = true;
    this.#running = this.#running.then(() => this.#syncSoon());
  }

  async #syncSoon(): Promise<void> {
    const { signal } = this.#closing;
    for (let rest = restAfterChange; ; rest = restAfterFailure) {
      await sleep(rest, undefined, { signal, ref: false }).catch(() => {});
      this.#isDue = false;
      if (signal.aborted) return;
      try {
        return await this.sync();
      } catch (error) {
        this.#report(`rules of cluster roles that gather: ${(error as Error).message}`);
        this.#isDue = true;
      }
    }
  }

  async #stale(): Promise<string[]> {
    const roles = await this.#newest();
    return roles
      .filter((role) => role.aggregationRule && !isSameRules(gathered(role, roles), role.rules))
      .map(({ metadata }) => metadata.name!);
  }

  #fill(name: string): Promise<void> {
    return this.#objects.alter(this.#type, '', name, async (object) => {
      const role = object as unknown as RbacV1ClusterRole;
      const rules = gathered(role, await this.#newest());
      if (!role.aggregationRule || isSameRules(rules, role.rules)) return false;
      role.rules = copyJson(rules);
      return true;
    });
  }

  /** All roles in order of their names, after the caches have caught up with the store. */
  async #newest(): Promise<RbacV1ClusterRole[]> {
    await this.#lister.waitUntilFresh();
    return this.#lister.list();
  }
}
