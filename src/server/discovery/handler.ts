import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { writeJson } from '../../api/codec/json.ts';
import { parseAccept } from '../../api/codec/media-type.ts';
import { formats, givesAny, negotiate, type Offer } from '../../api/codec/negotiation.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { protobufMediaTypes } from '../../api/meta/dialect.ts';
import { methodNotAllowed, routerNotAcceptable, type StatusError } from '../../api/meta/status.ts';
import { stateOf } from '../request-state.ts';
import { sendBytes, sendError, sendValue } from '../response/respond.ts';
import type { ApiSurface } from '../surface/api-surface.ts';
import type { DiscoveryDocument, DiscoveryEncoder } from './binary.ts';
import type { AggregatedRules, DiscoveryDocuments } from './documents.ts';

const offer: Offer = { protobuf: protobufMediaTypes, conversions: [], metaGroups: [] };

/** The ways in which releases differ in the documents of all groups. */
export interface DiscoveryRules extends AggregatedRules {
  /** Versions of the document that has everything, as Accept may name them. */
  readonly aggregatedVersions: readonly string[];
  /** Whether every answer says that it depends on Accept: otherwise that of everything does. */
  readonly alwaysVaries: boolean;
}

const earlierRules: DiscoveryRules = {
  aggregatedVersions: ['v2', 'v2beta1'],
  alwaysVaries: true,
  writesNoTime: true,
  namesOwnTypes: true,
};

/** Before 1.24 this server has documents of everything that are its own. */
export function discoveryRules(gates: Pick<FeatureGates, 'isIn' | 'isOn'>): DiscoveryRules {
  if (!gates.isIn('1.24')) return earlierRules;
  const isAggregated = gates.isIn('1.26') && gates.isOn('AggregatedDiscoveryEndpoint');
  const hasBeta = !gates.isIn('1.33') || !gates.isOn('AggregatedDiscoveryRemoveBetaType');
  const versions = [...(gates.isIn('1.30') ? ['v2'] : []), ...(hasBeta ? ['v2beta1'] : [])];
  return {
    aggregatedVersions: isAggregated ? versions : [],
    alwaysVaries: false,
    writesNoTime: !gates.isIn('1.34'),
    namesOwnTypes: false,
  };
}

/**
 * Documents behind a route only answer GET, in a negotiated format; the other documents ignore method and Accept.
 * `protobuf`: the names of Protobuf, where there is one. `texts`: the other formats.
 */
export function discoveryRefusal(
  { method, headers }: Request,
  protobuf: readonly string[] = protobufMediaTypes,
  texts: readonly string[] = formats,
): StatusError | undefined {
  if (method !== 'GET') return methodNotAllowed();
  if (givesAny(headers.accept, protobuf, texts)) return undefined;
  return routerNotAcceptable([...texts, ...protobuf.slice(0, 1)]);
}

/** The form of everything that a client wants. */
interface AggregatedForm {
  version: string;
  /** Whether it is to be what this server itself has, without other servers of the cluster. */
  isAlone: boolean;
}

/** Answers /api, /apis, /apis/<group> and the documents of group-versions. */
export class DiscoveryHandler {
  readonly #surface: ApiSurface;
  readonly #documents: DiscoveryDocuments;
  readonly #apiDomain: string;
  readonly #encoder: DiscoveryEncoder;
  readonly #rules: DiscoveryRules;
  readonly #aggregated: (isAlone: boolean) => void;
  readonly #namedAddress: ((port: number) => string) | undefined;

  /**
   * `aggregated`: called for each request for everything at once; whether it is to be of this server alone.
   * `namedAddress`: the address that clients are told, given the port; that at which they came when not given.
   */
  constructor(
    surface: ApiSurface,
    documents: DiscoveryDocuments,
    apiDomain: string,
    encoder: DiscoveryEncoder,
    rules: DiscoveryRules,
    aggregated: (isAlone: boolean) => void = () => {},
    namedAddress?: (port: number) => string,
  ) {
    this.#aggregated = aggregated;
    this.#namedAddress = namedAddress;
    this.#rules = rules;
    this.#surface = surface;
    this.#documents = documents;
    this.#apiDomain = apiDomain;
    this.#encoder = encoder;
  }

