import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialect } from '../api/meta/dialect.ts';
import type { Clock } from '../util/clock.ts';
import {
  type Identity,
  issueClient,
  issueServing,
  makeAuthority,
  makeKeyPair,
  type Validity,
} from '../util/x509.ts';
import { adminKubeconfig } from './admin-kubeconfig.ts';
import {
  type IdentityPaths,
  readIdentity,
  readIfThere,
  writeIdentity,
  writePrivate,
  writePublic,
} from './credential-files.ts';
import { answersTo, serverNames, serverUrl } from './server-names.ts';

const day = 86_400_000;
const authorityLifetime = 3_650 * day;
const lifetime = 365 * day;

/** A certificate that ends sooner than this is made anew. */
const renewalTime = 30 * day;

/** Clocks of clients may be behind. */
const clockSkew = 5 * 60_000;

export interface CredentialOptions {
  dialect: Dialect;
  /** IP addresses that the server listens on or is reached by. */
  addresses: readonly string[];
  port: number;
  /** The cluster's name in the admin kubeconfig. */
  clusterName: string;
  clock: Clock;
}

/** Paths of PEM files, and of the administrator's client configuration. */
export interface CredentialFiles {
  authority: string;
  /** The key that signs certificate requests; absent when it is kept elsewhere. */
  authorityKey: string;
  serving: string;
  servingKey: string;
  serviceAccountKey: string;
  serviceAccountPublicKey: string;
  /** Authority of the certificate by which extension servers know this server. */
  proxyAuthority: string;
  proxyClient: string;
  proxyClientKey: string;
  adminKubeconfig: string;
}

/** Common name of the certificate that servers which extend this one are shown. */
export const proxyClientName = 'front-proxy-client';

/**
 * Gives a server that was given no certificates what it needs to serve its API and to be used: an authority, a
 * serving certificate, a key for the tokens of service accounts, and a client configuration for an administrator.
 * Existing files are kept; only certificates that end within 30 days, or do not belong to the
 * authority beside them or to the names that the server has now, are made anew.
 */
export async function ensureCredentials(
  directory: string,
  options: CredentialOptions,
): Promise<CredentialFiles> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return new CredentialDirectory(directory, options).ensure();
}

/** The name is that of its files. */
interface Authority extends Identity {
  name: string;
}

class CredentialDirectory {
  readonly #directory: string;
  readonly #options: CredentialOptions;
  readonly #now: number;

  constructor(directory: string, options: CredentialOptions) {
    this.#directory = directory;
    this.#options = options;
    this.#now = options.clock.now();
  }

  async ensure(): Promise<CredentialFiles> {
    const authority = await this.#authority('ca', `${this.#options.dialect.service}-ca`);
    const proxies = await this.#authority('front-proxy-ca', 'front-proxy-ca');
    await this.#proxyClient(proxies);
    await this.#serving(authority);
    const admin = await this.#admin(authority);
    await this.#serviceAccountKeys();
    await this.#adminKubeconfig(authority, admin);
    return {
      authority: this.#path('ca.crt'),
      authorityKey: this.#path('ca.key'),
      serving: this.#path('apiserver.crt'),
      servingKey: this.#path('apiserver.key'),
      serviceAccountKey: this.#path('sa.key'),
      serviceAccountPublicKey: this.#path('sa.pub'),
      proxyAuthority: this.#path('front-proxy-ca.crt'),
      proxyClient: this.#path('front-proxy-client.crt'),
      proxyClientKey: this.#path('front-proxy-client.key'),
      adminKubeconfig: this.#path('admin.kubeconfig'),
    };
  }

