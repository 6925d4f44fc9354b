import type { Request, Response } from 'express';
import {
  type Conversions,
  type Negotiated,
  negotiate,
  type Offer,
  plainJson,
  typesOf,
} from '../../api/codec/negotiation.ts';
import {
  methodNotAllowed,
  methodNotSupported,
  noSuchResource,
  notAcceptable,
  type StatusError,
} from '../../api/meta/status.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { ApiContext } from '../api-context.ts';
import type { Handler } from '../exchange.ts';
import { patchMethods } from '../handlers/patch.ts';
import { abortResponse } from '../http/abort-response.ts';
import { applyCborType, applyMediaType } from '../request/read-body.ts';
import { type RequestState, stateOf } from '../request-state.ts';
import { sendText } from '../response/plain-text.ts';
import { sendError } from '../response/respond.ts';
import type { ApiSurface, ServedResource } from '../surface/api-surface.ts';
import type { Routes, SubresourceDescription } from '../surface/routes.ts';
import { checkCustomRoute, isCustomPath } from './custom-routes.ts';
import { checkConversion, checkMedia, checkRoute } from './route-checks.ts';
import type { SubresourceRoutes, Subresources, VerbHandlers } from './subresources.ts';

export interface ResourceRoutes {
  /** Handlers of resources that are stored, by verb. */
  main: VerbHandlers;
  /** Handlers of resource types whose objects are answered and never stored, by `<plural>.<group>`. */
  virtual: Readonly<Record<string, VerbHandlers>>;
  subresources: Subresources;
}

/** Called for each request for a version that is going away. */
export type ObserveDeprecated = (info: RequestInfo, removedRelease: string) => void;

/** The representations a client may negotiate. Whether one fits the request is checked after negotiation. */
const conversions: Conversions = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'];
const withoutTable: Conversions = conversions.filter((conversion) => conversion !== 'Table');

/** The encodings of all answers. */
type Media = Pick<Offer, 'protobuf' | 'metaGroups' | 'cbor'>;

/** Representations and encodings of answers, by whether the objects have Protobuf, and whether they have tables. */
interface Offers {
  binary: Offer;
  text: Offer;
  binaryWithoutTable: Offer;
  textWithoutTable: Offer;
  custom: Offer;
  /** Media types of watches of custom resources. */
  streams: readonly string[];
}

const offersOf = (media: Media): Offers => ({
  binary: { ...media, conversions },
  text: { ...media, conversions, protobuf: [] },
  binaryWithoutTable: { ...media, conversions: withoutTable },
  textWithoutTable: { ...media, conversions: withoutTable, protobuf: [] },
  custom: { ...media, conversions, metadataInProtobufOnly: true },
  streams: [plainJson.format, ...media.protobuf.slice(0, 1)].map((type) => `${type};stream=watch`),
});

export interface RouterDependencies {
  surface: ApiSurface;
  routes: ResourceRoutes;
  media: Media;
  deprecated: ObserveDeprecated;
  api: ApiContext;
}

/** Brings requests for resources to the handler of their verb. */
export class ResourceRouter implements Routes {
  readonly #surface: ApiSurface;
  readonly #routes: ResourceRoutes;
  readonly #offers: Offers;
  readonly #deprecated: ObserveDeprecated;
  readonly #api: ApiContext;
  readonly #media: Media;

  constructor({ surface, routes, media, deprecated, api }: RouterDependencies) {
    this.#surface = surface;
    this.#routes = routes;
    this.#offers = offersOf(media);
    this.#deprecated = deprecated;
    this.#api = api;
    this.#media = media;
  }

