import type { Request, Response } from 'express';
import { type Conversions, negotiate, type Offer } from '../api/codec/negotiation.ts';
import type { RequestInfo } from '../api/machinery/request-info.ts';
import { methodNotAllowed, methodNotSupported, noSuchResource } from '../api/machinery/status.ts';
import type { KindDefinition } from '../api/schema/schema.ts';
import type { ApiSurface, ServedResource } from './api-surface.ts';
import type { Routes, SubresourceDescription } from './discovery/documents.ts';
import type { Handler } from './exchange.ts';
import { sendText } from './health.ts';
import { abortResponse } from './http/refusal.ts';
import { type RequestState, stateOf } from './request-state.ts';
import { sendError } from './respond.ts';

/** What can be done with a sub-resource, and how. */
export interface SubresourceRoutes {
  /** By verb. */
  handlers: VerbHandlers;
  /** Undefined when it takes and gives the whole object. */
  kind?: SubresourceDescription['kind'];
}

export type VerbHandlers = Readonly<Record<string, Handler>>;

export interface ResourceRoutes {
  /** Of resources that are stored, by verb. */
  main: VerbHandlers;
  /** Of resource types whose objects are answered and never stored, by `<plural>.<group>`. */
  virtual: Readonly<Record<string, VerbHandlers>>;
  /** Of sub-resources, by name: those of one resource type (`pods/binding`) before those of all (`status`). */
  subresources: Readonly<Record<string, SubresourceRoutes>>;
}

/** Told of each request for a version that is going away. */
export type ObserveDeprecated = (info: RequestInfo, removedRelease: string) => void;

const ofLists: Conversions = ['Table', 'PartialObjectMetadataList'];
const ofObjects: Conversions = ['Table', 'PartialObjectMetadata'];

/** In what is answered, by whether the objects have a binary form. */
interface Offers {
  binary: Offer;
  text: Offer;
}

const offers = (media: Pick<Offer, 'protobuf' | 'metaGroups'>, conversions: Conversions): Offers => ({
  binary: { ...media, conversions },
  text: { ...media, conversions, protobuf: [] },
});

/** Brings requests for resources to the handler of their verb. */
export class ResourceRouter implements Routes {
  readonly #surface: ApiSurface;
  readonly #routes: ResourceRoutes;
  readonly #offers: { lists: Offers; objects: Offers };
  readonly #deprecated: ObserveDeprecated;

  constructor(
    surface: ApiSurface,
    routes: ResourceRoutes,
    media: Pick<Offer, 'protobuf' | 'metaGroups'>,
    deprecated: ObserveDeprecated,
  ) {
    this.#surface = surface;
    this.#routes = routes;
    this.#offers = { lists: offers(media, ofLists), objects: offers(media, ofObjects) };
    this.#deprecated = deprecated;
  }

  /** For discovery: the verbs of the definition that there is a handler for. */
  verbsOf({ definition }: ServedResource): string[] {
    return definition.verbs.filter((verb) => verb in this.#mainRoutes(definition));
  }

  /** For discovery: what of a sub-resource is served. */
  describeSubresource(served: ServedResource, name: string): SubresourceDescription | undefined {
    const routes = this.#subresource(served, name);
    if (routes === undefined) return undefined;
    const verbs = Object.keys(routes.handlers).sort();
    return routes.kind === undefined ? { verbs } : { verbs, kind: routes.kind };
  }

  async handle(request: Request, response: Response): Promise<void> {
    const state = stateOf(request);
    const { info } = state;
    const groupVersion = this.#surface.groupVersion(info.group, info.version);
    if (groupVersion === undefined) return sendText(response, 404, '404 page not found\n');
    const served = groupVersion.resources.get(info.resource);
    // Only a proxied path goes on behind its sub-resource.
    if (served === undefined || (info.tail !== '' && info.subresource !== 'proxy')) throw noSuchResource();
    const handler = this.#handlerFor(served, info);
    state.served = served;
    this.#tellDeprecation(state, served);
    const isList = info.verb === 'list' || info.verb === 'deletecollection';
    const { binary, text } = isList ? this.#offers.lists : this.#offers.objects;
    const accept = negotiate(request.headers.accept, served.protobuf === undefined ? text : binary);
    try {
      await handler({ request, response, state, info, served, accept });
    } catch (error) {
      if (response.headersSent) return abortResponse(response);
      sendError(request, response, error);
    }
  }

  #handlerFor(
    served: ServedResource,
    { verb, name, namespace, subresource }: ReturnType<typeof stateOf>['info'],
  ): Handler {
    const { definition } = served;
    if (
      definition.namespaced
        ? name !== '' && namespace === ''
        : namespace !== '' && definition.plural !== 'namespaces'
    ) {
      throw noSuchResource();
    }
    if (subresource !== '') {
      const routes = this.#subresource(served, subresource);
      if (routes === undefined) throw noSuchResource();
      return routes.handlers[verb] ?? refuse(methodNotAllowed());
    }
    if (verb === 'create' && (name !== '' || (definition.namespaced && namespace === ''))) {
      throw methodNotAllowed();
    }
    if (verb === 'watch' && !definition.verbs.includes('watch'))
      throw methodNotSupported(served.resource.type, 'watch');
    const handler = definition.verbs.includes(verb) ? this.#mainRoutes(definition)[verb] : undefined;
    return handler ?? refuse(methodNotAllowed());
  }

  #mainRoutes(definition: KindDefinition): VerbHandlers {
    return definition.virtual
      ? (this.#routes.virtual[`${definition.plural}.${definition.group}`] ?? {})
      : this.#routes.main;
  }

  #tellDeprecation({ info, warnings }: RequestState, { deprecation }: ServedResource): void {
    if (deprecation === undefined) return;
    warnings.push(deprecation.warning);
    this.#deprecated(info, deprecation.removedRelease);
  }

  #subresource({ definition }: ServedResource, name: string): SubresourceRoutes | undefined {
    if (!definition.subresources.includes(name)) return undefined;
    return this.#routes.subresources[`${definition.plural}/${name}`] ?? this.#routes.subresources[name];
  }
}

function refuse(error: Error): never {
  throw error;
}
