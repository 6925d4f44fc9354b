import { parseOwnJson } from '../../api/codec/json.ts';
import type { FieldSelector } from '../../api/selectors/field-selector.ts';
import type { LabelSelector } from '../../api/selectors/label-selector.ts';
import type { ShardSelector } from '../../api/selectors/shard-selector.ts';
import { endOfPrefix, splitRelativeKey } from '../keys.ts';
import type { CacheEntry } from './entry.ts';

/** Which objects of a resource type a list or watch is about. */
export class Selection {
  /** Empty: all namespaces, or there are none. */
  readonly namespace: string;
  readonly labels: LabelSelector | undefined;
  readonly fields: FieldSelector | undefined;
  /** metadata.name has to be this. */
  readonly name: string | undefined;

  /** A part of the objects, by a hash. */
  readonly shard: ShardSelector | undefined;

  constructor(namespace: string, labels?: LabelSelector, fields?: FieldSelector, shard?: ShardSelector) {
    this.namespace = namespace;
    this.labels = labels === undefined || labels.isEmpty() ? undefined : labels;
    this.fields = fields === undefined || fields.isEmpty() ? undefined : fields;
    this.name = this.fields?.exactValue('metadata.name');
    this.shard = shard;
  }

  /** Equal selections have equal text. */
  get text(): string {
    const selectors = [this.labels, this.fields, this.shard].map((selector) => selector?.toString() ?? '');
    return JSON.stringify([this.namespace, ...selectors]);
  }

  /** Everything in its range is selected. */
  get isWhole(): boolean {
    return this.isPlain && this.shard === undefined;
  }

  /** Nothing but its range and a shard say what is selected. */
  get isPlain(): boolean {
    return this.labels === undefined && this.fields === undefined;
  }

  /** The keys that it can select lie in [from, to). */
  get range(): { from: string; to: string | undefined } {
    if (this.namespace === '') return { from: '', to: undefined };
    const from = `${this.namespace}/`;
    return { from, to: endOfPrefix(from) };
  }

  /** Whether an object could be selected of which no more is known than its key (below the resource type). */
  mayMatch(key: string): boolean {
    const { from, to } = this.range;
    if (key < from || (to !== undefined && key >= to)) return false;
    if (this.fields === undefined) return true;
    const { namespace, name } = splitRelativeKey(key);
    return this.fields.allows('metadata.name', name) && this.fields.allows('metadata.namespace', namespace);
  }

  matches(entry: CacheEntry): boolean {
    if (this.namespace !== '' && entry.namespace !== this.namespace) return false;
    if (this.name !== undefined && entry.name !== this.name) return false;
    if (this.labels !== undefined && !this.labels.matches(entry.labels)) return false;
    if (this.shard !== undefined && !this.shard.includes(shardedValue(this.shard, entry))) return false;
    return this.fields === undefined || this.fields.matches(selectableFields(entry));
  }
}

function shardedValue({ field }: ShardSelector, { namespace, json }: CacheEntry): string {
  if (field === 'namespace') return namespace;
  const { metadata } = parseOwnJson(json.toString()) as { metadata?: { uid?: string } };
  return metadata?.uid ?? '';
}

function selectableFields(entry: CacheEntry): Record<string, string> {
  return { ...entry.fields, 'metadata.name': entry.name, 'metadata.namespace': entry.namespace };
}