  /** False when the path is none of discovery's. */
  handle(request: Request, response: Response): boolean {
    const { path } = stateOf(request).info;
    const [root, group, version, ...rest] = path.replace(/\/$/, '').slice(1).split('/');
    if ((root !== 'api' && root !== 'apis') || rest.length > 0) return false;
    if (group === undefined) {
      this.#sendRoot(request, response, root);
      return true;
    }
    const document = root === 'api' ? this.#ofVersion('', group, version) : this.#ofGroup(group, version);
    if (document === undefined) return false;
    const refusal = root === 'api' || version !== undefined ? discoveryRefusal(request) : undefined;
    if (refusal === undefined) this.#send(request, response, document);
    else sendError(request, response, refusal);
    return true;
  }

  #ofVersion(group: string, version: string, more?: string): DiscoveryDocument | undefined {
    const served = more === undefined ? this.#surface.groupVersion(group, version) : undefined;
    return served === undefined ? undefined : this.#documents.resources(served);
  }

  #ofGroup(group: string, version: string | undefined): DiscoveryDocument | undefined {
    if (version !== undefined) return this.#ofVersion(group, version);
    return this.#surface.versions(group).length === 0 || group === ''
      ? undefined
      : this.#documents.group(group);
  }

  #sendRoot(request: Request, response: Response, root: 'api' | 'apis'): void {
    const refusal = root === 'api' ? discoveryRefusal(request) : undefined;
    if (refusal !== undefined) return sendError(request, response, refusal);
    const wanted = this.#aggregatedWanted(request.headers.accept);
    if (wanted !== undefined || this.#rules.alwaysVaries) response.setHeader('Vary', 'Accept');
    if (wanted !== undefined) return this.#sendAggregated(request, response, root, wanted);
    const document =
      root === 'api' ? this.#documents.coreVersions(this.#address(request)) : this.#documents.groups();
    this.#send(request, response, document);
  }

  #address({ socket }: Request): string {
    const { localAddress = '127.0.0.1', localPort = 0 } = socket;
    if (this.#namedAddress !== undefined) return this.#namedAddress(localPort);
    return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
  }

  #aggregatedWanted(accept: string | undefined): AggregatedForm | undefined {
    for (const { type, parameters } of parseAccept(accept ?? '')) {
      const as = parameters.get('as');
      if (as === undefined) return undefined;
      const version = parameters.get('v') ?? '';
      const isOurs =
        parameters.get('g') === `apidiscovery.${this.#apiDomain}` &&
        this.#rules.aggregatedVersions.includes(version);
      if (type === 'application/json' && as === 'APIGroupDiscoveryList' && isOurs)
        return { version, isAlone: parameters.get('profile') === 'nopeer' };
    }
    return undefined;
  }

  #sendAggregated(
    request: Request,
    response: Response,
    root: 'api' | 'apis',
    { version, isAlone }: AggregatedForm,
  ): void {
    this.#aggregated(isAlone);
    const group = `apidiscovery.${this.#apiDomain}`;
    const json = writeJson(
      this.#documents.aggregated(
        root === 'api',
        `${group}/${version}`,
        this.#rules,
        isAlone || version !== 'v2',
      ),
    );
    const tag = `"${createHash('sha512').update(json).digest('hex').toUpperCase()}"`;
    response.setHeader('ETag', tag);
    response.setHeader('Cache-Control', 'public');
    if (request.headers['if-none-match'] === tag) {
      response.statusCode = 304;
      return void response.end();
    }
    response.setHeader('Content-Type', `application/json;g=${group};v=${version};as=APIGroupDiscoveryList`);
    response.end(json);
  }

  #send(request: Request, response: Response, document: DiscoveryDocument): void {
    const accept = negotiate(request.headers.accept, offer);
    if (!accept.isProtobuf) return sendValue(request, response, 200, document, accept);
    sendBytes(request, response, 200, this.#encoder.encode(document), accept.format);
  }
}
