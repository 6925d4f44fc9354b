import type { TokenAuthenticator } from '../../authenticator.ts';
import type { AuthenticationMethod } from '../../method.ts';
import { apiAudiences, tokenFlags, tokenIssuers, verificationKeysOf } from '../../tokens/settings.ts';
import { Signatures } from '../../tokens/signatures.ts';
import { ServiceAccountAuthenticator } from './authenticator.ts';
import { TokenObjects } from './token-objects.ts';
import { tokenRules } from './token-rules.ts';
import { TokenUses } from './token-uses.ts';

const rememberedTokens = 10_000;

export const serviceAccount: AuthenticationMethod<TokenAuthenticator> = {
  name: 'service-account',
  flags: tokenFlags,
  create: async (flags, dependencies) => {
    const { clock, dialect, gates, resources, report } = dependencies;
    const issuers = tokenIssuers(flags, dialect);
    const keys = await verificationKeysOf(flags);
    if (keys.length === 0) return undefined;
    const rules = tokenRules(gates);
    const lookup = flags.boolean('service-account-lookup');
    const objects = new TokenObjects({ objects: dependencies.objects, lookup, rules, dialect });
    const uses = new TokenUses({
      dialect,
      objects,
      tracksSecrets: rules.tracksSecrets && lookup,
      count: dependencies.tokenUsed ?? (() => {}),
      labels: dependencies.secretLabels,
      report,
    });
    const authenticator = new ServiceAccountAuthenticator({
      signatures: new Signatures(keys),
      issuers,
      audiences: apiAudiences(flags, dialect),
      objects,
      uses,
      rules,
      dialect,
      clock,
      remembered: rememberedTokens,
      report,
    });
    return resources.use(authenticator);
  },
};
