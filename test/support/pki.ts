import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Identity, issueClient, issueServing, makeAuthority, makeKeyPair } from '../../src/util/x509.ts';

const hour = 3_600_000;
const validity = { notBefore: new Date(Date.now() - hour), notAfter: new Date(Date.now() + 24 * hour) };

export interface ClientSubject {
  commonName: string;
  organizations?: string[];
}

/** Authorities and certificates in files, as tools that install clusters lay them out. */
export class Pki {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  authority(name: string): Promise<Identity> {
    return this.#kept(name, makeAuthority(name.replaceAll('/', '-'), validity));
  }

  /** For localhost and 127.0.0.1, or for `dnsNames`. */
  serving(name: string, authority: Identity, dnsNames: string[] = ['localhost']): Promise<Identity> {
    return this.#kept(name, issueServing(authority, name, { dnsNames, addresses: ['127.0.0.1'] }, validity));
  }

  client(
    name: string,
    authority: Identity,
    { commonName, organizations = [] }: ClientSubject,
  ): Promise<Identity> {
    return this.#kept(name, issueClient(authority, { commonName, organizations }, validity));
  }

  async tokenKeys(): Promise<void> {
    const { privateKey, publicKey } = await makeKeyPair('rsa');
    writeFileSync(this.path('sa.key'), privateKey);
    writeFileSync(this.path('sa.pub'), publicKey);
  }

  async #kept(name: string, made: Promise<Identity>): Promise<Identity> {
    const identity = await made;
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(`${name}.crt`), identity.certificate);
    writeFileSync(this.path(`${name}.key`), identity.privateKey);
    return identity;
  }
}
