import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest, type GroupVersionKind } from '../../api/meta/status.ts';
import type { QueryParameters } from '../../api/request/query-parameters.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import { goQuote } from '../../util/quote.ts';
import type { Exchange, Handler } from '../exchange.ts';
import { admitNow } from '../request/request-admission.ts';

/** Connects the client of an admitted request. */
export type Connect = (exchange: Exchange, options: ConnectOptions) => Promise<void>;

/** The query of a connection, as far as it is for this server. */
export interface ConnectOptions {
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  tty?: boolean;
  container?: string;
  command?: readonly string[];
  ports?: readonly number[];
  path?: string;
}

export interface ConnectDependencies {
  /** The kind of the options that admission sees. */
  kind: GroupVersionKind;
  connect: Connect;
}

/**
 * The handler of a subresource that connects a client with something behind the server: a container, a port. Admission
 * looks at the query first, as an object of `kind`: PodExecOptions.
 */
export function connectHandler({ kind, connect }: ConnectDependencies): Handler {
  return async (exchange) => {
    const { info } = exchange;
    if (info.query.has('dryRun')) throw badRequest('dryRun is not supported');
    const options = parseOptions(info, kind.kind);
    const request = { dryRun: false, options: undefined, kind, operation: 'CONNECT' } as const;
    // Without metadata: it is no object that could be stored.
    const object = { kind: kind.kind, apiVersion: apiVersionOf(kind), ...options };
    await admitNow(exchange, request, object as ApiObject);
    await connect(exchange, options);
  };
}

const streams = ['stdin', 'stdout', 'stderr', 'tty'] as const;
const maxPort = 65_535;

/** All else in a query that is proxied is for whom it is passed on to. */
function parseOptions({ query, tail }: RequestInfo, kind: string): ConnectOptions {
  if (kind === 'PodPortForwardOptions') {
    const ports = parsePorts(query);
    return ports.length === 0 ? {} : { ports };
  }
  if (kind !== 'PodExecOptions' && kind !== 'PodAttachOptions') return tail === '' ? {} : { path: tail };
  const container = query.get('container') ?? '';
  const command = kind === 'PodExecOptions' ? query.all('command') : [];
  return {
    ...Object.fromEntries(streams.filter((name) => query.boolean(name)).map((name) => [name, true])),
    ...(container === '' ? {} : { container }),
    ...(command.length === 0 ? {} : { command: [...command] }),
  };
}

/** `ports=80,443&ports=8080`. Throws BadRequest. */
function parsePorts(query: QueryParameters): number[] {
  const texts = query.all('ports').flatMap((text) => text.split(','));
  return texts.map((text) => {
    if (/^\d{1,5}$/.test(text) && Number(text) <= maxPort) return Number(text);
    const why = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
    throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${goQuote(text)}: ${why}`);
  });
}
