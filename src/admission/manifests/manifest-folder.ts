import { type FSWatcher, watch } from 'node:fs';
import { goQuote } from '../../util/quote.ts';
import type { PluginDependencies } from '../descriptor.ts';
import { type ManifestFiles, type ManifestObject, objectsOf, readManifestFiles } from './manifest-files.ts';
import { ManifestLister } from './manifest-lister.ts';
import { checkEntries, type ManifestEntry } from './manifest-rules.ts';

/** A kind of objects that may stand in a folder. */
export interface ManifestKind {
  readonly kind: string;
  readonly resource: string;
}

/** Milliseconds between looks at a folder that says nothing of changes, and until files that change are written. */
const interval = 60_000;
const settling = 100;

export interface ManifestSort {
  /** Name of the plugin. */
  readonly plugin: string;
  /** The name of the objects in messages: `policy`, `webhook`. */
  readonly what: string;
  readonly kinds: readonly ManifestKind[];
}

/** The objects in the files of a folder. All of them count, or, after a change with a fault, all that did before. */
export class ManifestFolder implements Disposable {
  readonly #folder: string;
  readonly #sort: ManifestSort;
  readonly #dependencies: PluginDependencies;
  readonly #listers: ReadonlyMap<string, ManifestLister<unknown>>;
  readonly #watcher: FSWatcher;
  readonly #again: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #hash = '';

  private constructor(folder: string, sort: ManifestSort, dependencies: PluginDependencies) {
    this.#folder = folder;
    this.#sort = sort;
    this.#dependencies = dependencies;
    this.#listers = new Map(sort.kinds.map(({ kind }) => [kind, new ManifestLister<unknown>()]));
    const readAgain = (): void => void this.#readAgain();
    this.#again = setInterval(readAgain, interval).unref();
    this.#watcher = watch(folder, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(readAgain, settling).unref();
    }).unref();
    this.#watcher.on('error', ({ message }) => dependencies.report(message));
  }

  /** Reads a folder and follows it. Rejects with a start-up error. */
  static async open(
    folder: string,
    sort: ManifestSort,
    dependencies: PluginDependencies,
  ): Promise<ManifestFolder> {
    const opened = dependencies.resources.use(new ManifestFolder(folder, sort, dependencies));
    try {
      await opened.#take(await readManifestFiles(folder));
    } catch (error) {
      throw opened.#failure(error as Error);
    }
    return opened;
  }

  /** The objects of a kind. */
  lister<T>(kind: string): ManifestLister<T> {
    return this.#listers.get(kind) as ManifestLister<T>;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#again);
    clearTimeout(this.#timer);
    this.#watcher.close();
  }

  async #readAgain(): Promise<void> {
    const { manifests, report } = this.#dependencies;
    const { plugin } = this.#sort;
    try {
      const files = await readManifestFiles(this.#folder);
      if (files.hash === this.#hash) return;
      await this.#take(files);
      manifests.reloaded(plugin, true);
    } catch (error) {
      manifests.reloaded(plugin, false);
      report(this.#failure(error as Error).message);
    }
  }

  #failure({ message }: Error): Error {
    const { what } = this.#sort;
    return new Error(`failed to load static ${what} manifests from ${goQuote(this.#folder)}: ${message}`);
  }

  /** Rejects for a fault, and leaves what counted before. */
  async #take(files: ManifestFiles): Promise<void> {
    const entries = await Promise.all(objectsOf(files).map((found) => this.#entry(found)));
    checkEntries(entries, `.static.${this.#dependencies.dialect.api}`);
    for (const [kind, lister] of this.#listers) {
      lister.replace(entries.map(({ object }) => object).filter((object) => object.kind === kind));
    }
    this.#hash = files.hash;
    this.#dependencies.manifests.loaded(this.#sort.plugin, files.hash);
  }

  async #entry({ file, value }: ManifestObject): Promise<ManifestEntry> {
    const { dialect, writer } = this.#dependencies;
    const group = `admissionregistration.${dialect.api}`;
    const { apiVersion, kind } = value;
    const known = this.#sort.kinds.find((each) => each.kind === kind);
    if (known === undefined || apiVersion !== `${group}/v1`) {
      throw new Error(
        `file ${goQuote(file)}: unsupported resource type ${apiVersion ?? ''}, Kind=${kind ?? ''}`,
      );
    }
    try {
      return { file, object: await writer.shaped({ group, resource: known.resource }, value) };
    } catch (error) {
      throw new Error(`file ${goQuote(file)}: ${(error as Error).message}`);
    }
  }
}
