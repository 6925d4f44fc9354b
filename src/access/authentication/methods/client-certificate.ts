import { hash, X509Certificate } from 'node:crypto';
import type { Clock } from '../../../util/clock.ts';
import { subjectOf, subjectTexts } from '../../../util/x509.ts';
import type { AuthenticationRequest, Authenticator, Decision } from '../authenticator.ts';
import { type CertificateAuthorities, reloadedAuthorities } from '../certificate-authorities.ts';
import { credentialKeyIn } from '../credential-key.ts';
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
    rules: CertificateRules = { credentialKey: undefined, readsUid: false },
    observe: (secondsLeft: number) => void = () => {},
  ) {
    this.#verifier = new PeerVerifier(authorities, clock, (certificate) => ownerOf(certificate, rules));
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

const ownerOf = (certificate: Buffer, rules: CertificateRules): Owner => ({
  user: userOf(certificate, rules),
  notAfter: new X509Certificate(certificate).validToDate.getTime(),
});

/** A valid certificate without a common name has no user. */
function userOf(certificate: Buffer, { credentialKey, readsUid }: CertificateRules): Decision {
  const { commonName, organizations } = subjectOf(certificate);
  if (commonName === '') return 'none';
  const uids = readsUid ? subjectTexts(certificate, uidAttribute) : [];
  if (uids.length > 1) return 'invalid';
  const digest = `X509SHA256=${hash('sha256', certificate)}`;
  return {
    name: commonName,
    uid: uids[0] ?? '',
    groups: organizations,
    extra: credentialKey === undefined ? {} : { [credentialKey]: [digest] },
  };
}

/** Object identifier of the attribute of the subject that is the UID. */
const uidAttribute = '1.3.6.1.4.1.57683.2';

/** Differences between releases. */
export interface CertificateRules {
  /** Key of the extra with the digest of the certificate; undefined where there is none. */
  readonly credentialKey: string | undefined;
  /** Whether the subject may hold the UID. */
  readonly readsUid: boolean;
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
    const authorities = reloadedAuthorities(path, 'client-ca-bundle', dependencies);
    const { clock, dialect, gates, certificateUsed } = dependencies;
    const rules: CertificateRules = {
      credentialKey: credentialKeyIn(gates, dialect),
      readsUid: gates.isOn('AllowParsingUserUIDFromCertAuth'),
    };
    return new ClientCertificateAuthenticator(authorities, clock, rules, certificateUsed);
  },
};
