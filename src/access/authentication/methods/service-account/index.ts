import type { FlagValues } from '../../../../util/flags.ts';
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
    const signatures = dependencies.signerKeys ?? (await ownSignatures(flags));
    if (signatures === undefined) return undefined;
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
      signatures,
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

async function ownSignatures(flags: FlagValues): Promise<Signatures | undefined> {
  const keys = await verificationKeysOf(flags);
  return keys.length === 0 ? undefined : new Signatures(keys);
}
