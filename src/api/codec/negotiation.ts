import { notAcceptable } from '../meta/status.ts';
import { cborMediaType } from './cbor/cbor.ts';
import { type MediaType, parseAccept } from './media-type.ts';

/** The representation and encoding of a response. */
export interface Negotiated {
  /** The media type; of those of Protobuf the one that the client asked for. */
  format: string;
  isProtobuf: boolean;
  /** The representation; undefined for whole objects. */
  as: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | undefined;
  /** With `as`: the apiVersion of these types that the client asked for. */
  version: string;
  /** The client asked for indentation. */
  pretty: boolean;
}

/** Representations of an endpoint other than whole objects. */
export type Conversions = readonly NonNullable<Negotiated['as']>[];

/** The representations and encodings of an endpoint. */
export interface Offer {
  /** Media types of Protobuf, the server's own first; empty if the endpoint's objects have no Protobuf encoding. */
  protobuf: readonly string[];
  conversions: Conversions;
  /** Only metadata have a Protobuf encoding, whole objects have none. */
  metadataInProtobufOnly?: boolean;
  /** Whether CBOR can be had. */
  cbor?: boolean;
  /** Names of the API group of Table and PartialObjectMetadata, in all dialects. */
  metaGroups: readonly string[];
}

/** Encodings of every endpoint. */
export const formats: readonly string[] = ['application/json', 'application/yaml'];

export const plainJson: Negotiated = {
  format: 'application/json',
  isProtobuf: false,
  as: undefined,
  version: '',
  pretty: false,
};

/**
 * Picks the first clause of Accept that can be served. Throws NotAcceptable if there is none.
 *
 *     Accept: application/json;as=Table;v=v1;g=meta.{api},application/json
 */
export function negotiate(accept: string | undefined, offer: Offer): Negotiated {
  if (accept === undefined || accept === '' || accept === 'application/json') return plainJson;
  for (const clause of parseAccept(accept)) {
    const covered = (candidate: string): boolean => covers(clause.type, candidate);
    const format =
      formats.find(covered) ??
      offer.protobuf.find(covered) ??
      (offer.cbor && covered(cborMediaType) ? cborMediaType : undefined);
    if (format === undefined) continue;
    const negotiated = applyParameters(format, clause, offer);
    if (negotiated !== undefined) return negotiated;
  }
  throw notAcceptable(typesOf(offer));
}

/** The media types of an offer, as messages list them. */
export const typesOf = ({ protobuf, cbor }: Pick<Offer, 'protobuf' | 'cbor'>): string[] => [
  ...formats,
  ...protobuf.slice(0, 1),
  ...(cbor ? [cborMediaType] : []),
];

function covers(pattern: string, type: string): boolean {
  if (pattern === type || pattern === '*/*') return true;
  return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
}

/** Undefined if the clause cannot be served. */
function applyParameters(format: string, { parameters }: MediaType, offer: Offer): Negotiated | undefined {
  const isProtobuf = offer.protobuf.includes(format);
  const pretty = parameters.get('pretty') === '1';
  const as = parameters.get('as');
  const streamed = parameters.get('stream') ?? '';
  // A watch cannot be in YAML, whose documents have no end mark.
  if (streamed !== '' && (streamed !== 'watch' || format === 'application/yaml')) return undefined;
  const typesVersion = parameters.get('sv') ?? '';
  if (typesVersion !== '' && typesVersion !== 'v1') return undefined;
  const group = parameters.get('g');
  const version = parameters.get('v');
  if (as === undefined && group === undefined && version === undefined) {
    if (isProtobuf && offer.metadataInProtobufOnly) return undefined;
    return { format, isProtobuf, as: undefined, version: '', pretty };
  }
  const known = offer.conversions.find((candidate) => candidate === as);
  if (known === undefined || !offer.metaGroups.includes(group ?? '')) return undefined;
  if (version !== 'v1' && version !== 'v1beta1') return undefined;
  // Cells of a Table may have any type, for which there is no Protobuf encoding.
  if (known === 'Table' && (isProtobuf || format === cborMediaType)) return undefined;
  return { format, isProtobuf, as: known, version: `${group}/${version}`, pretty };
}

/** Whether the response is indented: the client asks for it, or is a command-line tool or browser. */
export function wantsPretty(
  parameter: string | undefined,
  userAgent: string | undefined,
  negotiated: Negotiated,
): boolean {
  if (parameter !== undefined && parameter !== '')
    return !['0', 'f', 'F', 'false', 'False', 'FALSE'].includes(parameter);
  if (negotiated.pretty) return true;
  return userAgent !== undefined && /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}

/** Whether a route gives something that is accepted, going by bare names. */
export function givesAny(
  accept: string | undefined,
  protobuf: readonly string[],
  texts: readonly string[] = formats,
): boolean {
  if (accept === undefined || accept === '') return true;
  return typesIn(accept).some((type) => type === '*/*' || texts.includes(type) || protobuf.includes(type));
}

/** `a/b;q=0.5, c/d` gives a/b and c/d. */
export const typesIn = (header: string): string[] =>
  header.split(',').map((clause) => clause.split(';')[0]!.trim());
