import { badRequest, StatusError } from '../../api/machinery/status.ts';
import type { VerbHandlers } from '../resource-router.ts';

/**
 * Sub-resources that connect a client with something behind the server: a container, a port, a log. They are told of
 * and refused until there is somebody to pass them on.
 */
export function connectHandlers(verbs: readonly string[]): VerbHandlers {
  return Object.fromEntries(verbs.map((verb) => [verb, refuse]));
}

function refuse({ info, served }: Parameters<VerbHandlers[string]>[0]): never {
  if (info.query.has('dryRun')) throw badRequest('dryRun is not supported');
  const { plural, group } = served.definition;
  throw new StatusError(
    501,
    undefined,
    `${plural}/${info.subresource} is not implemented: this server does not connect clients with ${plural} yet`,
    { name: info.name, group, kind: plural },
  );
}
