import { notAcceptable } from '../machinery/status.ts';
import { type MediaType, parseAccept } from './media-type.ts';

export type Format = 'application/json' | 'application/yaml';

/** In what form an answer travels. */
export interface Negotiated {
  format: Format;
  /** What objects are turned into, if anything. */
  as: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | undefined;
  /** With `as`: apiVersion of the metadata types, as the client asked for it. */
  version: string;
  /** The client wants it indented. */
  pretty: boolean;
}

/** What an endpoint can turn its objects into. */
export type Conversions = readonly NonNullable<Negotiated['as']>[];

export const formats: readonly Format[] = ['application/json', 'application/yaml'];

const plainJson: Negotiated = { format: 'application/json', as: undefined, version: '', pretty: false };

/**
 * Picks the first clause that can be served. Throws NotAcceptable when there is none.
 *
 *     Accept: application/json;as=Table;v=v1;g=meta.{api},application/json
 */
export function negotiate(accept: string | undefined, conversions: Conversions, metaGroups: readonly string[]): Negotiated {
  if (accept === undefined || accept === '' || accept === 'application/json') return plainJson;
  for (const clause of parseAccept(accept)) {
    const format = formats.find((candidate) => covers(clause.type, candidate));
    if (format === undefined) continue;
    const negotiated = applyParameters(format, clause, conversions, metaGroups);
    if (negotiated !== undefined) return negotiated;
  }
  throw notAcceptable(formats);
}

function covers(pattern: string, type: string): boolean {
  if (pattern === type || pattern === '*/*') return true;
  return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
}

function applyParameters(
  format: Format,
  { parameters }: MediaType,
  conversions: Conversions,
  metaGroups: readonly string[],
): Negotiated | undefined {
  const pretty = parameters.get('pretty') === '1';
  const as = parameters.get('as');
  const streamed = parameters.get('stream');
  if (streamed !== undefined && streamed !== 'watch') return undefined;
  if (as === undefined) return { format, as: undefined, version: '', pretty };
  const group = parameters.get('g') ?? '';
  const version = parameters.get('v') ?? '';
  const known = conversions.find((candidate) => candidate === as);
  if (known === undefined || !metaGroups.includes(group)) return undefined;
  if (version !== 'v1' && version !== 'v1beta1') return undefined;
  return { format, as: known, version: `${group}/${version}`, pretty };
}

/** Whether the answer is for people: they say so, or use a tool for people. */
export function wantsPretty(parameter: string | undefined, userAgent: string | undefined, negotiated: Negotiated): boolean {
  if (parameter !== undefined && parameter !== '') return !['0', 'f', 'F', 'false', 'False', 'FALSE'].includes(parameter);
  if (negotiated.pretty) return true;
  return userAgent !== undefined && /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}
