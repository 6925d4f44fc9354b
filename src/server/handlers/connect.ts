import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest, StatusError } from '../../api/meta/status.ts';
import type { QueryParameters } from '../../api/request/query-parameters.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import type { Exchange } from '../exchange.ts';
import { admitNow } from '../request/request-admission.ts';
import type { VerbHandlers } from '../routing/router.ts';

/** The kind that the query of a connection is an object of: PodExecOptions. */
export interface ConnectOptionsKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Subresources that connect a client with something behind the server: a container, a port. Admission looks at them;
 * then they are told of and refused until there is somebody to pass them on.
 */
export function connectHandlers(verbs: readonly string[], kind: ConnectOptionsKind): VerbHandlers {
  const connect = async (exchange: Exchange): Promise<never> => {
    const { query } = exchange.info;
    if (query.has('dryRun')) throw badRequest('dryRun is not supported');
    const request = { dryRun: false, options: undefined, kind, operation: 'CONNECT' } as const;
    await admitNow(exchange, request, optionsObject(query, kind));
    return refuse(exchange);
  };
  return Object.fromEntries(verbs.map((verb) => [verb, connect]));
}

/** Read through the node agent: a log. */
export const unconnectedHandlers: VerbHandlers = { get: refuse };

const switches = ['stdin', 'stdout', 'stderr', 'tty'];
const texts = ['container', 'path'];

/** Without metadata: it is no object that could be stored. */
function optionsObject(query: QueryParameters, kind: ConnectOptionsKind): ApiObject {
  const command = query.all('command');
  const ports = query.all('ports').flatMap((text) => text.split(',').map(Number));
  return {
    kind: kind.kind,
    apiVersion: apiVersionOf(kind),
    ...Object.fromEntries(switches.filter((name) => query.boolean(name)).map((name) => [name, true])),
    ...Object.fromEntries(texts.filter((name) => query.has(name)).map((name) => [name, query.get(name)])),
    ...(command.length === 0 ? {} : { command: [...command] }),
    ...(ports.length === 0 ? {} : { ports }),
  } as unknown as ApiObject;
}

function refuse({ info, served }: Exchange): never {
  if (info.query.has('dryRun')) throw badRequest('dryRun is not supported');
  const { plural, group } = served.definition;
  throw new StatusError(
    501,
    undefined,
    `${plural}/${info.subresource} is not implemented: this server does not connect clients with ${plural} yet`,
    { name: info.name, group, kind: plural },
  );
}
