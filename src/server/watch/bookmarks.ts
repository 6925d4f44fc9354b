import { Normalizer } from '../../api/codec/normalizer.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';
import type { ServedResource } from '../surface/api-surface.ts';

/** Objects that say nothing but a resource version, in the shape of a kind. */
export class Bookmarks {
  readonly #dialect: Dialect;
  readonly #served: ServedResource;

  constructor(dialect: Dialect, served: ServedResource) {
    this.#dialect = dialect;
    this.#served = served;
  }

  /** In the version in which the kind is served. */
  served(revision: number, endsInitialEvents: boolean): ApiObject {
    return this.#shaped(this.#served.definition, revision, endsInitialEvents);
  }

  /** In the version in which it is stored. */
  stored(revision: number, endsInitialEvents: boolean): ApiObject {
    return this.#shaped(this.#served.resource.definition, revision, endsInitialEvents);
  }

  #shaped(definition: KindDefinition, revision: number, endsInitialEvents: boolean): ApiObject {
    const metadata = {
      resourceVersion: String(revision),
      ...(endsInitialEvents ? { annotations: { [`${this.#dialect.api}/initial-events-end`]: 'true' } } : {}),
    };
    const { kind, schema } = definition;
    const apiVersion = apiVersionOf(definition);
    const shaped = new Normalizer().normalize({ metadata }, schema);
    const object = { kind, apiVersion, ...shaped } as ApiObject;
    this.#served.resource.rules.fillBookmark?.(object, apiVersion);
    return object;
  }
}
