import { DecodeError, parseJson, writeJson } from '../../api/codec/json.ts';
import { isMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { internalError } from '../../api/meta/status.ts';
import { apiVersionOf, type StructSchema } from '../../api/schema/schema.ts';
import type { ServedVersion, Versions } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { type ResourceVersion, versionOf } from './resource-version.ts';

/** The objects of one request as JSON texts, in the version in which a webhook asks for them; `null` for none. */
export interface Shown {
  readonly kind: AdmissionAttributes['kind'];
  readonly object: string;
  readonly old: string;
}

/** The same objects as values. */
export interface ShownValues {
  readonly kind: AdmissionAttributes['kind'];
  readonly object: ApiObject | undefined;
  readonly old: ApiObject | undefined;
}

/** The same objects in several versions, each made once for all webhooks and policies that ask for it. */
export class VersionedObjects {
  readonly #attributes: AdmissionAttributes;
  readonly #versions: Versions;
  /** By apiVersion and kind. */
  readonly #shown = new Map<string, Shown>();
  readonly #onlyReads: boolean;
  readonly #values = new Map<string, ShownValues>();

  /** `onlyReads`: the objects stay as they are meanwhile, and need not be copied. */
  constructor(attributes: AdmissionAttributes, versions: Versions, onlyReads = false) {
    this.#attributes = attributes;
    this.#versions = versions;
    this.#onlyReads = onlyReads;
  }

  /** Throws an internal error for what cannot be shown so. */
  as(as: ResourceVersion): Shown {
    const key = this.#keyOf(as);
    let shown = this.#shown.get(key);
    if (shown === undefined) {
      const text = (state: ApiObject | undefined): string =>
        state === undefined ? 'null' : writeJson(state);
      const { kind, object, old } = this.valuesAs(as);
      shown = { kind, object: text(object), old: text(old) };
      this.#shown.set(key, shown);
    }
    return shown;
  }

  /** They must not be changed. Throws an internal error for what cannot be shown so. */
  valuesAs(as: ResourceVersion): ShownValues {
    const { object, old } = this.#attributes;
    const key = this.#keyOf(as);
    let values = this.#values.get(key);
    if (values === undefined) {
      const version = this.#versionFor(as);
      const isKept = (state: ApiObject): boolean =>
        this.#onlyReads && version?.isStored === true && state.kind === version.kind;
      const make = (state: ApiObject | undefined) =>
        state === undefined || isKept(state) ? state : converted(state, version);
      values = { kind: this.#kindOf(version), object: make(object), old: make(old) };
      this.#values.set(key, values);
    }
    return values;
  }

  /** The object has changed. */
  forget(): void {
    this.#shown.clear();
    this.#values.clear();
  }

  /** The object as a value that may be changed, of the version in which the webhook sees it. */
  valueAs(as: ResourceVersion): Record<string, unknown> {
    return parseJson(this.as(as).object) as Record<string, unknown>;
  }

  /** The value after a webhook patched it, normalized. Throws an internal error if it does not decode. */
  shaped(value: unknown, as: ResourceVersion): ApiObject {
    const version = this.#versionFor(as);
    const kind = this.#kindOf(version);
    const apiVersion = apiVersionOf(kind);
    if (!isMap(value) || value['kind'] !== kind.kind || value['apiVersion'] !== apiVersion) {
      throw internalError(`the patched object is no ${kind.kind} of ${apiVersion}`);
    }
    try {
      return version?.shape(value) ?? this.#versions.shape(kind, value);
    } catch (error) {
      if (error instanceof DecodeError) throw internalError(error.message);
      throw error;
    }
  }

  /** The schema of the objects in that version; undefined for an object of a kind of its own. */
  schemaAs(as: ResourceVersion): StructSchema | undefined {
    return this.#versionFor(as)?.schema;
  }

  /** A shaped object of a webhook's version as plugins and rules see it. */
  toStored(object: ApiObject, as: ResourceVersion): ApiObject {
    return this.#versionFor(as)?.toStored(object, this.#attributes.version) ?? object;
  }

  /** Undefined for an object of a kind of its own: a Scale is the same in all versions of what it scales. */
  #versionFor(as: ResourceVersion): ServedVersion | undefined {
    const { kind, group, version, resource } = this.#attributes;
    const own = versionOf(this.#versions, { group, version, resource });
    const isOwn = own?.kind === kind.kind && own.version === kind.version && own.group === kind.group;
    return isOwn ? versionOf(this.#versions, as) : undefined;
  }

  #keyOf(as: ResourceVersion): string {
    const { group, version, kind } = this.#kindOf(this.#versionFor(as));
    return `${group}/${version} ${kind}`;
  }

  #kindOf(version: ServedVersion | undefined): AdmissionAttributes['kind'] {
    return version ?? this.#attributes.kind;
  }
}

function converted(object: ApiObject, version: ServedVersion | undefined): ApiObject {
  if (version === undefined) return object;
  try {
    return version.fromStored(object);
  } catch (error) {
    throw internalError((error as Error).message);
  }
}
