import { setTimeout as sleep } from 'node:timers/promises';
import type { Objects } from '../api/meta/lister.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import type { FlowcontrolV1beta2FlowSchema } from '../api/schema/types.gen.ts';
import { timeNow } from '../api/values/time.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import { goQuote } from '../util/quote.ts';

/** The field manager of the conditions. */
const manager = 'api-priority-and-fairness-config-consumer-v1';
/** Objects that change together are looked at once. */
const restAfterChange = 100;
const restAfterFailure = 5_000;
const minute = 60_000;
/** Servers that disagree about a level write no more often than this. */
const maxWritesPerMinute = 6;

type Condition = NonNullable<NonNullable<FlowcontrolV1beta2FlowSchema['status']>['conditions']>[number];

/** Says in the status of each FlowSchema whether its priority level exists: the condition Dangling. */
export class FlowSchemaStatus {
  readonly #objects: SystemObjects;
  readonly #cached: Objects;
  readonly #group: string;
  readonly #applied: string | undefined;
  readonly #now: () => number;
  readonly #report: (message: string) => void;
  readonly #closing = new AbortController();
  readonly #observations: Disposable[] = [];
  /** Times of the writes of the last minute, by FlowSchema. */
  readonly #writes = new Map<string, number[]>();
  #running: Promise<void> = Promise.resolve();
  #isDue = false;

  constructor(given: {
    objects: SystemObjects;
    cached: Objects;
    /** The API group of FlowSchemas. */
    group: string;
    /** Milliseconds since 1970. */
    now: () => number;
    /** The version in which conditions are applied; undefined: they are written in the stored version. */
    applied: string | undefined;
    /** Receives failures, which are retried. */
    report: (message: string) => void;
  }) {
    this.#objects = given.objects.ownedBy(manager);
    this.#cached = given.cached;
    this.#group = given.group;
    this.#applied = given.applied;
    this.#now = given.now;
    this.#report = given.report;
  }

  /** From now on, at once and after every change. */
  start(): void {
    for (const resource of ['flowschemas', 'prioritylevelconfigurations']) {
      const lister = this.#cached.lister({ group: this.#group, resource });
      this.#observations.push(lister.observe(() => this.#changed()));
    }
  }

  /** Resolves when what is under way is over. */
  async close(): Promise<void> {
    for (const observation of this.#observations) observation[Symbol.dispose]();
    this.#closing.abort();
    await this.#running;
  }

  /** Writes the conditions that are not true. Resolves with the milliseconds after which some that had to wait are due. */
  async sync(): Promise<number | undefined> {
    const schemas = this.#cached.lister<FlowcontrolV1beta2FlowSchema>({
      group: this.#group,
      resource: 'flowschemas',
    });
    let waits = false;
    for (const schema of schemas.list()) {
      const condition = this.#danglingOf(schema);
      if (isSaid(schema, condition)) continue;
      const { name } = schema.metadata;
      if (this.#isTooOften(name!)) waits = true;
      else await this.#write(name!);
    }
    return waits ? minute / 2 : undefined;
  }

  #danglingOf({ spec }: Pick<FlowcontrolV1beta2FlowSchema, 'spec'>): Condition {
    const { name } = spec.priorityLevelConfiguration;
    const levels = this.#cached.lister({ group: this.#group, resource: 'prioritylevelconfigurations' });
    const exists = levels.get('', name) !== undefined;
    const subject = `This FlowSchema references the PriorityLevelConfiguration object named ${goQuote(name)}`;
    return {
      type: 'Dangling',
      status: exists ? 'False' : 'True',
      lastTransitionTime: null,
      reason: exists ? 'Found' : 'NotFound',
      message: exists ? `${subject} and it exists` : `${subject} but there is no such object`,
    };
  }

  async #write(name: string): Promise<void> {
    this.#writes.get(name)!.push(this.#now());
    if (this.#applied !== undefined) return this.#apply(name, this.#applied);
    await this.#objects.alterStatus(`flowschemas.${this.#group}`, '', name, (object) => {
      const schema = object as unknown as FlowcontrolV1beta2FlowSchema;
      const condition = this.#danglingOf(schema);
      if (isSaid(schema, condition)) return false;
      setCondition(object, { ...condition, lastTransitionTime: timeNow(this.#now()) });
      return true;
    });
  }

  async #apply(name: string, apiVersion: string): Promise<void> {
    const type = { group: this.#group, resource: 'flowschemas' };
    const schema = this.#cached.lister<FlowcontrolV1beta2FlowSchema>(type).get('', name);
    if (schema === undefined) return;
    const condition = { ...this.#danglingOf(schema), lastTransitionTime: timeNow(this.#now()) };
    await this.#objects.applyStatus(`flowschemas.${this.#group}`, name, apiVersion, {
      conditions: [condition],
    });
  }

  #isTooOften(name: string): boolean {
    const since = this.#now() - minute;
    const recent = (this.#writes.get(name) ?? []).filter((time) => time > since);
    this.#writes.set(name, recent);
    return recent.length >= maxWritesPerMinute;
  }

  #changed(): void {
    if (this.#isDue || this.#closing.signal.aborted) return;
    this.#isDue = true;
    this.#running = this.#running.then(() => this.#syncSoon());
  }

  async #syncSoon(): Promise<void> {
    const { signal } = this.#closing;
    for (let rest: number | undefined = restAfterChange; rest !== undefined; ) {
      await sleep(rest, undefined, { signal, ref: false }).catch(() => {});
      this.#isDue = false;
      if (signal.aborted) return;
      rest = await this.sync().catch((error: Error) => {
        this.#report(`status of FlowSchemas: ${error.message}`);
        return restAfterFailure;
      });
      this.#isDue = rest !== undefined;
    }
  }
}

function isSaid({ status }: FlowcontrolV1beta2FlowSchema, wanted: Condition): boolean {
  const said = status?.conditions?.find(({ type }) => type === wanted.type);
  return said?.status === wanted.status && said?.reason === wanted.reason && said?.message === wanted.message;
}

function setCondition(object: ApiObject, condition: Condition): void {
  const { conditions = [] } = (object['status'] ?? {}) as { conditions?: Condition[] };
  const others = conditions.filter(({ type }) => type !== condition.type);
  object['status'] = { ...(object['status'] as object), conditions: [...others, condition] };
}
