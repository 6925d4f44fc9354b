import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { type Document, isMap, isSeq, YAMLMap, YAMLSeq } from 'yaml';
import type { ConfigFiles } from '../load-config.ts';
import { destinationOf, documentIn, type EntryKind, entryFields, pathsOf } from './config-files.ts';
import { replaceFile, withLocks } from './locked-files.ts';

/** Carries out changes while the files are locked, and writes those that changed. Throws texts for the user. */
export function editConfig<T>(files: ConfigFiles, change: (config: EditableConfig) => T): T {
  const destination = destinationOf(files);
  const locked = pathsOf(files).filter((path) => path === destination || existsSync(path));
  return withLocks(locked, () => {
    const config = new EditableConfig(files, destination);
    const result = change(config);
    config.write();
    return result;
  });
}

/** One file of a configuration. */
class EditableFile {
  readonly path: string;
  readonly document: Document;
  isChanged = false;

  constructor(path: string) {
    this.path = path;
    this.document = documentIn(path);
  }

  find(kind: EntryKind, name: string): YAMLMap | undefined {
    const list = this.document.get(kind);
    const items: unknown[] = isSeq(list) ? list.items : [];
    return items.find((item): item is YAMLMap => isMap(item) && item.get('name') === name);
  }

  add(kind: EntryKind, name: string): YAMLMap {
    const found = this.document.get(kind);
    const list = isSeq(found) ? found : new YAMLSeq();
    // An empty list is written as [].
    if (list.items.length === 0) list.flow = false;
    // With the schema, a path below it makes the maps that it needs.
    const entry = new YAMLMap(this.document.schema);
    entry.set(entryFields[kind], new YAMLMap(this.document.schema));
    entry.set('name', name);
    list.add(entry);
    this.set([kind], list);
    return entry;
  }

  remove(kind: EntryKind, entry: YAMLMap): void {
    const list = this.document.get(kind);
    if (isSeq(list)) list.items.splice(list.items.indexOf(entry), 1);
    this.isChanged = true;
  }

  set(path: readonly string[], value: unknown): void {
    if (!isMap(this.document.contents)) this.#begin();
    this.document.setIn(path, value);
    this.isChanged = true;
  }

  /** The fields of every file. */
  #begin(): void {
    this.document.contents = this.document.createNode({
      apiVersion: 'v1',
      clusters: [],
      contexts: [],
      'current-context': '',
      kind: 'Config',
      preferences: {},
      users: [],
    });
  }

  write(): void {
    if (this.isChanged) replaceFile(this.path, this.document.toString({ lineWidth: 0 }));
  }
}

/** An entry that may be changed. */
export class EditableEntry {
  readonly #file: EditableFile;
  readonly #entry: YAMLMap;
  readonly #field: string;

  constructor(file: EditableFile, entry: YAMLMap, field: string) {
    this.#file = file;
    this.#entry = entry;
    this.#field = field;
  }

  text(name: string): string {
    const value = this.#entry.getIn([this.#field, name]);
    return typeof value === 'string' ? value : '';
  }

  get(path: readonly string[]): unknown {
    const value = this.#entry.getIn([this.#field, ...path]);
    return isMap(value) || isSeq(value) ? value.toJS(this.#file.document) : value;
  }

  set(path: readonly string[], value: unknown): void {
    const below = this.#entry.get(this.#field);
    if (!isMap(below)) this.#entry.set(this.#field, new YAMLMap());
    this.#entry.setIn([this.#field, ...path], this.#file.document.createNode(value));
    this.#file.isChanged = true;
  }

  remove(...path: string[]): void {
    if (!this.#entry.hasIn([this.#field, ...path])) return;
    this.#entry.deleteIn([this.#field, ...path]);
    this.#file.isChanged = true;
  }

  /** A path of another file, written as the configuration has it: relative where it is below its folder. */
  setPath(name: string, path: string): void {
    const within = relative(resolve(dirname(this.#file.path)), resolve(path));
    const isBelow = within !== '' && !within.startsWith('..') && !isAbsolute(within);
    this.set([name], isBelow ? within : resolve(path));
  }
}

/** The files of a configuration while they are changed. */
export class EditableConfig {
  /** The file that new entries go to. */
  readonly destination: string;
  readonly #files: EditableFile[];

  constructor(files: ConfigFiles, destination: string) {
    this.destination = destination;
    this.#files = [...new Set([...pathsOf(files), destination])].map((path) => new EditableFile(path));
  }

  entry(kind: EntryKind, name: string): EditableEntry | undefined {
    const found = this.#find(kind, name);
    return found && new EditableEntry(found.file, found.entry, entryFields[kind]);
  }

  /** Makes it if it is not there. */
  entryOrNew(kind: EntryKind, name: string): EditableEntry {
    const found = this.entry(kind, name);
    if (found !== undefined) return found;
    const file = this.#destinationFile();
    return new EditableEntry(file, file.add(kind, name), entryFields[kind]);
  }

  /** Whether it was there. */
  remove(kind: EntryKind, name: string): boolean {
    const found = this.#find(kind, name);
    found?.file.remove(kind, found.entry);
    return found !== undefined;
  }

  rename(kind: EntryKind, from: string, to: string): void {
    const found = this.#find(kind, from);
    if (found === undefined) return;
    found.entry.set('name', to);
    found.file.isChanged = true;
  }

  get currentContext(): string {
    return this.#textOf(this.#fileWithContext());
  }

  set currentContext(name: string) {
    (this.#fileWithContext() ?? this.#destinationFile()).set(['current-context'], name);
  }

  /** A field of the whole configuration, in the file that new entries go to; undefined takes it away. */
  setField(path: readonly string[], value: unknown): void {
    const file = this.#destinationFile();
    if (value !== undefined) return file.set(path, value);
    for (const { document } of this.#files) if (document.hasIn(path)) document.deleteIn(path);
    for (const one of this.#files) one.isChanged = true;
  }

  write(): void {
    for (const file of this.#files) file.write();
  }

  #textOf(file: EditableFile | undefined): string {
    const name = file?.document.get('current-context');
    return typeof name === 'string' ? name : '';
  }

  #fileWithContext(): EditableFile | undefined {
    return this.#files.find((file) => this.#textOf(file) !== '');
  }

  #destinationFile(): EditableFile {
    return this.#files.find(({ path }) => path === this.destination)!;
  }

  #find(kind: EntryKind, name: string): { file: EditableFile; entry: YAMLMap } | undefined {
    for (const file of this.#files) {
      const entry = file.find(kind, name);
      if (entry !== undefined) return { file, entry };
    }
    return undefined;
  }
}
