import { maxDepth } from '../codec/depth.ts';
import { isMap, type JsonMap, ownValue, setValue, tooDeep } from '../json/json-values.ts';
import { indexOf, type Steps } from './json-pointer.ts';
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
  #copyableBytes: number;

  /** `copyableBytes`: what all copies together may take, as JSON. */
  constructor(root: unknown, copyableBytes: number) {
    this.#root = root;
    this.#copyableBytes = copyableBytes;
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

  /** Of something in the document. Throws PatchError as `find` does. */
  findWithin(steps: Steps): unknown {
    lastOf(steps);
    return this.find(steps);
  }

  /** Into an array: inserts; `-` is the place after the last. Into a map: adds, or replaces what is there. */
  add(steps: Steps, value: unknown): void {
    const last = lastOf(steps);
    const parent = this.#writableParent(steps);
    if (Array.isArray(parent)) insert(parent, last, value, steps);
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
    if (Array.isArray(parent)) parent.splice(indexOf(last, parent.length)!, 1);
    else delete parent[last];
  }

  /** A deep copy, for another place. Throws PatchError as soon as copies take more than they may. */
  copyOf(value: unknown, depth = 0): unknown {
    if (depth > maxDepth) throw tooDeep();
    if (Array.isArray(value)) {
      this.#charge(value.length + 1);
      return value.map((item) => this.copyOf(item, depth + 1));
    }
    if (!isMap(value)) {
      this.#charge(typeof value === 'string' ? jsonBytes(value) : String(value).length);
      return value;
    }
    const copy: JsonMap = {};
    this.#charge(1);
    for (const key of Object.keys(value)) {
      this.#charge(jsonBytes(key) + 2);
      setValue(copy, key, this.copyOf(value[key], depth + 1));
    }
    return copy;
  }

  #charge(bytes: number): void {
    this.#copyableBytes -= bytes;
    if (this.#copyableBytes < 0) throw new PatchError('Rejected', 'copies make the document grow too much');
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

function insert(list: unknown[], step: string, value: unknown, steps: Steps): void {
  const index = step === '-' ? list.length : indexOf(step, list.length + 1);
  if (index === undefined) throw missing(steps);
  list.splice(index, 0, value);
}

/** In place of what stands there. */
function put(container: Container, step: string, value: unknown): void {
  if (Array.isArray(container)) container[indexOf(step, container.length)!] = value;
  else setValue(container, step, value);
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

const missing = (steps: Steps): PatchError =>
  new PatchError('Rejected', `there is nothing at ${JSON.stringify(steps)}`);
