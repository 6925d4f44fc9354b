import { equalValues } from '../../api/json/json-values.ts';
import { isSentEmpty } from '../../api/json/sent-empty.ts';
import type { ApiObject, ManagedFieldsEntry } from '../../api/meta/metadata.ts';
import {
  decodeEntries,
  isReset,
  type ManagerIdentity,
  storedEntries,
  type TrackedEntry,
} from '../../api/patch/apply/managers.ts';
import { entriesAfterUpdate } from '../../api/patch/apply/update.ts';
import { timeNow } from '../../api/values/time.ts';
import type { Clock } from '../../util/clock.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { StoredResource } from '../resource.ts';
import type { FieldManager, FieldOwner } from './field-manager.ts';
import { type OwnershipRules, ownerBy } from './ownership-rules.ts';
import { emptyObject, type FieldVersions } from './versions.ts';

/** managedFields of whatever is created and updated: everything but apply. */
export class ManagedFields implements FieldManager {
  readonly #versions: FieldVersions;
  readonly #clock: Clock;

  readonly #rules: OwnershipRules;

  constructor(versions: FieldVersions, clock: Clock, rules: OwnershipRules) {
    this.#versions = versions;
    this.#clock = clock;
    this.#rules = rules;
  }

  async create(
    resource: StoredResource,
    object: ApiObject,
    writer: FieldOwner,
    pacer?: Pacer,
  ): Promise<void> {
    const given = object.metadata.managedFields;
    await this.#orStored(object, undefined, async () => {
      const before = isReset(given) ? [] : (decodeEntries(given ?? []) ?? []);
      await pacer?.step();
      const { kind, apiVersion } = object;
      const codec = this.#versions.codec(resource, apiVersion)!;
      return this.#after(resource, object, emptyObject(codec, kind, apiVersion), before, writer, pacer);
    });
  }

  async update(
    resource: StoredResource,
    object: ApiObject,
    old: ApiObject,
    writer: FieldOwner,
    pacer?: Pacer,
  ): Promise<void> {
    const stored = old.metadata.managedFields;
    if (writer.subresource === 'scale' && !this.#rules.tracksScales) return keep(object, stored);
    const isMain = writer.subresource === '';
    const given = isMain ? object.metadata.managedFields : stored;
    const hasReset = isReset(given) || (isMain && isSentEmpty(object.metadata, 'managedFields'));
    await this.#orStored(object, stored, async () => {
      const before = hasReset ? [] : baseOf(given, stored);
      // An object without managedFields stays so; after a reset the writer owns what it changes along with it.
      if (before.length === 0 && !hasReset) return before;
      await pacer?.step();
      return this.#after(resource, object, old, before, writer, pacer);
    });
  }

  /** On an error managedFields stay as they were. */
  async #orStored(
    { metadata }: ApiObject,
    stored: ManagedFieldsEntry[] | undefined,
    work: () => Promise<TrackedEntry[]>,
  ): Promise<void> {
    let entries: ManagedFieldsEntry[] | undefined = stored;
    try {
      entries = await work();
    } catch {
      // The write matters more than managedFields.
    }
    keep({ metadata }, entries);
  }

  async #after(
    resource: StoredResource,
    object: ApiObject,
    old: ApiObject,
    before: TrackedEntry[],
    sender: FieldOwner,
    pacer: Pacer | undefined,
  ): Promise<TrackedEntry[]> {
    const writer = ownerBy(this.#rules, sender);
    const differences = await this.#versions.differencesPaced(resource, old, object, writer, pacer);
    const { changed, removed } = differences(writer.apiVersion)!;
    if (changed === undefined && removed === undefined) return unlessOnlyTimes(before, old);
    await pacer?.step();
    const entries = this.#versions.reconciled(resource, before);
    return entriesAfterUpdate(entries, updaterOf(writer), differences, timeNow(this.#clock.now()));
  }
}

function keep({ metadata }: Pick<ApiObject, 'metadata'>, entries: ManagedFieldsEntry[] | undefined): void {
  if (entries === undefined || entries.length === 0) delete metadata.managedFields;
  else metadata.managedFields = entries;
}

function updaterOf({ manager, apiVersion, subresource }: FieldOwner): ManagerIdentity {
  return { manager: manager || 'unknown', operation: 'Update', apiVersion, subresource };
}

/** managedFields of the client if they are valid and not empty, else the stored ones. */
function baseOf(
  given: ManagedFieldsEntry[] | undefined,
  stored: ManagedFieldsEntry[] | undefined,
): TrackedEntry[] {
  const known = storedEntries(stored);
  if (given === undefined || given.length === 0 || equalValues(given, stored)) return known;
  const decoded = decodeEntries(given);
  return decoded === undefined || decoded.length === 0 ? known : decoded;
}

/** A new time alone is not written. */
function unlessOnlyTimes(entries: TrackedEntry[], { metadata }: ApiObject): TrackedEntry[] {
  const stored = storedEntries(metadata.managedFields);
  const timeless = (list: readonly TrackedEntry[]) => list.map(({ time: _, ...entry }) => entry);
  return entries === stored || equalValues(timeless(entries), timeless(stored)) ? stored : entries;
}
