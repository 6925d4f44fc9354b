import { copyJson } from '../../api/codec/copy-json.ts';
import { equalValues, type JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import { relativeKey } from '../../storage/keys.ts';
import { decodePlaced } from '../conversion/object-codec.ts';
import type { Applier } from '../ownership/applier.ts';
import { mainFilter } from '../ownership/field-filter.ts';
import type { StoredResource } from '../resource.ts';
import { isStatus } from '../storage-errors.ts';
import { type Content, complete } from './complete-object.ts';
import type { Creator } from './creator.ts';
import type { UpdateFunc, WriteOptions } from './update-func.ts';
import { mainRules, statusRules } from './update-rules.ts';
import type { Updater } from './updater.ts';

/** Creates, updates and applies. */
export interface SystemWriters {
  creator: Creator;
  updater: Updater;
  applier: Pick<Applier, 'apply'>;
}

/**
 * The objects that the server keeps itself, in the versions in which they are stored. Resource types are named
 * `<plural>.<group>`; what is not kept at this release is passed over. Another replica may be doing the same.
 */
export class SystemObjects {
  readonly #creator: Creator;
  readonly #updater: Updater;
  readonly #stored: ReadonlyMap<string, StoredResource>;
  readonly #manager: string;
  readonly #applier: Pick<Applier, 'apply'>;

  /** `manager`: who owns the fields of these objects. */
  constructor(
    { creator, updater, applier }: SystemWriters,
    stored: ReadonlyMap<string, StoredResource>,
    manager: string,
  ) {
    this.#applier = applier;
    this.#creator = creator;
    this.#updater = updater;
    this.#stored = stored;
    this.#manager = manager;
  }

  /** The same objects, written under another field manager. */
  ownedBy(manager: string): SystemObjects {
    const writers = { creator: this.#creator, updater: this.#updater, applier: this.#applier };
    return new SystemObjects(writers, this.#stored, manager);
  }

  /** The object that the caches show; undefined when there is none. May be changed. */
  get(type: string, namespace: string, name: string): ApiObject | undefined {
    const entry = this.#stored.get(type)?.cache.get(relativeKey(namespace, name));
    return entry === undefined ? undefined : decodePlaced(entry);
  }

  /** Creates it if it is missing. */
  async create(type: string, namespace: string, content: Content): Promise<void> {
    const resource = this.#stored.get(type);
    if (resource === undefined || this.get(type, namespace, content.metadata.name) !== undefined) return;
    const object = complete(resource, content);
    await this.#creator.create(resource, namespace, object, this.#options(resource)).catch(ifTaken);
  }

  /** Creates it if it is missing; sets the given fields that differ and leaves all other fields. */
  async keep(type: string, namespace: string, content: Content): Promise<void> {
    const resource = this.#stored.get(type);
    if (resource === undefined) return;
    const { name } = content.metadata;
    const present = this.get(type, namespace, name);
    if (present === undefined) return this.create(type, namespace, content);
    const wanted = complete(resource, content);
    if (!adopt(present, wanted, content)) return;
    const object = (stored: (() => ApiObject) | undefined): ApiObject => {
      const newest = stored!();
      adopt(newest, wanted, content);
      return newest;
    };
    const change = { ...mainRules(resource), mayCreate: false, object };
    const options = this.#options(resource);
    await this.#updater.update({ resource, namespace, name, change, options });
  }

  /**
   * Lets the caller change an object that exists; `change` answers whether it did, and is called again after a
   * conflict. It may set fields that only a create may set. An object that was deleted meanwhile is not made again.
   */
  async alter(
    type: string,
    namespace: string,
    name: string,
    change: (object: ApiObject) => boolean | Promise<boolean>,
  ): Promise<void> {
    const resource = this.#stored.get(type);
    if (resource === undefined) return;
    const object: UpdateFunc['object'] = async (stored, old) => {
      const newest = stored!();
      return (await change(newest)) ? newest : old!;
    };
    const validate: UpdateFunc['validate'] = (changed) => resource.rules.validateCreate?.(changed) ?? [];
    const whole = { ...mainRules(resource), validate, mayCreate: false, object };
    const options = this.#options(resource);
    await this.#updater
      .update({ resource, namespace, name, change: whole, options })
      .catch((error: unknown) => {
        if (!isStatus(error, 404)) throw error;
      });
  }

  /** The same for its status. */
  async alterStatus(
    type: string,
    namespace: string,
    name: string,
    change: (object: ApiObject) => boolean,
  ): Promise<void> {
    const resource = this.#stored.get(type);
    if (resource === undefined) return;
    const object: UpdateFunc['object'] = (stored, old) => {
      const newest = stored!();
      return change(newest) ? newest : old!;
    };
    const { writer } = this.#options(resource);
    const rules = statusRules(resource);
    const ofStatus = { ...writer!, subresource: 'status', filter: rules.filter! };
    const options = { dryRun: false, writer: ofStatus };
    await this.#updater
      .update({ resource, namespace, name, change: { ...rules, object }, options })
      .catch((error: unknown) => {
        if (!isStatus(error, 404)) throw error;
      });
  }

  /** Applies a status in a version, `networking/v1`, by force; an object that is not there is not made. */
  async applyStatus(type: string, name: string, apiVersion: string, status: JsonMap): Promise<void> {
    const resource = this.#stored.get(type);
    if (resource === undefined) return;
    const rules = statusRules(resource);
    const { kind } = resource.definition;
    const writer = { manager: this.#manager, apiVersion, subresource: 'status', filter: rules.filter! };
    const config = { apiVersion, kind, metadata: { name }, status };
    const object: UpdateFunc['object'] = (_copy, stored) =>
      this.#applier.apply(resource, { stored, kind, config, writer, force: true });
    const options = { dryRun: false, writer, skipsManagedFields: true };
    await this.#updater
      .update({ resource, namespace: '', name, change: { ...rules, object }, options })
      .catch((error: unknown) => {
        if (!isStatus(error, 404)) throw error;
      });
  }

  #options({ definition }: StoredResource): WriteOptions {
    const apiVersion = apiVersionOf(definition);
    const writer = { manager: this.#manager, apiVersion, subresource: '', filter: mainFilter(definition) };
    return { dryRun: false, writer };
  }
}

/** Takes over what `content` names from `wanted`; of metadata only labels are added. Whether that changed anything. */
function adopt(object: ApiObject, wanted: ApiObject, content: Content): boolean {
  let changed = false;
  for (const [label, value] of Object.entries(wanted.metadata.labels ?? {})) {
    if (object.metadata.labels?.[label] === value) continue;
    object.metadata.labels = { ...object.metadata.labels, [label]: value };
    changed = true;
  }
  for (const field of Object.keys(content)) {
    if (field === 'metadata' || equalValues(object[field], wanted[field])) continue;
    object[field] = copyJson(wanted[field]);
    changed = true;
  }
  return changed;
}

function ifTaken(error: unknown): void {
  if (!isStatus(error, 409)) throw error;
}
