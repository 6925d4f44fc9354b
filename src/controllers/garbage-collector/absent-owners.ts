import { LRUCache } from 'lru-cache';
import type { Coordinates } from './graph/coordinates.ts';

const kept = 500;

/** Coordinates at which nothing was found: a uid never comes back, so that it need not be asked for again. */
export class AbsentOwners {
  readonly #absent = new LRUCache<string, true>({ max: kept });

  add(coordinates: Coordinates): void {
    this.#absent.set(keyOf(coordinates), true);
  }

  has(coordinates: Coordinates): boolean {
    return this.#absent.get(keyOf(coordinates)) === true;
  }
}

const keyOf = ({ type, namespace, name, uid }: Coordinates): string =>
  [type.apiVersion, type.kind, namespace, name, uid].join('\0');
