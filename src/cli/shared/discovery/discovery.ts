import { type Dialect, dialects } from '../../../api/meta/dialect.ts';
import { readTypes } from '../../../client/api/aggregated-discovery.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { CliError } from '../errors/cli-error.ts';
import { DiscoveryCache } from './discovery-cache.ts';
import { matchResource, resourcesOfCategory } from './match-resource.ts';
import type { ServedApi, ServedResource } from './served-api.ts';

export interface DiscoveryOptions {
  client: ApiCaller;
  /** The address of the server. */
  server: string;
  /** Directory of the cache. */
  directory: string;
  now: () => number;
}

/** Which resources the server has: from the cache on disk, and from the server where that is old or lacks something. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #cache: DiscoveryCache;
  #known: Promise<ServedApi> | undefined;
  #isFresh = false;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    this.#cache = new DiscoveryCache(options.directory, options.server, options.now);
  }

  /** Reads the API from the cache, if it is there. */
  api(): Promise<ServedApi> {
    const cached = this.#known === undefined ? this.#cache.read() : undefined;
    this.#known ??= cached === undefined ? this.#read() : Promise.resolve(cached);
    return this.#known;
  }

  /** Asks for the present API, once in the life of the process. */
  refreshed(): Promise<ServedApi> {
    if (!this.#isFresh) this.#known = this.#read();
    return this.#known!;
  }

  /** The server's words: those in the names of its API groups. */
  async dialect(): Promise<Dialect> {
    const { resources } = await this.api();
    const speaks = ({ api }: Dialect): boolean => resources.some(({ group }) => group.endsWith(`.${api}`));
    return dialects.find(speaks) ?? dialects[0]!;
  }

  /** The type that a word means. Throws CliError when the server has no such type. */
  async resource(word: string): Promise<ServedResource> {
    const found = await this.#lookUp(({ resources }) => matchResource(resources, word)[0]);
    if (found === undefined) throw new CliError(`the server doesn't have a resource type "${word}"`);
    return found;
  }

  /** The types that a word means: one, or those of a category. Throws CliError. */
  async resources(word: string): Promise<ServedResource[]> {
    const found = await this.#lookUp(({ resources }) => {
      const one = matchResource(resources, word).slice(0, 1);
      const all = one.length > 0 ? one : resourcesOfCategory(resources, word.toLowerCase());
      return all.length > 0 ? all : undefined;
    });
    if (found === undefined) throw new CliError(`the server doesn't have a resource type "${word}"`);
    return found;
  }

  /** The type of an object; undefined when the server has none. `apiVersion`: `apps/v1`. */
  ofKind(apiVersion: string, kind: string): Promise<ServedResource | undefined> {
    const slash = apiVersion.indexOf('/');
    const group = slash < 0 ? '' : apiVersion.slice(0, slash);
    const version = apiVersion.slice(slash + 1);
    return this.#lookUp(({ resources }) =>
      resources.find((one) => one.kind === kind && one.group === group && one.version === version),
    );
  }

  /** Looks in what is known, and then in what the server serves now. */
  async #lookUp<T>(find: (api: ServedApi) => T | undefined): Promise<T | undefined> {
    const found = find(await this.api());
    return found !== undefined || this.#isFresh ? found : find(await this.refreshed());
  }

  async #read(): Promise<ServedApi> {
    this.#isFresh = true;
    const { resources, failures } = await readTypes(this.#options.client);
    const texts = [...failures].map(([name, { message }]) => [name, message] as const);
    const api: ServedApi = { resources, failures: Object.fromEntries(texts) };
    // A group that is missing for a moment must not be missing for ten minutes.
    if (failures.size === 0 && resources.length > 0) this.#cache.write(api);
    return api;
  }
}
