import { maxDepth } from '../json/depth.ts';
import { equalValues, isMap, type JsonMap, ownValue, setValue } from '../json/json-values.ts';
import { tooDeep } from './depth-check.ts';
import { indexOf, type Steps } from './json-pointer.ts';
import type { PatchBudget } from './patch-budget.ts';
import { PatchError } from './patch-error.ts';

type Container = unknown[] | JsonMap;

/**
 * A JSON value under change. The value it was made from is not changed: a container is copied when it is first
 * written to, and only written to in place once the copy belongs to the document.
 *
 * Invariant: a container that belongs to the document stands at one place in it. Hence `copyOf` copies all the
 * way down, while a value that is moved may take its containers along.
 */
export class JsonDocument {
  #root: unknown;
  readonly #owned = new WeakSet<object>();
  readonly #budget: PatchBudget;

  constructor(root: unknown, budget: PatchBudget) {
    this.#root = root;
    this.#budget = budget;
  }

  get root(): unknown {
    return this.#root;
  }

  /**
   * Undefined when the last step is a key that a map does not have. Throws PatchError when it leads nowhere else, or
   * when an earlier one does.
   */
  find(steps: Steps): unknown {
    let value = this.#root;
    for (const [depth, step] of steps.entries()) {
      const next = child(value, step);
      if (next === undefined && (depth < steps.length - 1 || !isMap(value))) throw missing(steps);
      value = next;
    }
    return value;
  }

  /** Finds something in a part of the document. Throws PatchError as `find` does. */
  findWithin(steps: Steps): unknown {
    lastOf(steps);
    return this.find(steps);
  }

  /** Whether a value stands there, by what numbers count; null stands where a map has no such key. Throws as `find`. */
  isAt(steps: Steps, value: unknown): boolean {
    return this.#isEqual(this.find(steps) ?? null, value);
  }

  #isEqual(found: unknown, value: unknown): boolean {
    if (typeof found !== 'object' || found === null) return equalValues(found, value);
    if (Array.isArray(found)) {
      if (!Array.isArray(value) || found.length !== value.length) return false;
      this.#budget.lookAt(found.length);
      return found.every((item, index) => this.#isEqual(item, value[index]));
    }
    if (!isMap(value)) return false;
    const map = found as JsonMap;
    // Listing the keys is what takes long, whatever the other has.
    const keys = Object.keys(map).filter((key) => map[key] !== undefined);
    this.#budget.lookAt(keys.length + 1);
    if (keys.length !== Object.keys(value).length) return false;
    return keys.every((key) => Object.hasOwn(value, key) && this.#isEqual(map[key], value[key]));
  }

  /** Into an array: inserts; `-` is the place after the last. Into a map: adds, or replaces what is there. */
  add(steps: Steps, value: unknown): void {
    const last = lastOf(steps);
    const parent = this.#writableParent(steps);
    if (Array.isArray(parent)) this.#insert(parent, last, value, steps);
    else setValue(parent, last, value);
  }

  /** A key that a map does not have is added. */
  replace(steps: Steps, value: unknown): void {
    this.find(steps);
    const last = steps.at(-1);
    if (last !== undefined) put(this.#writableParent(steps), last, value);
    else if (typeof value === 'object' && value !== null) this.#root = value;
    else throw new PatchError('Rejected', 'a document is a map or a list');
  }

  remove(steps: Steps): void {
    const last = lastOf(steps);
    if (this.find(steps) === undefined) throw missing(steps);
    const parent = this.#writableParent(steps);
    if (Array.isArray(parent)) this.#splice(parent, indexOf(last, parent.length)!, 1);
    else delete parent[last];
  }

  /** A deep copy, for another place. Throws PatchError as soon as copies take more than they may. */
  copyOf(value: unknown, depth = 0): unknown {
    if (depth > maxDepth) throw tooDeep();
    if (Array.isArray(value)) {
      this.#budget.copy(value.length + 1);
      return value.map((item) => this.copyOf(item, depth + 1));
    }
    if (!isMap(value)) {
      this.#budget.copy(typeof value === 'string' ? jsonBytes(value) : String(value).length);
      return value;
    }
    const copy: JsonMap = {};
    this.#budget.copy(1);
    for (const key of Object.keys(value)) {
      this.#budget.copy(jsonBytes(key) + 2);
      setValue(copy, key, this.copyOf(value[key], depth + 1));
    }
    return copy;
  }

  #insert(list: unknown[], step: string, value: unknown, steps: Steps): void {
    const index = step === '-' ? list.length : indexOf(step, list.length + 1);
    if (index === undefined) throw missing(steps);
    this.#splice(list, index, 0, value);
  }

  #splice(list: unknown[], index: number, removed: number, ...inserted: unknown[]): void {
    this.#budget.moveItems(list.length - index);
    list.splice(index, removed, ...inserted);
  }

  /** The parent of the last step, copied for writing together with all its ancestors. */
  #writableParent(steps: Steps): Container {
    let parent = this.#writable(this.#root, steps);
    this.#root = parent;
    for (const step of steps.slice(0, -1)) {
      const next = this.#writable(child(parent, step), steps);
      put(parent, step, next);
      parent = next;
    }
    return parent;
  }

  #writable(value: unknown, steps: Steps): Container {
    if (typeof value !== 'object' || value === null) throw missing(steps);
    if (this.#owned.has(value)) return value as Container;
    this.#budget.lookAt(Array.isArray(value) ? value.length / 10 : Object.keys(value).length);
    const copy = Array.isArray(value) ? [...value] : { ...value };
    this.#owned.add(copy);
    return copy;
  }
}

function child(value: unknown, step: string): unknown {
  if (isMap(value)) return ownValue(value, step);
  if (!Array.isArray(value)) return undefined;
  const index = indexOf(step, value.length);
  return index === undefined ? undefined : value[index];
}

/** Throws PatchError for the whole document. */
function lastOf(steps: Steps): string {
  const last = steps.at(-1);
  if (last === undefined) throw missing(steps);
  return last;
}

/** In place of what stands there. */
function put(container: Container, step: string, value: unknown): void {
  if (Array.isArray(container)) container[indexOf(step, container.length)!] = value;
  else setValue(container, step, value);
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

const missing = (steps: Steps): PatchError =>
  new PatchError('Rejected', `there is nothing at ${JSON.stringify(steps)}`);
