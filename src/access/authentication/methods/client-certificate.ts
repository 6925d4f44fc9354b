import type { Clock } from '../../../util/clock.ts';
import { subjectOf } from '../../../util/x509.ts';
import type { AuthenticationRequest, Authenticator, Decision } from '../authenticator.ts';
import { type CertificateAuthorities, reloadedAuthorities } from '../certificate-authorities.ts';
import type { AuthenticationMethod } from '../method.ts';
import { PeerVerifier } from '../peer-verifier.ts';

/**
 * The user is the common name of the certificate that the client proved to own within TLS, the groups are its
 * organizations.
 */
export class ClientCertificateAuthenticator implements Authenticator {
  readonly #verifier: PeerVerifier<Decision>;

  constructor(authorities: CertificateAuthorities, clock: Clock) {
    this.#verifier = new PeerVerifier(authorities, clock, userOf);
  }

  authenticate({ connection }: AuthenticationRequest): Decision {
    return this.#verifier.verify(connection);
  }
}

/** A valid certificate without a common name has no user. */
function userOf(certificate: Buffer): Decision {
  const { commonName, organizations } = subjectOf(certificate);
  return commonName === '' ? 'none' : { name: commonName, uid: '', groups: organizations, extra: {} };
}

export const clientCertificate: AuthenticationMethod<Authenticator> = {
  name: 'client-certificate',
  flags: [
    {
      name: 'client-ca-file',
      type: 'text',
      value: 'file',
      description:
        'certificates of the authorities whose client certificates are accepted; read again when it changes',
    },
  ],
  create: async (flags, dependencies) => {
    const path = flags.text('client-ca-file');
    if (path === undefined) return undefined;
    return new ClientCertificateAuthenticator(reloadedAuthorities(path, dependencies), dependencies.clock);
  },
};
