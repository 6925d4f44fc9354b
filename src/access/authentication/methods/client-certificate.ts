import { X509Certificate } from 'node:crypto';
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
  readonly #verifier: PeerVerifier<Owner>;
  readonly #clock: Clock;
  readonly #observe: (secondsLeft: number) => void;

  /** `observe` receives for each request how long its certificate is still valid. */
  constructor(
    authorities: CertificateAuthorities,
    clock: Clock,
    observe: (secondsLeft: number) => void = () => {},
  ) {
    this.#verifier = new PeerVerifier(authorities, clock, ownerOf);
    this.#clock = clock;
    this.#observe = observe;
  }

  authenticate({ connection }: AuthenticationRequest): Decision {
    const owner = this.#verifier.verify(connection);
    if (typeof owner === 'string') return owner;
    this.#observe((owner.notAfter - this.#clock.now()) / 1_000);
    return owner.user;
  }
}

/** Owner of a valid certificate: `notAfter` in milliseconds since 1970. */
interface Owner {
  user: Decision;
  notAfter: number;
}

const ownerOf = (certificate: Buffer): Owner => ({
  user: userOf(certificate),
  notAfter: new X509Certificate(certificate).validToDate.getTime(),
});

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
    const authorities = reloadedAuthorities(path, dependencies);
    return new ClientCertificateAuthenticator(authorities, dependencies.clock, dependencies.certificateUsed);
  },
};
