import { DecodeError } from '../api/codec/decode-error.ts';
import { noObject } from '../api/codec/untyped.ts';
import { parseUniqueYaml } from '../api/codec/yaml.ts';
import { isMap } from '../api/json/json-values.ts';
import type { Clock } from '../util/clock.ts';
import { type ConfigDocument, readDocument } from './config/config-document.ts';
import { configText, loadError } from './config/config-text.ts';
import {
  type ClusterConfig,
  strictCluster,
  strictUser,
  type UserConfig,
  wrongAt,
} from './config/strict-entries.ts';
import { ShapeError } from './fields.ts';

/** The user of a context that names none. */
const noUser: UserConfig = { identity: undefined, authorization: undefined };

/**
 * A client configuration of a server, read strictly. Files that it names are relative to its own folder; what is given
 * as data goes before a file.
 */
export class Kubeconfig {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #document: ConfigDocument;

  private constructor(path: string, clock: Clock, document: ConfigDocument) {
    this.#path = path;
    this.#clock = clock;
    this.#document = document;
  }

  /** Throws a start-up error, with the file and the field, here and in all that is asked of it. */
  static read(path: string, clock: Clock): Kubeconfig {
    const text = configText(path);
    try {
      return new Kubeconfig(path, clock, readDocument(parsed(text), path, true));
    } catch (error) {
      if (!(error instanceof ShapeError) && !(error instanceof DecodeError)) throw error;
      throw loadError(path, error.message, error);
    }
  }

  /** The server and the user of the context that is current. */
  current(): { cluster: ClusterConfig; user: UserConfig } {
    return inFile(this.#path, () => {
      const { contexts, currentContext: name } = this.#document;
      if (name === '') throw new ShapeError('current-context: must be given');
      const context = contexts.get(name);
      if (context === undefined)
        throw new ShapeError(`current-context: context ${JSON.stringify(name)} does not exist`);
      const wrong = wrongAt(placeOf(contexts, name, 'contexts', 'context'));
      const { cluster, user } = context;
      const missing = (field: string, named: string): ShapeError =>
        wrong(field, `${field} ${JSON.stringify(named)} does not exist`);
      if (cluster === '') throw wrong('cluster', 'must be given');
      const found = this.#cluster(cluster);
      if (found === undefined) throw missing('cluster', cluster);
      const credentials = user === '' ? noUser : this.#user(user);
      if (credentials === undefined) throw missing('user', user);
      return { cluster: found, user: credentials };
    });
  }

  /** Undefined when there is none of this name. */
  user(name: string): UserConfig | undefined {
    return inFile(this.#path, () => this.#user(name));
  }

  /** The user of the context that is current, if it names one that is there. */
  currentUser(): UserConfig | undefined {
    const { contexts, currentContext } = this.#document;
    const name = contexts.get(currentContext)?.user ?? '';
    return name === '' ? undefined : this.user(name);
  }

  #cluster(name: string): ClusterConfig | undefined {
    const { clusters } = this.#document;
    const entry = clusters.get(name);
    return entry && strictCluster(entry, placeOf(clusters, name, 'clusters', 'cluster'));
  }

  #user(name: string): UserConfig | undefined {
    const { users } = this.#document;
    const entry = users.get(name);
    return entry && strictUser(entry, placeOf(users, name, 'users', 'user'), this.#clock);
  }
}

/** The place of an entry in the document: `clusters[0].cluster`. */
const placeOf = (entries: ReadonlyMap<string, unknown>, name: string, list: string, below: string): string =>
  `${list}[${[...entries.keys()].indexOf(name)}].${below}`;

/** Reads the object of a text; one that says nothing is an object without fields. */
function parsed(text: string): object {
  const value = parseUniqueYaml(text) ?? {};
  if (!isMap(value)) throw noObject(value);
  return value;
}

/** Says in which file a field is wrong. */
function inFile<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ShapeError) throw new Error(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}