  /** Its key is empty when it is kept elsewhere: then no certificate can be issued. */
  async #authority(name: string, commonName: string): Promise<Authority> {
    const paths = this.#paths(name);
    const there = await readIdentity(paths);
    if (there.certificate !== '') return { ...there, name };
    // A new authority would make all that the old one signed worthless; that is not for a server to decide.
    if (there.privateKey !== '')
      throw new Error(`${paths.privateKey} is there, but ${paths.certificate} is not`);
    const made = await makeAuthority(commonName, this.#validity(authorityLifetime));
    await writeIdentity(paths, made);
    return { ...made, name };
  }

  #serving(authority: Authority): Promise<Identity> {
    const names = serverNames(this.#options.dialect, this.#options.addresses);
    const commonName = `${this.#options.dialect.service}-apiserver`;
    return this.#issued(
      'apiserver',
      authority,
      (certificate) => answersTo(certificate, names),
      () => issueServing(authority, commonName, names, this.#validity(lifetime)),
    );
  }

  /** Signed by an authority of its own: holders of such a certificate may act as any user. */
  #proxyClient(authority: Authority): Promise<Identity> {
    const subject = { commonName: proxyClientName, organizations: [] };
    return this.#issued(
      proxyClientName,
      authority,
      () => true,
      () => issueClient(authority, subject, this.#validity(lifetime)),
    );
  }

  #admin(authority: Authority): Promise<Identity> {
    const subject = {
      commonName: `${this.#options.dialect.service}-admin`,
      organizations: ['system:masters'],
    };
    return this.#issued(
      'admin',
      authority,
      () => true,
      () => issueClient(authority, subject, this.#validity(lifetime)),
    );
  }

  /** RSA: the tokens are then of the kind that everybody can verify. */
  async #serviceAccountKeys(): Promise<void> {
    if ((await readIfThere(this.#path('sa.key'))) !== '') return;
    const keys = await makeKeyPair('rsa');
    await writePublic(this.#path('sa.pub'), keys.publicKey);
    await writePrivate(this.#path('sa.key'), keys.privateKey);
  }

  async #adminKubeconfig(authority: Authority, user: Identity): Promise<void> {
    const { addresses, port, clusterName } = this.#options;
    const server = serverUrl(addresses, port);
    const text = adminKubeconfig({ server, clusterName, authority: authority.certificate, user });
    const path = this.#path('admin.kubeconfig');
    if ((await readIfThere(path)) === text) return;
    await writePrivate(path, text).catch((error: NodeJS.ErrnoException) => {
      // A full disk must not keep the server from starting: deleting objects makes room.
      if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
    });
  }

  /** The identity in the files while it is usable, or else one from `issue`. */
  async #issued(
    name: string,
    authority: Authority,
    isWanted: (certificate: X509Certificate) => boolean,
    issue: () => Promise<Identity>,
  ): Promise<Identity> {
    const paths = this.#paths(name);
    const there = await readIdentity(paths);
    const certificate = there.certificate === '' ? undefined : new X509Certificate(there.certificate);
    if (certificate && isWanted(certificate) && this.#isCurrent(certificate, there.privateKey, authority))
      return there;
    if (authority.privateKey === '')
      throw new Error(`${this.#path(`${authority.name}.key`)} is needed to make ${paths.certificate}`);
    const made = await issue();
    await writeIdentity(paths, made);
    return made;
  }

  #isCurrent(certificate: X509Certificate, key: string, authority: Identity): boolean {
    const issuer = new X509Certificate(authority.certificate);
    return (
      key !== '' &&
      certificate.validToDate.getTime() - renewalTime > this.#now &&
      certificate.checkPrivateKey(createPrivateKey(key)) &&
      certificate.checkIssued(issuer) &&
      certificate.verify(issuer.publicKey)
    );
  }

  #path(name: string): string {
    return join(this.#directory, name);
  }

  #paths(name: string): IdentityPaths {
    return { certificate: this.#path(`${name}.crt`), privateKey: this.#path(`${name}.key`) };
  }

  #validity(length: number): Validity {
    return { notBefore: new Date(this.#now - clockSkew), notAfter: new Date(this.#now + length) };
  }
}
