import type { Dialect } from '../../api/meta/dialect.ts';
import type { Lister, Objects } from '../../api/meta/lister.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { GroupResource } from '../../api/meta/status.ts';
import type { ApiextensionsV1CustomResourceDefinition } from '../../api/schema/types.gen.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import type { ResourceType } from '../../client/api/resource-client.ts';
import { Informers } from '../../client/informer/informers.ts';
import { systemPause } from '../../client/retry.ts';
import { type ApiService, isRemote } from '../../extensions/aggregation/api-service/api-service.ts';
import { monotonicClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';
import { ServedTypes } from '../controllers/served-types.ts';

export interface AllObjectsOptions {
  /** The objects of built-in types, as a whole. */
  objects: Objects;
  /** The metadata of all objects that this server stores. */
  stored: Objects;
  isBuiltIn(type: GroupResource): boolean;
  /** Asks this server, which asks the others. */
  client: ApiClient;
  dialect: Dialect;
  warn(message: string): void;
}

/**
 * The metadata of objects of all types that are served here: from the caches of this server, and of the types of
 * extension servers from informers that read them as any client does.
 */
export class AllObjects implements Objects {
  readonly #options: AllObjectsOptions;
  readonly #services: Lister<ApiService>;
  readonly #definitions: Lister<ApiextensionsV1CustomResourceDefinition>;
  readonly #types: ServedTypes;
  readonly #informers: Informers;
  /** Looks at which types are served that were asked for by a lister, and have not ended. */
  #looks = new Set<Promise<void>>();
  #isStarted = false;
  #isClosed = false;

  constructor(options: AllObjectsOptions) {
    const { objects, client, dialect, warn } = options;
    this.#options = options;
    this.#services = objects.lister({ group: `apiregistration.${dialect.api}`, resource: 'apiservices' });
    const group = `apiextensions.${dialect.api}`;
    this.#definitions = objects.lister({ group, resource: 'customresourcedefinitions' });
    this.#types = new ServedTypes(client, () => this.#informers.typesChanged(), warn);
    this.#informers = new Informers({
      client,
      warn,
      isPartial: true,
      isStreamed: true,
      typeOf: (type) => this.#typeOf(type),
      clock: monotonicClock,
      random: systemRandom,
      pause: systemPause,
    });
  }

  lister<T = ApiObject>(type: GroupResource): Lister<T> {
    if (!this.#isElsewhere(type)) return this.#options.stored.lister<T>(type);
    this.#start();
    this.#look();
    return this.#informers.lister<T>(type);
  }

  /** Resolves when nothing is asked any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#types.close(), this.#informers.close(), ...this.#looks]);
  }

  /** Most clusters have no types of other servers: then nothing is asked. */
  #start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    this.#informers.start();
    this.#types.start();
  }

  #look(): void {
    if (this.#isClosed) return;
    const failed = ({ message }: Error): void => {
      if (!this.#isClosed) this.#options.warn(`served types: ${message}`);
    };
    const look: Promise<void> = this.#types.look().then(() => {}, failed);
    this.#looks.add(look);
    void look.then(() => {
      this.#looks.delete(look);
      this.#informers.typesChanged();
    });
  }

  #isElsewhere(type: GroupResource): boolean {
    if (this.#options.isBuiltIn(type) || this.#remoteOf(type).length === 0) return false;
    return !this.#definitions
      .list()
      .some(({ spec }) => spec.group === type.group && spec.names.plural === type.resource);
  }

  #remoteOf({ group }: GroupResource): ApiService[] {
    return this.#services.list().filter((service) => service.spec.group === group && isRemote(service));
  }

  /** Until discovery has been read, the version that its APIServices prefer. */
  #typeOf(type: GroupResource): ResourceType | undefined {
    const known = this.#types.typeOf(type);
    if (known !== undefined || this.#looks.size === 0) return known;
    const [preferred] = this.#remoteOf(type).sort((a, b) => b.spec.versionPriority - a.spec.versionPriority);
    return preferred && { ...type, version: preferred.spec.version ?? '' };
  }
}
