import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock } from '../util/clock.ts';
import { type Identity, parseBundle } from '../util/x509.ts';
import { type Fields, ShapeError } from './fields.ts';
import { checkIdentity, IdentityFiles } from './identity-files.ts';
import { TokenFile } from './token-file.ts';

/** A server, and how to know that it is the right one. */
export interface ClusterConfig {
  /** `https://a.example:6443/path` */
  server: string;
  /** PEM. */
  authority: string | undefined;
  serverName: string | undefined;
  insecure: boolean;
}

/** As whom to call. */
export interface UserConfig {
  /** Asked at each new connection, as certificates in files may be renewed. */
  identity: (() => Identity) | undefined;
  /** Value of the header `Authorization`. */
  authorization: (() => Promise<string | undefined>) | undefined;
}

/** Authentication methods that need a person at the client. */
const unsupportedCredentials = ['exec', 'auth-provider', 'as', 'as-uid', 'as-groups', 'as-user-extra'];

/** Reads entries of a client configuration and the files that they name. Throws ShapeError for what is wrong. */
export class ConfigEntries {
  readonly #folder: string;
  readonly #clock: Clock;

  /** `folder`: what names of files are relative to. */
  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  cluster(fields: Fields): ClusterConfig {
    if ((fields.text('proxy-url') ?? '') !== '') throw fields.wrong('proxy-url', 'is not supported');
    const authority = this.#data(fields, 'certificate-authority');
    const insecure = fields.boolean('insecure-skip-tls-verify') ?? false;
    if (insecure && authority !== undefined) {
      throw fields.wrong('insecure-skip-tls-verify', 'must not be given with a certificate authority');
    }
    if (authority !== undefined && parseBundle(authority).length === 0) {
      throw fields.wrong('certificate-authority', 'has no certificate in it');
    }
    const serverName = fields.text('tls-server-name') || undefined;
    return { server: serverOf(fields), authority, serverName, insecure };
  }

  user(fields: Fields): UserConfig {
    for (const one of unsupportedCredentials) {
      if (fields.has(one)) throw fields.wrong(one, 'is not supported');
    }
    return { identity: this.#identity(fields), authorization: this.#authorization(fields) };
  }

  #identity(fields: Fields): UserConfig['identity'] {
    const [certificate, privateKey] = ['client-certificate', 'client-key'] as const;
    const isGiven = (name: string): boolean =>
      (fields.text(name) || fields.text(`${name}-data`) || '') !== '';
    if (!isGiven(certificate) && !isGiven(privateKey)) return undefined;
    if (!isGiven(certificate)) throw fields.wrong(certificate, 'must be given with a client key');
    if (!isGiven(privateKey)) throw fields.wrong(privateKey, 'must be given with a client certificate');
    return reading(fields, certificate, () => this.#identityOf(fields, certificate, privateKey));
  }

  /** Inline values do not change; files may. */
  #identityOf(fields: Fields, certificate: string, privateKey: string): () => Identity {
    if (!fields.text(`${certificate}-data`) && !fields.text(`${privateKey}-data`)) {
      const [first, second] = [certificate, privateKey].map((name) => this.#resolve(fields.text(name)!));
      const files = new IdentityFiles(first!, second!, this.#clock);
      return () => files.current();
    }
    const identity = {
      certificate: this.#data(fields, certificate)!,
      privateKey: this.#data(fields, privateKey)!,
    };
    checkIdentity(identity);
    return () => identity;
  }

  #authorization(fields: Fields): UserConfig['authorization'] {
    const token = fields.text('token') ?? '';
    const file = fields.text('tokenFile') ?? '';
    const username = fields.text('username') ?? '';
    const password = fields.text('password') ?? '';
    if (username !== '' && (token !== '' || file !== '')) {
      throw fields.wrong('username', 'must not be given with a token');
    }
    if (file !== '') {
      const tokenFile = new TokenFile(this.#resolve(file), this.#clock);
      reading(fields, 'tokenFile', () => tokenFile.read());
      return async () => `Bearer ${tokenFile.read()}`;
    }
    if (token !== '') return async () => `Bearer ${token}`;
    if (username === '') return undefined;
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    return async () => `Basic ${basic}`;
  }

  /** Of `<name>-data`, in base64, or of the file that `<name>` names. */
  #data(fields: Fields, name: string): string | undefined {
    const inline = fields.text(`${name}-data`) ?? '';
    if (inline !== '') {
      if (/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(inline)) return Buffer.from(inline, 'base64').toString();
      throw fields.wrong(`${name}-data`, 'must be base64');
    }
    const file = fields.text(name) ?? '';
    if (file === '') return undefined;
    return reading(fields, name, () => readFileSync(this.#resolve(file), 'utf8'));
  }

  #resolve(file: string): string {
    return resolve(this.#folder, file);
  }
}

function serverOf(fields: Fields): string {
  const server = fields.required('server');
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    throw fields.wrong(
      'server',
      `${JSON.stringify(server)} must be a URL that begins with https:// or http://`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw fields.wrong('server', 'must have no user and no fragment');
  }
  return server;
}

function reading<T>(fields: Fields, name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ShapeError) throw error;
    throw fields.wrong(name, (error as Error).message);
  }
}
