import { encodeStatus } from '../../api/codec/protobuf/status.ts';
import { encodeWatchFrame } from '../../api/codec/protobuf/watch-frame.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Status } from '../../api/meta/status.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { EventEncoder, EventType } from '../../storage/watch-cache/event.ts';
import type { MetadataRanges } from '../encoding/metadata-range.ts';
import { type ProtobufEntries, partialInEnvelope } from '../encoding/protobuf-codec.ts';
import type { ServedResource } from '../surface/api-surface.ts';
import type { Bookmarks } from './bookmarks.ts';

/** Events as frames with a length before each, whole objects in their envelopes. */
export class ProtobufEvents implements EventEncoder {
  readonly id: string;
  readonly #protobuf: ProtobufEntries;
  readonly #bookmarks: Bookmarks;

  constructor({ apiVersion, protobuf }: ServedResource, bookmarks: Bookmarks) {
    this.id = `protobuf ${apiVersion}`;
    this.#protobuf = protobuf!;
    this.#bookmarks = bookmarks;
  }

  frame(type: EventType, { json }: CacheEntry, object?: ApiObject): Buffer {
    return this.#frame(type, this.#protobuf.field({ json, object }));
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    const object = this.#bookmarks.served(revision, endsInitialEvents);
    return this.#frame('BOOKMARK', this.#protobuf.objects.field(object));
  }

  #frame(type: string, field: Buffer): Buffer {
    return encodeWatchFrame({ type, object: this.#protobuf.objects.inEnvelope(field) });
  }
}

/** The same of nothing but metadata. */
export class PartialProtobufEvents implements EventEncoder {
  readonly id: string;
  readonly #protobuf: ProtobufEntries;
  readonly #bookmarks: Bookmarks;
  readonly #ranges: MetadataRanges;
  readonly #version: string;

  constructor(
    { apiVersion, protobuf }: ServedResource,
    bookmarks: Bookmarks,
    ranges: MetadataRanges,
    version: string,
  ) {
    this.id = `partial protobuf ${version} ${apiVersion}`;
    this.#protobuf = protobuf!;
    this.#bookmarks = bookmarks;
    this.#ranges = ranges;
    this.#version = version;
  }

  frame(type: EventType, entry: CacheEntry): Buffer {
    return this.#frame(type, this.#protobuf.partialField(entry, this.#ranges));
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    const object = this.#bookmarks.served(revision, endsInitialEvents);
    return this.#frame('BOOKMARK', this.#protobuf.objects.partial(object));
  }

  #frame(type: string, field: Buffer): Buffer {
    return encodeWatchFrame({ type, object: partialInEnvelope(field, this.#version) });
  }
}

/** The last event of a watch that cannot go on. */
export const protobufErrorEvent = (status: Status): Buffer =>
  encodeWatchFrame({ type: 'ERROR', object: encodeStatus(status) });
