import { FollowedFile } from '../../../../util/followed-file.ts';
import type { TokenAuthenticator } from '../../authenticator.ts';
import { ClaimExpressions } from '../../configuration/claim-expressions.ts';
import type { AuthenticationMethod } from '../../method.ts';
import { oidcFlags } from './settings.ts';
import { settingsOf, trustedIssuers } from './trusted-issuers.ts';

export const oidc: AuthenticationMethod<TokenAuthenticator> = {
  name: 'oidc',
  flags: oidcFlags,
  create: async (flags, dependencies) => {
    const { gates, configuration: file, resources, report, configObserver } = dependencies;
    const expressions = new ClaimExpressions(gates.release);
    const issuers = trustedIssuers(flags, dependencies, file, expressions);
    if (issuers.length === 0 && file === undefined) return undefined;
    // Loaded when it is needed, with all that it needs.
    const { IssuerSet } = await import('./issuer-set.ts');
    const set = resources.use(new IssuerSet(issuers, dependencies));
    if (file === undefined || !gates.isIn('1.30')) return set;
    configObserver?.loaded(file.accepted.digest);
    const reload = async (): Promise<void> => {
      try {
        const read = await file.read();
        if (read === undefined) return;
        await set.replace(settingsOf(read.configuration.jwt, flags, dependencies, expressions));
        file.accept(read);
        configObserver?.loaded(read.digest);
        configObserver?.reloaded(true);
        report('the authentication configuration has changed');
      } catch (error) {
        configObserver?.reloaded(false);
        report(`the authentication configuration stays as it is: ${(error as Error).message}`);
      }
    };
    const followed = new FollowedFile(file.path, reload, report);
    resources.defer(() => void followed[Symbol.asyncDispose]());
    return set;
  },
};
