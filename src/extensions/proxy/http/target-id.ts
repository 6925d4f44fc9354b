import { badRequest } from '../../../api/meta/status.ts';
import { goQuote } from '../../../util/quote.ts';

export type Scheme = 'http' | 'https';

/** The parts of the name in a proxied path: `name`, `name:port` or `scheme:name:port`. */
export interface TargetId {
  /** Empty when none is given, as below. */
  scheme: Scheme | '';
  name: string;
  /** A number or a name. */
  port: string;
}

/** Throws BadRequest. `kind`: pod, service or node. */
export function parseTargetId(kind: string, id: string): TargetId {
  const parts = id.split(':');
  const [scheme, name, port] = parts.length === 3 ? parts : ['', parts[0], parts[1] ?? ''];
  const isScheme = scheme === '' || scheme === 'http' || scheme === 'https';
  if (parts.length > 3 || !isScheme || !name) throw badRequest(`invalid ${kind} request ${goQuote(id)}`);
  return { scheme, name, port: port! };
}