  /** For discovery: the verbs of the definition that there is a handler for. */
  verbsOf({ definition }: ServedResource): string[] {
    return definition.verbs.filter((verb) => verb in this.#mainRoutes(definition));
  }

  /** For discovery: what of a subresource is served. */
  describeSubresource(served: ServedResource, name: string): SubresourceDescription | undefined {
    const routes = this.#subresource(served, name);
    if (routes === undefined) return undefined;
    const verbs = Object.keys(routes.handlers)
      .filter((verb) => verb !== '')
      .sort();
    if (routes.kind === undefined) return { verbs };
    // Handlers know more of a kind (its schema), which is not published.
    const { group, version, kind } = routes.kind;
    return { verbs, kind: { group, version, kind } };
  }

  async handle(request: Request, response: Response): Promise<void> {
    const state = stateOf(request);
    const { info } = state;
    const groupVersion = this.#surface.groupVersion(info.group, info.version);
    if (groupVersion === undefined) return this.#sendUnknown(info, response);
    const served = groupVersion.resources.get(info.resource);
    if (groupVersion.isCustom) {
      if (served === undefined || !isCustomPath(served, info)) return sendNotFound(response);
    } else if (served === undefined) throw noSuchResource();
    else checkRoute(served.definition, info, request.method);
    if (served.custom !== undefined) this.#warnDeprecated(state, served);
    const handler =
      served.custom === undefined ? this.#handlerFor(served, info) : this.#customHandler(served, info);
    state.served = served;
    state.takesCbor = this.#media.cbor ?? false;
    if (served.custom === undefined) this.#warnDeprecated(state, served);
    else await served.custom.prepare(info.verb);
    const accept = this.#accept(request, info, served);
    checkConversion(accept, info, served.definition);
    try {
      await handler({ request, response, state, info, served, accept, api: this.#api });
    } catch (error) {
      // The time-out filter has already answered.
      if (response.writableEnded) return;
      if (response.headersSent) return abortResponse(response);
      sendError(request, response, error);
    }
  }

  /** A group that is built in answers with a 404 Status; an unknown one with the plain 404 page. */
  #sendUnknown({ group }: RequestInfo, response: Response): void {
    if (this.#surface.isBuiltIn(group)) throw noSuchResource();
    sendNotFound(response);
  }

  #accept(
    { headers }: Request,
    info: RequestInfo,
    { custom, protobuf, resource, definition }: ServedResource,
  ): Negotiated {
    if (custom !== undefined) return this.#acceptCustom(headers.accept, info);
    // Connections carry bytes of the backend: no representation is negotiated.
    if (isConnection(resource, info.subresource)) return plainJson;
    const offer = this.#offer(protobuf !== undefined, hasTable(info, definition));
    checkMedia(info, headers['content-type'], headers.accept, {
      patches: offer.cbor ? [...patches, applyCborType] : patches,
      types: typesOf(offer),
      protobuf: offer.protobuf,
      streams: streamsOf(info, definition, offer.protobuf),
    });
    return negotiate(headers.accept, offer);
  }

  #offer(isBinary: boolean, isTabular: boolean): Offer {
    const { binary, text, binaryWithoutTable, textWithoutTable } = this.#offers;
    if (isTabular) return isBinary ? binary : text;
    return isBinary ? binaryWithoutTable : textWithoutTable;
  }

  #acceptCustom(accept: string | undefined, { verb }: RequestInfo): Negotiated {
    try {
      return negotiate(accept, this.#offers.custom);
    } catch (error) {
      if (verb !== 'watch') throw error;
      throw notAcceptable(this.#offers.streams);
    }
  }

  #customHandler(served: ServedResource, info: RequestInfo): Handler {
    checkCustomRoute(served, info);
    if (info.subresource === '') return this.#routes.main[info.verb]!;
    return this.#subresource(served, info.subresource)!.handlers[info.verb]!;
  }

  #handlerFor(served: ServedResource, { verb, subresource }: RequestInfo): Handler {
    const { definition } = served;
    if (subresource !== '') {
      const routes = this.#subresource(served, subresource);
      if (routes === undefined) throw noSuchResource();
      return routes.handlers[verb] ?? refuse(methodNotAllowed());
    }
    if (verb === 'watch' && !definition.verbs.includes('watch')) {
      // Its list has a route: the handler refuses, after all that is said of the route.
      return () => refuse(methodNotSupported(served.resource.type, 'watch'));
    }
    const handler = definition.verbs.includes(verb) ? this.#mainRoutes(definition)[verb] : undefined;
    return handler ?? refuse(methodNotAllowed());
  }

  #mainRoutes(definition: KindDefinition): VerbHandlers {
    return definition.virtual
      ? (this.#routes.virtual[`${definition.plural}.${definition.group}`] ?? {})
      : this.#routes.main;
  }

  #warnDeprecated({ info, warnings }: RequestState, { deprecation }: ServedResource): void {
    if (deprecation === undefined) return;
    warnings.push(deprecation.warning);
    this.#deprecated(info, deprecation.removedRelease);
  }

  #subresource({ definition, resource }: ServedResource, name: string): SubresourceRoutes | undefined {
    if (!definition.subresources.includes(name)) return undefined;
    return this.#routes.subresources.routesOf(resource, name);
  }
}

/** Whether answers have a Table: those of subresources and of questions, such as reviews, have none. */
const hasTable = ({ subresource, verb }: RequestInfo, { virtual }: KindDefinition): boolean =>
  subresource === '' && !(virtual && verb === 'create');

/** Media types of the watches of a route: lists may be watched. */
function streamsOf(
  { verb, subresource, name }: RequestInfo,
  { verbs }: KindDefinition,
  protobuf: readonly string[],
): readonly string[] {
  const isCollection = subresource === '' && (verb === 'list' || (verb === 'watch' && name === ''));
  return isCollection && verbs.includes('watch') ? [plainJson.format, ...protobuf.slice(0, 1)] : [];
}

/** Whether a subresource takes and gives the bytes of something behind the server, whatever they are. */
function isConnection({ rules }: StoredResource, subresource: string): boolean {
  const own = rules.subresources?.[subresource];
  return own?.type === 'connection' && own.options !== undefined;
}

/** The patch types that every resource takes. */
const patches = [...patchMethods.map(({ mediaType }) => mediaType), applyMediaType];

const sendNotFound = (response: Response): void => sendText(response, 404, '404 page not found\n');

function refuse(error: StatusError): never {
  throw error;
}
