import { hash } from 'node:crypto';
import { writeJson } from '../../../api/codec/json.ts';
import type { JsonSchema } from '../../../api/schema/json-schema.ts';
import type { FieldSchema, KindDefinition, StructSchema } from '../../../api/schema/schema.ts';
import type { ValueStyle } from '../../../api/structural-schema/value-style.ts';
import { decodePlaced } from '../../../registry/conversion/object-codec.ts';
import type { CustomServing, ServedResource } from '../../../server/surface/api-surface.ts';
import type { Deprecation } from '../../../server/surface/deprecation.ts';
import type { CacheEntry } from '../../../storage/watch-cache/entry.ts';
import type { Pacer } from '../../../util/pacer.ts';
import {
  conditionOf,
  type Definition,
  isServed,
  isTrue,
  storageVersionOf,
} from '../definition/definition.ts';
import { type CustomKind, customKind, outlineOf } from '../kind/custom-kind.ts';
import type { ConvertInstances } from '../storage/version-converter.ts';
import { deprecationOf } from './deprecation.ts';
import { type InstanceDependencies, InstanceVersion } from './instance-version.ts';

export interface CustomResourceDependencies extends InstanceDependencies {
  /** The field `metadata` of every kind. */
  metadata: FieldSchema;
  /** The release whose expressions rules are in; undefined where rules do not count. */
  ruleRelease: string | undefined;
  /** Whatever instances are taken while their definition is being deleted. */
  takesAtEnd: CustomServing['takes'];
  /** Forms of the errors of values. */
  style: ValueStyle;
  /** Undefined where the definition says that versions differ by their name alone. */
  convertOf(definition: Definition): ConvertInstances | undefined;
}

/** Everything about the instances that only another spec or other names change. */
class InstanceSet {
  readonly #entry: CacheEntry;
  readonly #dependencies: CustomResourceDependencies;
  readonly #kinds = new Map<string, CustomKind>();
  readonly #versions = new Map<string, InstanceVersion>();
  #definition: Definition | undefined;
  readonly storage: string;
  /** Its schemas are not structural. */
  readonly #isLoose: boolean;
  #isClosed = false;

  constructor(entry: CacheEntry, definition: Definition, dependencies: CustomResourceDependencies) {
    this.#entry = entry;
    this.#isLoose = conditionOf(definition, 'NonStructuralSchema') !== undefined;
    this.#dependencies = dependencies;
    this.storage = storageVersionOf(definition);
  }

