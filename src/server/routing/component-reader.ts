import { writeJson } from '../../api/codec/json.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { internalError, notFoundError, type StatusError } from '../../api/meta/status.ts';
import type { ListRequest, ListResult, Reader } from '../../registry/read/reader.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { itemStart } from '../../storage/stored-bytes.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';

/** A part of the control plane that can be asked how it is. */
export interface Component {
  name: string;
  /** Undefined: it could not be asked. */
  healthy: boolean | undefined;
  /** The component's answer. */
  message: string;
  /** Reason that it could not be asked. */
  error: string;
}

/** Reads ComponentStatus, which is not stored: every get or list probes the components. */
export class ComponentReader implements Pick<Reader, 'get' | 'list'> {
  readonly #ask: () => Promise<Component[]>;
  readonly #missing: (name: string) => StatusError;

  /** `gates`: up to 1.23 the server itself is at fault when there is none of a name. */
  constructor(ask: () => Promise<Component[]>, gates: Pick<FeatureGates, 'isIn'>) {
    this.#ask = ask;
    this.#missing = gates.isIn('1.24')
      ? (name) => notFoundError({ group: '', resource: 'componentstatuses' }, name)
      : (name) => internalError(`Component not found: ${name}`);
  }

  async get(_resource: StoredResource, _namespace: string, name: string): Promise<CacheEntry> {
    const component = (await this.#ask()).find((candidate) => candidate.name === name);
    if (component === undefined) throw this.#missing(name);
    return entryOf(component);
  }

  /** All of them: neither versions nor chunks mean anything here. */
  async list(_resource: StoredResource, { selection }: ListRequest): Promise<ListResult> {
    const entries = (await this.#ask()).map(entryOf).filter((entry) => selection.matches(entry));
    return { revision: 0, entries, continueToken: '', remaining: undefined, tree: undefined };
  }
}

function entryOf({ name, healthy, message, error }: Component): CacheEntry {
  const status = healthy === undefined ? 'Unknown' : healthy ? 'True' : 'False';
  const condition = { type: 'Healthy', status, ...(message && { message }), ...(error && { error }) };
  const json = Buffer.from(
    writeJson({
      kind: 'ComponentStatus',
      apiVersion: 'v1',
      metadata: { name, creationTimestamp: null },
      conditions: [condition],
    }),
  );
  return {
    key: name,
    namespace: '',
    name,
    revision: 0,
    json,
    itemStart: itemStart(json),
    labels: undefined,
    fields: {},
  };
}
