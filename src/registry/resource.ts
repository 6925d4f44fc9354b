import type { ApiObject } from '../api/meta/metadata.ts';
import type { GroupKind, GroupResource } from '../api/meta/status.ts';
import type { DisabledFields } from '../api/schema/disabled-fields.ts';
import type { KindDefinition } from '../api/schema/schema.ts';
import type { PlainFinalizers } from '../api/validation/metadata-validation.ts';
import type { DecodedEntry } from '../storage/watch-cache/entry.ts';
import type { ResourceCache } from '../storage/watch-cache/resource-cache.ts';
import type { Pacer } from '../util/pacer.ts';
import type { Allocator } from './allocation.ts';
import type { AnyKindRules } from './kind-rules.ts';
import type { VersionConverter } from './version-converter.ts';

/** A resource type as it is kept: what it is, what is special about it, and where its objects are. */
export interface StoredResource {
  readonly type: GroupResource;
  readonly kind: GroupKind;
  /** In the version in which objects are stored. */
  readonly definition: KindDefinition;
  readonly rules: AnyKindRules;
  readonly cache: ResourceCache;
  /** Fields that writes empty; undefined where there are none. */
  readonly disabled?: DisabledFields | undefined;
  /** Finalizers that its objects may have although they name no domain. None when left out. */
  readonly plainFinalizers?: PlainFinalizers;
  /** Objects go by themselves after so many seconds. */
  readonly timeToLive: number | undefined;
  /** Gives its objects what only one object can have; undefined where there is nothing of that sort. */
  readonly allocator?: Allocator | undefined;
  /** Its other versions, where they are not those of a definition that is there from the start. */
  readonly versions?: VersionConverters | undefined;
  /** Version and encoding of what is written; undefined: JSON in this version, read as it was written. */
  readonly codec?: StorageCodec | undefined;
  /** Converter of a custom resource that is stored in another version than this one. */
  readonly converter?: StoreConverter | undefined;
  /** Called after an object was deleted from the store. Never rejects: the deletion cannot be taken back. */
  readonly afterDelete?: ((object: ApiObject) => Promise<void>) | undefined;
}

export type VersionConverters = (apiVersion: string) => VersionConverter | undefined;

/** An object for the store, `written`, and as it is when it is read from there. */
export type EncodedObject = Pick<DecodedEntry, 'stored' | 'isStale' | 'object'> & { written: Buffer };

/** The encoding of objects in the store. */
export interface StorageCodec {
  /** Whether it is JSON in the version of the resource, with a line feed behind it. */
  readonly isPlain: boolean;
  /** The kind in the version in which objects are written. */
  readonly written: KindDefinition;
  /** Encodes a normalized object for the store, and decodes it, in steps; `line`: its JSON with a line feed. */
  encode(shaped: ApiObject, line: Buffer, pacer: Pacer | undefined): Promise<EncodedObject>;
}

/** Between the bytes in the store and those of the version of a resource. Both may throw StatusError. */
export interface StoreConverter {
  /** A webhook converts: bytes have to go through `fromStore` before they are read. */
  readonly isRemote: boolean;
  /** Bytes of whichever version, as they are in the store, to bytes that the cache reads. */
  fromStore(bytes: Buffer): Promise<Buffer>;
  /** A normalized object for the store, and as it is when it is read from there. */
  toStore(object: ApiObject): Promise<DecodedEntry>;
}

/** An object of the store, as it is served. */
export interface Stored {
  /** JSON in the stored version, with its resourceVersion. */
  json: Buffer;
  revision: number;
  /** The same, where it is at hand without reading its bytes: to be read only. */
  object?: ApiObject | undefined;
}
