import type { Lister, ObjectChange, ObjectKey, Objects } from '../../../src/api/meta/lister.ts';
import type { ApiObject } from '../../../src/api/meta/metadata.ts';
import type { GroupResource } from '../../../src/api/meta/status.ts';

/** Objects of a test, by resource. */
export class MemoryObjects implements Objects {
  readonly #listers = new Map<string, MemoryLister<any>>();

  lister<T>({ resource }: Pick<GroupResource, 'resource'>): MemoryLister<T> {
    let lister = this.#listers.get(resource);
    if (lister === undefined) this.#listers.set(resource, (lister = new MemoryLister()));
    return lister;
  }
}

/** Objects that a test puts there, and how often they were looked at. */
export class MemoryLister<T = ApiObject> implements Lister<T> {
  isSynced = true;
  /** Thrown when objects that it does not show would have to be known. */
  unknown: Error | undefined;
  readonly #shown = new Map<string, ApiObject>();
  readonly #pending: (() => void)[] = [];
  readonly #listeners = new Set<(change: ObjectChange<T>) => void>();
  /** How often each was looked at: `namespace/name`. */
  readonly looks = new Map<string, number>();
  /** How often the newest state was asked for. */
  catchUps = 0;
  /** Thrown when the newest state is asked for. */
  failure: Error | undefined;

  get observed(): boolean {
    return this.#listeners.size > 0;
  }

  /** `behind`: it is stored, and the caches do not show it before they catch up. */
  put(object: object, { behind = false } = {}): void {
    const { namespace = '', name = '' } = (object as ApiObject).metadata;
    const show = (): void => this.#replace({ namespace, name }, object as ApiObject);
    if (behind) this.#pending.push(show);
    else show();
  }

  remove(namespace: string, name: string): void {
    this.#replace({ namespace, name }, undefined);
  }

  get(namespace: string, name: string): T | undefined {
    const key = `${namespace}/${name}`;
    this.looks.set(key, (this.looks.get(key) ?? 0) + 1);
    return this.#shown.get(key) as T | undefined;
  }

  checkKnown(): void {
    if (this.unknown !== undefined) throw this.unknown;
  }

  list(namespace = ''): T[] {
    const shown = [...this.#shown.values()];
    return shown.filter(({ metadata }) => namespace === '' || metadata.namespace === namespace) as T[];
  }

  /** By one of the fields that changes show. */
  keysBy(field: string, value: string): ObjectKey[] {
    const found = [...this.#shown.values()].filter((object) => fieldsOf(object)?.[field] === value);
    return found.map(({ metadata: { namespace = '', name = '' } }) => ({ namespace, name }));
  }

  async waitUntilFresh(): Promise<void> {
    this.catchUps++;
    await Promise.resolve();
    if (this.failure !== undefined) throw this.failure;
    for (const show of this.#pending.splice(0)) show();
  }

  async getFresh(namespace: string, name: string): Promise<T | undefined> {
    await this.waitUntilFresh();
    return this.get(namespace, name);
  }

  observe(listener: (change: ObjectChange<T>) => void): Disposable {
    this.#listeners.add(listener);
    for (const object of this.#shown.values()) tell(listener, undefined, object);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  #replace(place: ObjectKey, after: ApiObject | undefined): void {
    const key = `${place.namespace}/${place.name}`;
    const before = this.#shown.get(key);
    if (after === undefined) this.#shown.delete(key);
    else this.#shown.set(key, after);
    for (const listener of this.#listeners) tell(listener, before, after);
  }
}

function tell<T>(
  listener: (change: ObjectChange<T>) => void,
  before: ApiObject | undefined,
  after: ApiObject | undefined,
): void {
  const { namespace = '', name = '' } = (after ?? before)?.metadata ?? {};
  listener({
    namespace,
    name,
    fieldsBefore: fieldsOf(before),
    fieldsAfter: fieldsOf(after),
    before: () => before as T | undefined,
    after: () => after as T | undefined,
  });
}

/** Those of all types of objects: "" where an object has none. */
function fieldsOf(object: ApiObject | undefined): Record<string, string> | undefined {
  if (object === undefined) return undefined;
  const { type, spec, status } = object as Partial<FieldOwner>;
  return {
    type: type ?? '',
    'spec.nodeName': spec?.nodeName ?? '',
    'status.phase': status?.phase ?? '',
  };
}

interface FieldOwner {
  type: string;
  spec: { nodeName?: string };
  status: { phase?: string };
}
