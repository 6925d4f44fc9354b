import type { Logger } from 'pino';
import type { Authenticator } from '../../access/authentication/authenticator.ts';
import { createAuthenticator } from '../../access/authentication/create-authenticator.ts';
import type { Authorizer, RuleResolver } from '../../access/authorization/authorizer.ts';
import { createAuthorizer } from '../../access/authorization/create-authorizer.ts';
import type { Objects } from '../../api/machinery/lister.ts';
import { systemClock } from '../../util/clock.ts';
import type { CredentialFiles } from '../credentials.ts';
import { StartError } from './flags.ts';
import type { ApiServerOptions } from './options.ts';

/** Who may pass: made from the flags, and from the files that were made for a server that was not given any. */
export interface Access {
  authenticator: Authenticator;
  authorizer: Authorizer & RuleResolver;
}

/** Rejects with StartError when the flags cannot be followed. `resources` lets go of what is kept open. */
export async function createAccess(
  { access, dialect }: ApiServerOptions,
  credentials: CredentialFiles | undefined,
  objects: Objects,
  resources: DisposableStack,
  log: Logger,
): Promise<Access> {
  const report = (error: Error): void => log.warn(error.message);
  const given = { clock: systemClock, dialect, objects, resources, report };
  const flags = access.withDefaults(
    credentials === undefined ? {} : { 'client-ca-file': credentials.authority },
  );
  try {
    return {
      authenticator: await createAuthenticator(flags, given),
      authorizer: await createAuthorizer(flags, given),
    };
  } catch (error) {
    throw new StartError((error as Error).message, { cause: error });
  }
}
