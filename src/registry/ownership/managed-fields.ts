import { equalValues } from '../../api/json/json-values.ts';
import type { ApiObject, ManagedFieldsEntry } from '../../api/meta/metadata.ts';
import {
  decodeEntries,
  isReset,
  type ManagerIdentity,
  storedEntries,
  type TrackedEntry,
} from '../../api/patch/apply/managers.ts';
import { entriesAfterUpdate } from '../../api/patch/apply/update.ts';
import type { KnownNodes } from '../../api/patch/apply/wide-nodes.ts';
import { timeNow } from '../../api/values/time.ts';
import type { Clock } from '../../util/clock.ts';
import { yieldToEventLoop } from '../../util/turns.ts';
import type { StoredResource } from '../resource.ts';
import type { FieldManager, FieldOwner } from './field-manager.ts';
import { emptyObject, type FieldVersions } from './versions.ts';

/** managedFields of whatever is created and updated: everything but apply. */
export class ManagedFields implements FieldManager {
  readonly #versions: FieldVersions;
  readonly #clock: Clock;

  constructor(versions: FieldVersions, clock: Clock) {
    this.#versions = versions;
    this.#clock = clock;
  }

  async create(
    resource: StoredResource,
    object: ApiObject,
    writer: FieldOwner,
    bytes?: number,
  ): Promise<void> {
    const given = object.metadata.managedFields;
    await this.#keeping(object, undefined, async () => {
      const before = isReset(given) ? [] : (decodeEntries(given ?? []) ?? []);
      if (before.length > 0) await yieldToEventLoop(bytes);
      const { kind, apiVersion } = object;
      const form = this.#versions.form(resource, apiVersion)!;
      const wide = await this.#versions.wideNodes(form, object, () => yieldToEventLoop(bytes));
      return this.#after(resource, object, emptyObject(form, kind, apiVersion), before, writer, bytes, wide);
    });
  }

  async update(
    resource: StoredResource,
    object: ApiObject,
    old: ApiObject,
    writer: FieldOwner,
    bytes?: number,
  ): Promise<void> {
    const stored = old.metadata.managedFields;
    const given = writer.subresource === '' ? object.metadata.managedFields : stored;
    await this.#keeping(object, stored, async () => {
      const hasReset = isReset(given);
      const before = hasReset ? [] : baseOf(given, stored);
      // What nobody has tracked so far stays so; after a reset its writer owns what it changes along with it.
      if (before.length === 0 && !hasReset) return before;
      await yieldToEventLoop(bytes);
      return this.#after(resource, object, old, before, writer, bytes);
    });
  }

  /** The record stays as it was, whatever goes wrong. */
  async #keeping(
    { metadata }: ApiObject,
    stored: ManagedFieldsEntry[] | undefined,
    work: () => Promise<TrackedEntry[]>,
  ): Promise<void> {
    let entries: ManagedFieldsEntry[] | undefined = stored;
    try {
      entries = await work();
    } catch {
      // A write is worth more than the record of it.
    }
    if (entries === undefined || entries.length === 0) delete metadata.managedFields;
    else metadata.managedFields = entries;
  }

  async #after(
    resource: StoredResource,
    object: ApiObject,
    old: ApiObject,
    before: TrackedEntry[],
    writer: FieldOwner,
    bytes: number | undefined,
    wide?: KnownNodes,
  ): Promise<TrackedEntry[]> {
    const differences = this.#versions.differences(resource, old, object, writer.counts, wide);
    const { changed, removed } = differences(writer.apiVersion)!;
    if (changed === undefined && removed === undefined) return unlessOnlyTimes(before, old);
    await yieldToEventLoop(bytes);
    return entriesAfterUpdate(before, updaterOf(writer), differences, timeNow(this.#clock.now()));
  }
}

function updaterOf({ manager, apiVersion, subresource }: FieldOwner): ManagerIdentity {
  return { manager: manager || 'unknown', operation: 'Update', apiVersion, subresource };
}

/** What the client says about owners, if it says anything that can be understood; else what is stored. */
function baseOf(
  given: ManagedFieldsEntry[] | undefined,
  stored: ManagedFieldsEntry[] | undefined,
): TrackedEntry[] {
  const known = storedEntries(stored);
  if (given === undefined || given.length === 0 || isSameTree(given, stored)) return known;
  const decoded = decodeEntries(given);
  return decoded === undefined || decoded.length === 0 ? known : decoded;
}

/**
 * Whether two trees of maps and texts are the same, keys in the same order. Clients that send back what they were
 * given do so without a change, so this is the usual answer, and it has to come fast: a record has hundreds of nodes.
 */
function isSameTree(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (keys.length !== others.length) return false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (key !== others[index] || !isSameTree((a as any)[key], (b as any)[key])) return false;
  }
  return true;
}

/** Nothing is written for the sake of another time. */
function unlessOnlyTimes(entries: TrackedEntry[], { metadata }: ApiObject): TrackedEntry[] {
  const stored = storedEntries(metadata.managedFields);
  const timeless = (list: readonly TrackedEntry[]) => list.map(({ time: _, ...entry }) => entry);
  return entries === stored || equalValues(timeless(entries), timeless(stored)) ? stored : entries;
}
