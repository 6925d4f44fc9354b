import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseUniqueYaml } from '../api/codec/yaml.ts';
import type { Clock } from '../util/clock.ts';
import { type ClusterConfig, ConfigEntries, type UserConfig } from './config-entries.ts';
import { Fields, ShapeError } from './fields.ts';

/** Who shows nothing. */
const noUser: UserConfig = { identity: undefined, authorization: undefined };

/**
 * A client configuration: clusters, users, and contexts that pair them. Files that it names are relative to its own
 * folder; what is given as data goes before a file.
 */
export class Kubeconfig {
  readonly #path: string;
  readonly #document: Fields;
  readonly #entries: ConfigEntries;

  private constructor(path: string, clock: Clock, document: Fields) {
    this.#path = path;
    this.#document = document;
    this.#entries = new ConfigEntries(dirname(path), clock);
  }

  /** Throws a start-up error, with the file and the field, here and in all that is asked of it. */
  static read(path: string, clock: Clock): Kubeconfig {
    const text = readFileSync(path, 'utf8');
    return named(path, () => {
      const config = new Kubeconfig(path, clock, new Fields(documentOf(text), ''));
      for (const list of ['clusters', 'users', 'contexts']) config.#checkNames(list);
      return config;
    });
  }

  /** Of the context that is current. */
  current(): { cluster: ClusterConfig; user: UserConfig } {
    return named(this.#path, () => {
      const name = this.#document.required('current-context');
      const context = this.#entry('contexts', 'context', name);
      if (context === undefined) {
        throw this.#document.wrong('current-context', `context ${JSON.stringify(name)} does not exist`);
      }
      const cluster = context.required('cluster');
      const user = context.text('user') ?? '';
      return {
        cluster: this.#cluster(cluster) ?? missing(context, 'cluster', cluster),
        user: user === '' ? noUser : (this.#user(user) ?? missing(context, 'user', user)),
      };
    });
  }

  /** undefined when there is none of this name. */
  user(name: string): UserConfig | undefined {
    return named(this.#path, () => this.#user(name));
  }

  /** Of the context that is current, if it names one that is there. */
  currentUser(): UserConfig | undefined {
    return named(this.#path, () => {
      const context = this.#entry('contexts', 'context', this.#document.text('current-context') ?? '');
      const user = context?.text('user') ?? '';
      return user === '' ? undefined : this.#user(user);
    });
  }

  #cluster(name: string): ClusterConfig | undefined {
    const fields = this.#entry('clusters', 'cluster', name);
    return fields && this.#entries.cluster(fields);
  }

  #user(name: string): UserConfig | undefined {
    const fields = this.#entry('users', 'user', name);
    return fields && this.#entries.user(fields);
  }

  /** The object below an entry of a list, by the entry's name. */
  #entry(list: string, below: string, name: string): Fields | undefined {
    const entry = this.#document.objects(list).find((one) => one.text('name') === name);
    if (entry === undefined) return undefined;
    const fields = entry.object(below);
    if (fields === undefined) throw entry.wrong(below, 'must be given');
    return fields;
  }

  #checkNames(list: string): void {
    const seen = new Set<string>();
    for (const entry of this.#document.objects(list)) {
      const name = entry.text('name') ?? '';
      if (seen.has(name)) throw entry.wrong('name', `${JSON.stringify(name)} is there more than once`);
      seen.add(name);
    }
  }
}

function documentOf(text: string): unknown {
  try {
    return parseUniqueYaml(text);
  } catch (error) {
    throw new ShapeError(`is not YAML: ${(error as Error).message}`);
  }
}

function missing(context: Fields, field: string, name: string): never {
  throw context.wrong(field, `${field} ${JSON.stringify(name)} does not exist`);
}

/** Says in which file a field is wrong. */
function named<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ShapeError) throw new Error(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
