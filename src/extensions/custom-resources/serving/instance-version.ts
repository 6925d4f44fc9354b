import type { ProtobufEncoder } from '../../../api/codec/protobuf/encode.ts';
import { StatusError } from '../../../api/meta/status.ts';
import type { ExtensionNames } from '../../../api/schema/json-schema.ts';
import { apiVersionOf } from '../../../api/schema/schema.ts';
import type { EncodingMemory } from '../../../registry/conversion/encoding-cache.ts';
import { VersionCodec } from '../../../registry/conversion/version-codec.ts';
import type { StoredResource } from '../../../registry/resource.ts';
import type { Resources } from '../../../registry/resources.ts';
import { storageError } from '../../../registry/storage-errors.ts';
import { ProtobufEntries } from '../../../server/encoding/protobuf-codec.ts';
import type { CacheFeed } from '../../../storage/watch-cache/cache-feed.ts';
import type { DefinitionVersion } from '../definition/definition.ts';
import type { CustomKind } from '../kind/custom-kind.ts';
import { customRules } from '../rules/custom-rules.ts';
import type { RuleObserver } from '../rules/rule-observer.ts';
import { InstanceCodec } from '../storage/instance-codec.ts';
import { InstanceDecoder, type Versions } from '../storage/instance-decoder.ts';
import { SiblingVersion } from '../storage/sibling-version.ts';
import { type ConvertInstances, instanceConverter } from '../storage/version-converter.ts';

/** Verbs that are about all instances at once. */
const ofCollections = ['list', 'watch', 'deletecollection'];

/** The parts that the versions of all definitions share. */
export interface InstanceDependencies {
  resources: Pick<Resources, 'custom'>;
  feed: Pick<CacheFeed, 'join' | 'leave'>;
  encoder: ProtobufEncoder;
  memory: EncodingMemory;
  names: ExtensionNames;
  ruleObserver?: RuleObserver | undefined;
}

export interface InstanceVersionOptions {
  kind: CustomKind;
  version: DefinitionVersion;
  versions: Versions;
  /** Undefined where versions differ by their name alone. */
  convert: ConvertInstances | undefined;
}

/**
 * The instances of a definition in one of its versions, as long as the definition stays as it is: with a cache of their
 * own, which is loaded at the first request for them.
 */
export class InstanceVersion {
  readonly kind: CustomKind;
  readonly resource: StoredResource;
  readonly codec: VersionCodec;
  readonly protobuf: ProtobufEntries;
  readonly #feed: InstanceDependencies['feed'];
  readonly #converts: boolean;
  #loading: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    options: InstanceVersionOptions,
    { resources, feed, encoder, memory, names, ruleObserver }: InstanceDependencies,
  ) {
    const { kind, version, versions, convert } = options;
    const { definition } = kind;
    this.kind = kind;
    this.#feed = feed;
    this.#converts = convert !== undefined;
    const decoder = new InstanceDecoder(kind, versions, convert !== undefined);
    const storage = versions.kindOf(versions.storage)!;
    const converter =
      convert === undefined && storage === kind
        ? undefined
        : instanceConverter({ kind, storage, decoder, convert });
    const resource: StoredResource = {
      ...resources.custom(definition, customRules(kind, version, names, ruleObserver), decoder.decode),
      converter,
      codec: converter === undefined ? new InstanceCodec(kind, decoder) : undefined,
      versions: (apiVersion) => this.#codecOf(apiVersion, versions),
    };
    this.resource = resource;
    this.codec = new VersionCodec(definition, resource, memory);
    this.protobuf = new ProtobufEntries(encoder, definition, this.codec);
  }

  /**
   * Resolves when the instances can be read. Rejects with a StatusError: where instances cannot be converted, those that
   * need not be can still be read and written one by one.
   */
  async prepare(verb: string): Promise<void> {
    if (this.#isClosed)
      throw new StatusError(503, 'ServiceUnavailable', 'apiserver is shutting down', {
        retryAfterSeconds: 1,
      });
    const { cache, converter, type } = this.resource;
    if (this.#loading === undefined) {
      const convert = this.#converts ? converter!.fromStore : undefined;
      // A read before it is loaded goes to the store.
      if (convert !== undefined) cache.isBehind = () => {};
      this.#loading = this.#feed.join(cache, convert);
    }
    try {
      await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      if (!this.#converts || ofCollections.includes(verb)) throw storageError(error, type, verb);
    }
  }

  /** Requests that are under way may finish; watches end now. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#feed.leave(this.resource.cache);
  }

  #codecOf(apiVersion: string, versions: Versions) {
    const { definition } = this.kind;
    if (apiVersion === apiVersionOf(definition)) return this.codec;
    const other = versions.kindOf(apiVersion.slice(apiVersion.indexOf('/') + 1));
    if (other === undefined || apiVersionOf(other.definition) !== apiVersion) return undefined;
    return new SiblingVersion(other.definition, this.resource);
  }
}
