import { notAcceptable } from '../meta/status.ts';
import { type MediaType, parseAccept } from './media-type.ts';

/** In what form an answer travels. */
export interface Negotiated {
  /** Its media type: that of Protobuf is spelled as the client has spelled it. */
  format: string;
  /** The format is Protobuf. */
  isProtobuf: boolean;
  /** What objects are turned into, if anything. */
  as: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | undefined;
  /** With `as`: apiVersion of the metadata types, as the client asked for it. */
  version: string;
  /** The client wants it indented. */
  pretty: boolean;
}

/** What an endpoint can turn its objects into. */
export type Conversions = readonly NonNullable<Negotiated['as']>[];

/** In what an endpoint can answer. */
export interface Offer {
  /** Names of Protobuf, the server's own first. None: its objects have no Protobuf encoding. */
  protobuf: readonly string[];
  conversions: Conversions;
  /** Groups under which clients know the types that objects are turned into. */
  metaGroups: readonly string[];
}

/** The forms that everything has. */
export const formats: readonly string[] = ['application/json', 'application/yaml'];

export const plainJson: Negotiated = {
  format: 'application/json',
  isProtobuf: false,
  as: undefined,
  version: '',
  pretty: false,
};

/**
 * Picks the first clause that can be served. Throws NotAcceptable when there is none.
 *
 *     Accept: application/json;as=Table;v=v1;g=meta.{api},application/json
 */
export function negotiate(accept: string | undefined, offer: Offer): Negotiated {
  if (accept === undefined || accept === '' || accept === 'application/json') return plainJson;
  for (const clause of parseAccept(accept)) {
    const covered = (candidate: string): boolean => covers(clause.type, candidate);
    const format = formats.find(covered) ?? offer.protobuf.find(covered);
    if (format === undefined) continue;
    const negotiated = applyParameters(format, clause, offer);
    if (negotiated !== undefined) return negotiated;
  }
  throw notAcceptable([...formats, ...offer.protobuf.slice(0, 1)]);
}

function covers(pattern: string, type: string): boolean {
  if (pattern === type || pattern === '*/*') return true;
  return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
}

/** Undefined when the clause asks for what cannot be served. */
function applyParameters(format: string, { parameters }: MediaType, offer: Offer): Negotiated | undefined {
  const isProtobuf = !formats.includes(format);
  const pretty = parameters.get('pretty') === '1';
  const as = parameters.get('as');
  const streamed = parameters.get('stream') ?? '';
  // Of documents in YAML there is no telling where one ends.
  if (streamed !== '' && (streamed !== 'watch' || format === 'application/yaml')) return undefined;
  const typesVersion = parameters.get('sv') ?? '';
  if (typesVersion !== '' && typesVersion !== 'v1') return undefined;
  const group = parameters.get('g');
  const version = parameters.get('v');
  if (as === undefined && group === undefined && version === undefined) {
    return { format, isProtobuf, as: undefined, version: '', pretty };
  }
  const known = offer.conversions.find((candidate) => candidate === as);
  if (known === undefined || !offer.metaGroups.includes(group ?? '')) return undefined;
  if (version !== 'v1' && version !== 'v1beta1') return undefined;
  // Cells have no type of their own, and so no Protobuf encoding.
  if (isProtobuf && known === 'Table') return undefined;
  return { format, isProtobuf, as: known, version: `${group}/${version}`, pretty };
}

/** Whether the answer is for people: they say so, or use a tool for people. */
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
