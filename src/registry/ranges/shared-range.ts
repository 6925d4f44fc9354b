import { DecodeError } from '../../api/codec/json.ts';
import { internalError } from '../../api/meta/status.ts';
import type { KeyValue, Kv } from '../../storage/kv.ts';
import { readMessage, type StorageFormat, type StoredType } from '../../storage/storage-format.ts';
import { storageError } from '../storage-errors.ts';
import { Bitmap } from './bitmap.ts';

const maxAttempts = 1_000;

export interface SharedRangeOptions {
  kv: Kv;
  /** Key in the store. */
  key: string;
  /** `serviceipallocations`, for messages. */
  resource: string;
  /** The range as text: `10.96.0.0/12`, `30000-32767`. */
  text: string;
  /** Number of members. */
  size: number;
  /** The kind RangeAllocation. */
  type: StoredType;
  format: StorageFormat;
}

/** The stored state of a range. */
export interface RangeState {
  readonly item: KeyValue;
  /** The range that the bitmap is of: another one when a server was started with other flags. */
  readonly text: string;
  readonly bits: Bitmap;
}

/** A change of a range: made again on the newest state after a conflict. */
export interface RangeChange<T> {
  apply(bits: Bitmap): T;
  /** It only frees: done also when the store takes no writes but those that make room. */
  isFreeing?: boolean;
}

interface Waiting {
  change: RangeChange<unknown>;
  resolve(outcome: unknown): void;
  reject(error: unknown): void;
}

/**
 * A range of which all servers of a store take and free members: one object with a bit for each member, written by
 * compare-and-swap. Changes that come while a write is under way go together in the next one, so that servers compete
 * for the object, not requests.
 */
export class SharedRange {
  readonly options: SharedRangeOptions;
  #waiting: Waiting[] = [];
  #isWriting = false;
  /** The range as it was last seen, and the history that the store had then. */
  #last: RangeState | undefined;
  #replacements = 0;

  constructor(options: SharedRangeOptions) {
    this.options = options;
  }

  /** The newest state; undefined when there is none. Throws DecodeError for a value that is none. */
  async read(): Promise<RangeState | undefined> {
    const { item } = await this.options.kv.get(this.options.key);
    return item && this.#stateOf(item);
  }

  /** Makes a change that counts for all servers. Throws StatusError when it certainly was not made, or may not have been. */
  change<T>(change: RangeChange<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve: resolve as (outcome: unknown) => void, reject });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  /** Replaces all of it, provided that it is as it was read. False when it is not. */
  async replace(state: RangeState | undefined, bits: Bitmap): Promise<boolean> {
    const { kv, key } = this.options;
    const value = this.#value(bits);
    const { done } =
      state === undefined
        ? await kv.create(key, value)
        : await kv.update(key, value, state.item.modRevision, { essential: true });
    return done;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const outcomes = await this.#write(batch);
        batch.forEach(({ resolve }, index) => void resolve(outcomes[index]));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }

  /** The result of each change. */
  async #write(batch: readonly Waiting[]): Promise<unknown[]> {
    const { key, resource } = this.options;
    const type = { group: '', resource };
    try {
      const { replacements } = this.options.kv;
      // The same revision of another history may be another state.
      if (this.#replacements !== replacements) this.#last = undefined;
      this.#replacements = replacements;
      let state = this.#last ?? (await this.#newest());
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const outcomes = await this.#tryWrite(state, batch);
        if (outcomes !== undefined) return outcomes;
        state = await this.#newest();
      }
    } catch (error) {
      this.#last = undefined;
      if (error instanceof DecodeError) throw internalError(`what is stored as ${key} cannot be read`);
      throw storageError(error, type, 'update');
    }
    throw internalError(`${resource} changed too often`);
  }

  /** Undefined when the range is no longer in that state. */
  async #tryWrite(
    { item, bits: before }: RangeState,
    batch: readonly Waiting[],
  ): Promise<unknown[] | undefined> {
    const { kv, key, size } = this.options;
    const bits = new Bitmap(size, before.toBytes());
    const outcomes = batch.map(({ change }) => change.apply(bits));
    if (bits.toBytes().equals(before.toBytes())) {
      // All that is certain is what the newest state says.
      const { item: newest } = await kv.get(key);
      return newest?.modRevision === item.modRevision ? outcomes : undefined;
    }
    const value = this.#value(bits);
    const essential = batch.every(({ change }) => change.isFreeing);
    const result = await kv.update(key, value, item.modRevision, { essential });
    if (!result.done) return undefined;
    this.#last = this.#stateOf({ ...item, value, modRevision: result.revision });
    return outcomes;
  }

  async #newest(): Promise<RangeState> {
    return this.#known(await this.read());
  }

  /** Throws for a range that nothing can be taken of at present: the repair makes one. */
  #known(state: RangeState | undefined): RangeState {
    const { resource, text } = this.options;
    if (state === undefined)
      throw internalError(`cannot allocate resources of type ${resource} at this time`);
    if (state.text !== text)
      throw internalError(`the provided range ${text} does not match the current range ${state.text}`);
    return state;
  }

  #stateOf(item: KeyValue): RangeState {
    const { type, size } = this.options;
    const { range, data } = readMessage(item.value, type) as { range?: string; data?: string };
    return { item, text: range ?? '', bits: new Bitmap(size, Buffer.from(data ?? '', 'base64')) };
  }

  #value(bits: Bitmap): Buffer {
    const { format, type, text } = this.options;
    const data = bits.toBytes().toString('base64');
    return format.encode({ metadata: { creationTimestamp: null }, range: text, data }, type);
  }
}
