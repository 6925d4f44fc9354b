import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import type { Clock } from '../util/clock.ts';
import type { ServedResource } from './api-surface.ts';
import { inSlices } from './in-slices.ts';
import { type JsonItem, JsonItems } from './json-items.ts';
import { MetadataRanges } from './metadata-range.ts';
import { TableRows } from './table-rows.ts';
import { type IncludeObject, tableRules } from './tables.ts';

/** In which form rows come: apiVersion of the Table, and what of the object goes with each. */
export interface RowForm {
  version: string;
  include: IncludeObject;
}

/** Entries of the cache as what clients would rather see, put together from bytes that are there already. */
export class EntryViews {
  readonly ranges = new MetadataRanges();
  readonly #clock: Clock;
  readonly #rows = new TableRows();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async rows(served: ServedResource, entries: readonly CacheEntry[], form: RowForm): Promise<JsonItems> {
    return new JsonItems(await inSlices(entries, (entry) => this.#row(served, entry, form)));
  }

  async partials(
    served: ServedResource,
    entries: readonly CacheEntry[],
    version: string,
  ): Promise<JsonItems> {
    return new JsonItems(await inSlices(entries, (entry) => this.#partial(served, entry, version)));
  }

  /** One row by itself. */
  row(served: ServedResource, entry: CacheEntry, form: RowForm): JsonItems {
    return new JsonItems([this.#row(served, entry, form)]);
  }

  /** Nothing but the metadata of one, as JSON. */
  partial(served: ServedResource, entry: CacheEntry, version: string): Buffer {
    const items = new JsonItems([this.#partial(served, entry, version)]);
    const json = Buffer.allocUnsafe(items.size(0));
    items.write(0, json, 0);
    return json;
  }

  #row(served: ServedResource, entry: CacheEntry, { version, include }: RowForm): JsonItem {
    const cells = this.#rows.cells(entry, tableRules(served), this.#clock.now());
    if (include === 'None')
      return { text: `${cells},"object":null`, json: nothing, start: 0, end: 0, closing: '}' };
    if (include === 'Object') {
      const { json } = served.form.entry(entry);
      return { text: `${cells},"object":`, json, start: 0, end: json.length, closing: '}' };
    }
    const { text, closing, ...metadata } = this.#partial(served, entry, version);
    return { text: `${cells},"object":${text}`, ...metadata, closing: `${closing}}` };
  }

  #partial(served: ServedResource, entry: CacheEntry, version: string): JsonItem {
    const inVersion = served.form.entry(entry);
    return {
      text: `{"kind":"PartialObjectMetadata","apiVersion":"${version}","metadata":`,
      json: inVersion.json,
      start: this.ranges.start(inVersion),
      end: this.ranges.end(inVersion),
      closing: '}',
    };
  }
}

const nothing = Buffer.alloc(0);