  /** Read when it is needed: most definitions have many schemas, and few of them are used. */
  get #read(): Definition {
    this.#definition ??= decodePlaced(this.#entry) as unknown as Definition;
    return this.#definition;
  }

  kindOf(name: string): CustomKind | undefined {
    let kind = this.#kinds.get(name);
    if (kind === undefined) {
      const definition = this.#read;
      const version = definition.spec.versions?.find((one) => one.name === name);
      if (version === undefined) return undefined;
      kind = customKind(definition, version, this.#dependencies);
      this.#kinds.set(name, kind);
    }
    return kind;
  }

  /** Not kept: it is asked for once, of every definition. */
  publishedSchema(name: string): JsonSchema | undefined {
    const definition = decodePlaced(this.#entry) as unknown as Definition;
    if (definition.spec.preserveUnknownFields || this.#isLoose) return undefined;
    const version = definition.spec.versions?.find((one) => one.name === name);
    return version?.schema?.openAPIV3Schema as JsonSchema | undefined;
  }

  version(name: string): InstanceVersion {
    let known = this.#versions.get(name);
    if (known === undefined) {
      const definition = this.#read;
      const version = definition.spec.versions!.find((one) => one.name === name)!;
      const convert = this.#dependencies.convertOf(definition);
      const options = { kind: this.kindOf(name)!, version, versions: this, convert };
      known = new InstanceVersion(options, this.#dependencies);
      this.#versions.set(name, known);
      if (this.#isClosed) known[Symbol.dispose]();
    }
    return known;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const version of this.#versions.values()) version[Symbol.dispose]();
  }
}

/** A definition as it is served: immutable, and made anew when the definition changes. */
export class CustomResource {
  readonly group: string;
  readonly uid: string;
  readonly isServed: boolean;
  readonly isEstablished: boolean;
  readonly isTerminating: boolean;
  /** By version, those that are served, in the order of the definition. */
  readonly served: ReadonlyMap<string, ServedResource>;
  readonly #signature: string;
  readonly #instances: InstanceSet;

  /** `before`: as it was, whose caches stay if nothing but conditions changed. */
  constructor(
    entry: CacheEntry,
    before: CustomResource | undefined,
    dependencies: CustomResourceDependencies,
  ) {
    const definition = decodePlaced(entry) as unknown as Definition;
    const { spec, status, metadata } = definition;
    this.group = spec.group;
    this.uid = metadata.uid ?? '';
    this.#signature = hash('sha256', writeJson([this.uid, spec, status.acceptedNames]), 'base64');
    const isSame = before !== undefined && before.#signature === this.#signature;
    if (!isSame) before?.[Symbol.dispose]();
    const instances = isSame ? before.#instances : new InstanceSet(entry, definition, dependencies);
    this.#instances = instances;
    this.isServed = isServed(definition);
    this.isEstablished = isTrue(definition, 'Established');
    this.isTerminating = isTrue(definition, 'Terminating');
    const versions = (spec.versions ?? []).filter(({ served }) => served);
    this.served = new Map(
      versions.map((version) => {
        const outline = outlineOf(definition, version, this.isTerminating);
        const deprecation = deprecationOf(definition, version);
        const { storage } = instances;
        const isStorageServed = versions.some(({ name }) => name === storage);
        const storedVersion = isStorageServed ? { ...outline, version: storage } : undefined;
        const custom = {
          takes: this.isTerminating ? dependencies.takesAtEnd : ('all' as const),
          storedVersion,
          selectable: (version.selectableFields ?? []).map(({ jsonPath }) => jsonPath.replace(/^\./, '')),
        };
        return [version.name, new ServedInstances(outline, instances, deprecation, custom)];
      }),
    );
  }

  /** The version in which instances are stored, served or not. Made in steps: a schema may have 30,000 fields. */
  async stored(pacer: Pacer): Promise<InstanceVersion> {
    await pacer.step();
    this.#instances.kindOf(this.#instances.storage);
    await pacer.step();
    return this.#instances.version(this.#instances.storage);
  }

  [Symbol.dispose](): void {
    this.#instances[Symbol.dispose]();
  }
}

/** One version of a custom resource. Schema, cache and codecs are made when they are asked for. */
class ServedInstances implements ServedResource {
  readonly definition: KindDefinition;
  readonly apiVersion: string;
  readonly deprecation: Deprecation | undefined;
  readonly custom: CustomServing;
  readonly #instances: InstanceSet;

  constructor(
    outline: Omit<KindDefinition, 'schema'>,
    instances: InstanceSet,
    deprecation: Deprecation | undefined,
    custom: Omit<CustomServing, 'prepare' | 'schema'>,
  ) {
    const { group, version } = outline;
    this.#instances = instances;
    this.apiVersion = `${group}/${version}`;
    this.deprecation = deprecation;
    this.definition = {
      ...outline,
      get schema(): StructSchema {
        return instances.kindOf(version)!.definition.schema;
      },
    };
    this.custom = {
      ...custom,
      prepare: (verb) => this.#version.prepare(verb),
      schema: () => instances.publishedSchema(version),
    };
  }

  get #version(): InstanceVersion {
    return this.#instances.version(this.definition.version);
  }

  get resource() {
    return this.#version.resource;
  }

  get codec() {
    return this.#version.codec;
  }

  get protobuf() {
    return this.#version.protobuf;
  }
}
