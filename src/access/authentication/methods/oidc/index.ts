import type { TokenAuthenticator } from '../../authenticator.ts';
import type { AuthenticationMethod } from '../../method.ts';
import { oidcFlags, oidcSettings } from './settings.ts';

export const oidc: AuthenticationMethod<TokenAuthenticator> = {
  name: 'oidc',
  flags: oidcFlags,
  create: async (flags, { clock, resources, report }) => {
    const settings = oidcSettings(flags);
    if (settings === undefined) return undefined;
    // Loaded when it is needed, with all that it needs.
    const { OidcAuthenticator } = await import('./authenticator.ts');
    const authenticator = resources.use(new OidcAuthenticator(settings, { clock, report }));
    // An issuer that is down must not keep the server from coming up.
    void authenticator.start();
    return authenticator;
  },
};
