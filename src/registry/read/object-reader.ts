import { Selection } from '../../storage/watch-cache/selection.ts';
import { decodePlaced } from '../conversion/object-codec.ts';
import type { StoredResource } from '../resource.ts';
import type { Reader } from './reader.ts';

const everything = { limit: 0, continueToken: '', resourceVersion: '', match: undefined } as const;

/** Reads the newest state of objects of one type `T` in the version in which they are stored. */
export class ObjectReader<T extends object> {
  readonly #reader: Pick<Reader, 'get' | 'list'>;
  readonly #resource: StoredResource;

  /** `resource`: of the objects. */
  constructor(reader: Pick<Reader, 'get' | 'list'>, resource: StoredResource) {
    this.#reader = reader;
    this.#resource = resource;
  }

  /** `namespace`: "" for cluster-scoped objects. Rejects with NotFound. */
  async get(namespace: string, name: string): Promise<T> {
    const entry = await this.#reader.get(this.#resource, namespace, name, '');
    return decodePlaced(entry) as object as T;
  }

  async list(namespace: string): Promise<T[]> {
    const selection = new Selection(namespace);
    const { entries } = await this.#reader.list(this.#resource, { ...everything, selection });
    return entries.map((entry) => decodePlaced(entry) as object as T);
  }
}
