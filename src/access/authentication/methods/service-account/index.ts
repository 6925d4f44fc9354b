import type { TokenAuthenticator } from '../../authenticator.ts';
import type { AuthenticationMethod } from '../../method.ts';
import { apiAudiences, tokenFlags, tokenIssuers, verificationKeysOf } from '../../tokens/settings.ts';
import { Signatures } from '../../tokens/signatures.ts';
import { ServiceAccountAuthenticator } from './authenticator.ts';
import { TokenObjects } from './token-objects.ts';

const rememberedTokens = 10_000;

export const serviceAccount: AuthenticationMethod<TokenAuthenticator> = {
  name: 'service-account',
  flags: tokenFlags,
  create: async (flags, { clock, dialect, objects, resources, report }) => {
    const issuers = tokenIssuers(flags, dialect);
    const keys = await verificationKeysOf(flags);
    if (keys.length === 0) return undefined;
    const authenticator = new ServiceAccountAuthenticator({
      signatures: new Signatures(keys),
      issuers,
      audiences: apiAudiences(flags, dialect),
      objects: new TokenObjects(objects, flags.boolean('service-account-lookup')),
      dialect,
      clock,
      remembered: rememberedTokens,
      report,
    });
    return resources.use(authenticator);
  },
};
