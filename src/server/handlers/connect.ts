import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest, StatusError } from '../../api/meta/status.ts';
import type { QueryParameters } from '../../api/request/query-parameters.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import { goQuote } from '../../util/quote.ts';
import type { Exchange } from '../exchange.ts';
import { admitNow } from '../request/request-admission.ts';
import type { VerbHandlers } from '../routing/router.ts';

/** The kind that the query of a connection is an object of: PodExecOptions. */
export interface ConnectOptionsKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Connects the client of an admitted request. `ports`: those that the request names. */
export type Connect = (exchange: Exchange, ports: readonly number[]) => Promise<void>;

/**
 * Handlers of subresources that connect a client with something behind the server: a container, a port. Admission looks
 * at the options first. Without `connect` the handlers answer 501.
 */
export function connectHandlers(
  verbs: readonly string[],
  kind: ConnectOptionsKind,
  connect: Connect = refuse,
): VerbHandlers {
  const handle = async (exchange: Exchange): Promise<void> => {
    const { query } = exchange.info;
    if (query.has('dryRun')) throw badRequest('dryRun is not supported');
    const ports = parsePorts(query);
    const request = { dryRun: false, options: undefined, kind, operation: 'CONNECT' } as const;
    await admitNow(exchange, request, optionsObject(query, kind, ports));
    await connect(exchange, ports);
  };
  return Object.fromEntries(verbs.map((verb) => [verb, handle]));
}

const switches = ['stdin', 'stdout', 'stderr', 'tty'];
const texts = ['container', 'path'];
const maxPort = 65_535;

/** Without metadata: it is no object that could be stored. */
function optionsObject(
  query: QueryParameters,
  kind: ConnectOptionsKind,
  ports: readonly number[],
): ApiObject {
  const command = query.all('command');
  return {
    kind: kind.kind,
    apiVersion: apiVersionOf(kind),
    ...Object.fromEntries(switches.filter((name) => query.boolean(name)).map((name) => [name, true])),
    ...Object.fromEntries(texts.filter((name) => query.has(name)).map((name) => [name, query.get(name)])),
    ...(command.length === 0 ? {} : { command: [...command] }),
    ...(ports.length === 0 ? {} : { ports: [...ports] }),
  } as unknown as ApiObject;
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

function refuse({ info, served }: Exchange): never {
  const { plural, group } = served.definition;
  throw new StatusError(
    501,
    undefined,
    `${plural}/${info.subresource} is not implemented: this server does not connect clients with ${plural} yet`,
    { name: info.name, group, kind: plural },
  );
}
