import type { Lister, ObjectChange, Objects } from '../../api/machinery/lister.ts';
import type { ApiObject } from '../../api/machinery/metadata.ts';
import type { GroupResource } from '../../api/machinery/status.ts';

type Listener = (change: ObjectChange<any>) => void;

/** Objects in memory, for tests: what is put is in the store at once, and in the caches when they are told so. */
export class MemoryObjects implements Objects {
  readonly #shown = new Map<string, ApiObject>();
  readonly #pending: (() => void)[] = [];
  readonly #listeners = new Map<string, Set<Listener>>();
  /** How often the newest state was asked for. */
  catchUps = 0;
  /** Thrown when the newest state is asked for. */
  failure: Error | undefined;

  /** `behind`: the caches do not show it yet. */
  put(resource: string, object: ApiObject, { behind = false } = {}): void {
    const { namespace = '', name = '' } = object.metadata;
    this.#change(resource, namespace, name, object, behind);
  }

  remove(resource: string, namespace: string, name: string): void {
    this.#change(resource, namespace, name, undefined, false);
  }

  lister<T>({ resource }: GroupResource): Lister<T> {
    const get = (namespace: string, name: string): T | undefined =>
      this.#shown.get(`${resource} ${namespace}/${name}`) as T | undefined;
    const lister = {
      get,
      getNewest: async (namespace: string, name: string) => {
        this.catchUps++;
        await Promise.resolve();
        if (this.failure !== undefined) throw this.failure;
        for (const show of this.#pending.splice(0)) show();
        return get(namespace, name);
      },
      observe: (listener: Listener) => {
        const listeners = this.#listeners.get(resource) ?? new Set();
        this.#listeners.set(resource, listeners.add(listener));
        return { [Symbol.dispose]: () => void listeners.delete(listener) };
      },
    };
    return lister as unknown as Lister<T>;
  }

  #change(
    resource: string,
    namespace: string,
    name: string,
    after: ApiObject | undefined,
    behind: boolean,
  ): void {
    const show = (): void => {
      const key = `${resource} ${namespace}/${name}`;
      const before = this.#shown.get(key);
      if (after === undefined) this.#shown.delete(key);
      else this.#shown.set(key, after);
      const change = { namespace, name, before: () => before, after: () => after } as ObjectChange<any>;
      for (const listener of this.#listeners.get(resource) ?? []) listener(change);
    };
    if (behind) this.#pending.push(show);
    else show();
  }
}
