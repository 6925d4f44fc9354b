import { checkAudit } from '../../access/audit/create-auditor.ts';
import { checkMethods } from '../../access/authentication/create-authenticator.ts';
import { createIssuerDiscovery } from '../../access/authentication/tokens/discovery.ts';
import { createTokenIssuer } from '../../access/authentication/tokens/issuer.ts';
import { isSignedElsewhere, tokenIssuers } from '../../access/authentication/tokens/settings.ts';
import { createAuthorizer } from '../../access/authorization/create-authorizer.ts';
import { RolePolicy } from '../../access/authorization/rbac/role-policy.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Lister, Objects } from '../../api/meta/lister.ts';
import { systemClock } from '../../util/clock.ts';
import { fileErrorText } from '../../util/file-error-text.ts';
import type { CredentialFiles } from '../credentials.ts';
import { StartError } from '../start-error.ts';
import { defaultFiles } from './access.ts';
import type { ApiServerOptions } from './options.ts';

/**
 * Makes what says who is believed and what is allowed once, with nothing behind it, and lets go of it: files and flags that
 * cannot be followed end a start before the store is opened, however long it is waited for. Rejects with StartError.
 */
export async function rehearseAccess(
  options: ApiServerOptions,
  credentials: CredentialFiles | undefined,
): Promise<void> {
  const { dialect, settings } = options;
  const resources = new DisposableStack();
  const objects: Objects = { lister: () => noObjects };
  const shared = {
    clock: systemClock,
    dialect,
    gates: settings.gates,
    objects,
    resources,
    report: () => {},
  };
  const policy = resources.use(
    new RolePolicy(objects, fillPlaceholders(dialect, 'rbac.authorization.{api}')),
  );
  try {
    const flags = options.access.withDefaults(await defaultFiles(options, credentials));
    tokenIssuers(flags, dialect);
    await checkMethods(flags, shared);
    await createAuthorizer(flags, { ...shared, policy });
    if (!isSignedElsewhere(flags)) {
      await createTokenIssuer(flags, shared);
      await createIssuerDiscovery(flags, dialect);
    }
    await checkAudit(flags, shared);
  } catch (error) {
    throw new StartError(fileErrorText(error as Error), { cause: error });
  } finally {
    resources.dispose();
  }
}

/** No objects of any type. */
const noObjects: Lister<never> = {
  isSynced: true,
  get: () => undefined,
  list: () => [],
  checkKnown: () => {},
  keysBy: () => [],
  waitUntilFresh: () => Promise.resolve(),
  getFresh: () => Promise.resolve(undefined),
  observe: () => ({ [Symbol.dispose]: () => {} }),
};
