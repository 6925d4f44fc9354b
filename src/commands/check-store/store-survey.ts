import { readValue } from '../../storage/storage-format.ts';
import { type StoredPlace, sharedNames } from './store-places.ts';

/** Names of unreadable objects and of keys that are kept for the report. */
const maxNames = 100;
/** Hidden fields that are kept for the report: types that contain themselves have paths of any length. */
const maxHidden = 1_000;

/** Objects of one type in one form. */
export interface Count {
  resource: string;
  apiVersion: string;
  /** `json` or `protobuf`. */
  form: string;
  /** `aescbc:v1`, or "" for plain text. */
  encryption: string;
  count: number;
  bytes: number;
}

/** A field of some objects of a type that the release does not have. */
export interface HiddenField {
  resource: string;
  /** `spec.containers[].resizePolicy`. */
  field: string;
  /** Number of objects with it. */
  count: number;
}

export interface Unreadable {
  key: string;
  reason: string;
}

/** Keys that belong to nothing, by the first component below the prefix. */
export interface UnknownKeys {
  name: string;
  count: number;
  example: string;
}

/** A value as it is read: its plain text, or why there is none. */
export type Decrypt = (value: Buffer, key: string, resource: string) => Promise<Buffer>;

export interface SurveyOptions {
  /** With a '/' at its end. */
  prefix: string;
  places: readonly StoredPlace[];
  /** With this begins what is encrypted: `<prefix>aescbc:v1:<key>:`. */
  encryptedPrefix: string;
  /** Rejects with the reason. */
  decrypt: Decrypt;
}

/** Counts what a store holds. Nothing of the objects is kept. */
export class StoreSurvey {
  readonly #options: SurveyOptions;
  readonly #counts = new Map<string, Count>();
  readonly #shared = new Map<string, number>();
  readonly #unknown = new Map<string, UnknownKeys>();
  readonly #hidden = new Map<string, HiddenField>();
  readonly #unreadable: Unreadable[] = [];
  #unreadableCount = 0;
  readonly #unplaced: string[] = [];
  #unplacedCount = 0;

  constructor(options: SurveyOptions) {
    this.#options = options;
  }

  get counts(): Count[] {
    return [...this.#counts.values()].sort(
      (a, b) =>
        compare(a.resource, b.resource) || compare(a.apiVersion, b.apiVersion) || compare(a.form, b.form),
    );
  }

  /** Number of keys of the records that servers share beside objects, by name. */
  get shared(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#shared);
  }

  get unknown(): UnknownKeys[] {
    return [...this.#unknown.values()];
  }

  get hidden(): HiddenField[] {
    return [...this.#hidden.values()];
  }

  /** The first ones. */
  get unreadable(): readonly Unreadable[] {
    return this.#unreadable;
  }

  get unreadableCount(): number {
    return this.#unreadableCount;
  }

  /** The keys of the first objects that lack their name or namespace. */
  get unplaced(): readonly string[] {
    return this.#unplaced;
  }

  get unplacedCount(): number {
    return this.#unplacedCount;
  }

  /** `damage`: why the store itself cannot read what it holds there. */
  async add(key: string, stored: Buffer, damage?: string): Promise<void> {
    const { prefix, places, decrypt } = this.#options;
    const place = places.find((one) => key.startsWith(one.prefix));
    if (place === undefined) return this.#beside(key.slice(prefix.length), key);
    const { resource } = place;
    const encryption = this.#encryptionOf(stored);
    try {
      if (damage !== undefined) throw new Error(damage);
      const value = encryption === '' ? stored : await decrypt(stored, key, resource);
      const { apiVersion, isProtobuf } = readValue(value);
      const { isUnplaced, hidden } = place.read(value, key);
      this.#count(
        { resource, apiVersion, form: isProtobuf ? 'protobuf' : 'json', encryption },
        stored.length,
      );
      for (const field of hidden) this.#hide(resource, field);
      if (isUnplaced && ++this.#unplacedCount <= maxNames) this.#unplaced.push(key);
    } catch (error) {
      this.#count({ resource, apiVersion: 'unreadable', form: '', encryption }, stored.length);
      this.#unreadableCount++;
      if (this.#unreadable.length < maxNames)
        this.#unreadable.push({ key, reason: (error as Error).message });
    }
  }

  #hide(resource: string, field: string): void {
    const text = `${resource} ${field}`;
    const known = this.#hidden.get(text);
    if (known !== undefined) known.count++;
    else if (this.#hidden.size < maxHidden) this.#hidden.set(text, { resource, field, count: 1 });
  }

  #encryptionOf(stored: Buffer): string {
    const { encryptedPrefix } = this.#options;
    const head = stored.subarray(0, encryptedPrefix.length + 64).toString('latin1');
    if (!head.startsWith(encryptedPrefix)) return '';
    const [provider = '', version = ''] = head.slice(encryptedPrefix.length).split(':');
    return `${provider}:${version}`;
  }

  #count(form: Omit<Count, 'count' | 'bytes'>, bytes: number): void {
    const text = Object.values(form).join(' ');
    const count = this.#counts.get(text);
    if (count === undefined) this.#counts.set(text, { ...form, count: 1, bytes });
    else {
      count.count++;
      count.bytes += bytes;
    }
  }

  #beside(path: string, key: string): void {
    const name = path.split('/', 1)[0]!;
    if (sharedNames.includes(name)) {
      this.#shared.set(name, (this.#shared.get(name) ?? 0) + 1);
      return;
    }
    const unknown = this.#unknown.get(name);
    if (unknown !== undefined) unknown.count++;
    else if (this.#unknown.size < maxNames) this.#unknown.set(name, { name, count: 1, example: key });
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
