import type { EncodingMemory } from '../../registry/conversion/encoding-cache.ts';
import type { TableBudget } from '../../registry/kind-rules.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { Clock } from '../../util/clock.ts';
import { MetadataRanges } from '../encoding/metadata-range.ts';
import type { ServedResource } from '../surface/api-surface.ts';
import { type JsonItem, JsonItems } from './json-items.ts';
import { TableRows } from './table-rows.ts';
import { type IncludeObject, tableRules } from './tables.ts';

/** Values that the columns of one Table may look at: some tenths of a second, in slices. */
const maxTableSteps = 5_000_000;

/** In which form rows come: apiVersion of the Table, and what of the object goes with each. */
export interface RowFormat {
  version: string;
  include: IncludeObject;
}

/** Entries of the cache as what clients would rather see, put together from bytes that are there already. */
export class EntryEncoders {
  readonly ranges = new MetadataRanges();
  readonly #clock: Clock;
  readonly #rows: TableRows;

  constructor(clock: Clock, memory?: EncodingMemory) {
    this.#rows = new TableRows(memory);
    this.#clock = clock;
  }

  rows(served: ServedResource, entries: readonly CacheEntry[], form: RowFormat): JsonItems {
    const budget = { left: maxTableSteps };
    return new JsonItems(entries.length, (index) => this.#row(served, entries[index]!, form, budget));
  }

  partials(served: ServedResource, entries: readonly CacheEntry[], version: string): JsonItems {
    return new JsonItems(entries.length, (index) => this.#partial(served, entries[index]!, version));
  }

  /** One row by itself. */
  row(served: ServedResource, entry: CacheEntry, form: RowFormat): JsonItems {
    return this.rows(served, [entry], form);
  }

  /** Nothing but the metadata of one, as JSON. */
  partial(served: ServedResource, entry: CacheEntry, version: string): Buffer {
    const items = this.partials(served, [entry], version);
    const json = Buffer.allocUnsafe(items.size(0));
    items.write(0, json, 0);
    return json;
  }

  #row(
    served: ServedResource,
    entry: CacheEntry,
    { version, include }: RowFormat,
    budget: TableBudget,
  ): JsonItem {
    const cells = this.#rows.cells(entry, tableRules(served), this.#clock.now(), budget);
    if (include === 'None')
      return { text: `${cells},"object":null`, json: nothing, start: 0, end: 0, closing: '}' };
    if (include === 'Object') {
      const { json } = served.codec.entry(entry);
      return { text: `${cells},"object":`, json, start: 0, end: json.length, closing: '}' };
    }
    const { text, closing, ...metadata } = this.#partial(served, entry, version);
    return { text: `${cells},"object":${text}`, ...metadata, closing: `${closing}}` };
  }

  #partial(served: ServedResource, entry: CacheEntry, version: string): JsonItem {
    const inVersion = served.codec.entry(entry);
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
