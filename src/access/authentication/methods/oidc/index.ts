import { followConfiguration } from '../../../followed-configuration.ts';
import type { TokenAuthenticator } from '../../authenticator.ts';
import { ClaimExpressions } from '../../configuration/claim-expressions.ts';
import type { AuthenticationMethod } from '../../method.ts';
import { oidcFlags } from './settings.ts';
import { settingsOf, trustedIssuers } from './trusted-issuers.ts';

export const oidc: AuthenticationMethod<TokenAuthenticator> = {
  name: 'oidc',
  flags: oidcFlags,
  create: async (flags, dependencies) => {
    const { gates, configuration: file, resources, configObserver } = dependencies;
    const expressions = new ClaimExpressions(gates.release);
    const issuers = trustedIssuers(flags, dependencies, file, expressions);
    if (issuers.length === 0 && file === undefined) return undefined;
    // Loaded when it is needed, with all that it needs.
    const { IssuerSet } = await import('./issuer-set.ts');
    const set = resources.use(new IssuerSet(issuers, dependencies));
    if (file === undefined || !gates.isIn('1.30')) return set;
    configObserver?.loaded(file.accepted.digest);
    const change = async (): Promise<string | undefined> => {
      const read = await file.read();
      if (read === undefined) return undefined;
      await set.replace(settingsOf(read.configuration.jwt, flags, dependencies, expressions));
      file.accept(read);
      return read.digest;
    };
    followConfiguration(file.path, 'authentication', change, dependencies);
    return set;
  },
};
