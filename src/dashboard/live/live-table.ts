import { CallError } from '../calls/call-error.ts';
import { json, queryText } from '../calls/calls.ts';
import { type ResourceType, typePath } from '../calls/session.ts';
import { watch } from '../calls/watch.ts';
import { type FollowState, follow } from './following.ts';
import { surroundings } from './surroundings.ts';
import { type Table, TableStore } from './table-store.ts';
import { untilNextList } from './unwatched.ts';

/** Rows of the first page, which is to be there at once, and of each one after it, of which there are to be few. */
const [firstPage, nextPages] = [500, 2_500];

/** The objects of a table. */
export interface Selection {
  type: ResourceType;
  /** "" for all. */
  namespace: string;
  labelSelector?: string;
  fieldSelector?: string;
}

interface StatusObject {
  code?: number;
  message?: string;
}

/** Follows the rows of a selection until it is closed. `changed` is called whenever there is something new. */
export class LiveTable {
  readonly store = new TableStore();
  state: FollowState = { kind: 'loading' };
  readonly #end = new AbortController();
  readonly #path: string;
  readonly #accept: string;
  readonly #parameters: Readonly<Record<string, string>>;
  readonly #changed: () => void;

  /** `api`: the domain of the server's own groups. */
  constructor(
    { type, namespace, labelSelector = '', fieldSelector = '' }: Selection,
    api: string,
    changed: () => void,
  ) {
    this.#path = typePath(type, namespace);
    this.#accept = `application/json;as=Table;v=v1;g=meta.${api}`;
    this.#parameters = { labelSelector, fieldSelector, includeObject: 'Metadata' };
    this.#changed = changed;
    const followed = {
      list: (signal: AbortSignal) => this.#list(signal),
      watch: (revision: string, seen: (revision: string) => void, signal: AbortSignal) =>
        type.verbs.includes('watch') ? this.#watch(revision, seen, signal) : untilNextList(signal),
    };
    void follow(followed, (state) => this.#show(state), this.#end.signal, surroundings);
  }

  close(): void {
    this.#end.abort();
  }

  #show(state: FollowState): void {
    this.state = state;
    this.#changed();
  }

  async #list(signal: AbortSignal): Promise<string> {
    const listed = new Set<string>();
    for (let next = ''; ; ) {
      const limit = String(next === '' ? firstPage : nextPages);
      const query = queryText({ ...this.#parameters, limit, continue: next });
      const page = await json<Table>(this.#path + query, { accept: this.#accept, signal });
      for (const uid of this.store.add(page, Date.now())) listed.add(uid);
      next = page.metadata?.continue ?? '';
      if (next === '') this.store.keepOnly(listed);
      this.#changed();
      if (next === '') return page.metadata?.resourceVersion ?? '';
    }
  }

  async #watch(
    resourceVersion: string,
    seen: (revision: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const parameters = { ...this.#parameters, resourceVersion };
    for await (const { type, object } of watch<Table>(this.#path, parameters, this.#accept, signal)) {
      if (type === 'ERROR') {
        const { message = 'The server ended the watch.', code = 0 } = object as StatusObject;
        throw new CallError(message, code);
      }
      if (type !== 'BOOKMARK') this.store.apply(type, object, Date.now());
      const revision = object.rows?.[0]?.object.metadata.resourceVersion ?? object.metadata?.resourceVersion;
      if (revision) seen(revision);
      this.#changed();
    }
  }
}
