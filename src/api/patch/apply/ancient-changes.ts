import { union } from './field-set.ts';
import { entryOf, identityText, isSameManager, type ManagerIdentity, type TrackedEntry } from './managers.ts';

const maxUpdateEntries = 10;
const bucketManager = 'ancient-changes';

/**
 * Bounds the Update entries of managedFields: of more than ten, the oldest ones of the same version become one entry,
 * with the time of the newest of them. The oldest one of each version stays alone until a second one joins it.
 */
export function ancientEntries(entries: readonly TrackedEntry[]): readonly TrackedEntry[] {
  const updates = entries.filter(({ operation }) => operation === 'Update');
  if (updates.length <= maxUpdateEntries) return entries;
  const oldestFirst = updates
    .map((entry) => ({ entry, text: identityText(entry) }))
    .sort((a, b) => order(a.entry.time ?? '', b.entry.time ?? '') || order(a.text, b.text))
    .map(({ entry }) => entry);
  let left = [...entries];
  let count = updates.length;
  const firsts = new Map<string, TrackedEntry>();
  for (const entry of oldestFirst) {
    if (count <= maxUpdateEntries) break;
    const first = firsts.get(entry.apiVersion);
    if (first === undefined) {
      firsts.set(entry.apiVersion, entry);
      continue;
    }
    const bucket = left.find((other) => isSameManager(other, bucketOf(entry)));
    // It is the bucket itself.
    if (bucket === entry) continue;
    left = merged(left, bucket ?? first, entry);
    count--;
  }
  return left;
}

function bucketOf({ apiVersion }: TrackedEntry): ManagerIdentity {
  return { manager: bucketManager, operation: 'Update', apiVersion, subresource: '' };
}

function merged(entries: readonly TrackedEntry[], bucket: TrackedEntry, next: TrackedEntry): TrackedEntry[] {
  const set = union(bucket.fieldsV1, next.fieldsV1)!;
  const others = entries.filter((entry) => entry !== bucket && entry !== next);
  return [...others, entryOf(bucketOf(next), set, next.time)];
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
