import { readFileSync } from 'node:fs';
import { parseBundle } from '../../util/certificate-bundle.ts';
import type { Clock } from '../../util/clock.ts';
import type { Identity } from '../../util/x509.ts';
import { ShapeError } from '../fields.ts';
import type { ClusterEntry, UserEntry } from './config-document.ts';
import { authorizationOf, identityOf } from './credentials.ts';

/** A server, and how to know that it is the right one. */
export interface ClusterConfig {
  /** `https://a.example:6443/path` */
  server: string;
  /** PEM. */
  authority: string | undefined;
  serverName: string | undefined;
  insecure: boolean;
}

/** The credentials of a caller. */
export interface UserConfig {
  /** Asked at each new connection, as certificates in files may be renewed. */
  identity: (() => Identity) | undefined;
  /** Value of the header `Authorization`. */
  authorization: (() => Promise<string | undefined>) | undefined;
}

/** Makes the error of a field of the entry that stands there: `clusters[0].cluster`. */
export const wrongAt =
  (at: string) =>
  (name: string, problem: string): ShapeError =>
    new ShapeError(`${at}.${name}: ${problem}`);

/** Reads the files that the entry names. Throws ShapeError for what is wrong, or not supported. */
export function strictCluster(entry: ClusterEntry, at: string): ClusterConfig {
  const wrong = wrongAt(at);
  if (entry.proxyUrl !== '') throw wrong('proxy-url', 'is not supported');
  const authority = authorityOf(entry, at);
  const { insecure } = entry;
  if (insecure && authority !== undefined)
    throw wrong('insecure-skip-tls-verify', 'must not be given with a certificate authority');
  if (authority !== undefined && parseBundle(authority).length === 0)
    throw wrong('certificate-authority', 'has no certificate in it');
  checkServer(entry.server, at);
  return { server: entry.server, authority, serverName: entry.tlsServerName || undefined, insecure };
}

function authorityOf({ authorityData, authorityFile }: ClusterEntry, at: string): string | undefined {
  if (authorityData !== '') return authorityData;
  if (authorityFile === '') return undefined;
  return reading(at, 'certificate-authority', () => readFileSync(authorityFile, 'utf8'));
}

function checkServer(server: string, at: string): void {
  const wrong = wrongAt(at);
  if (server === '') throw wrong('server', 'must be given');
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol))
    throw wrong('server', `${JSON.stringify(server)} must be a URL that begins with https:// or http://`);
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw wrong('server', 'must have no user and no fragment');
}

/** Reads the files that the entry names. Throws ShapeError for what is wrong, or needs a person at the client. */
export function strictUser(entry: UserEntry, at: string, clock: Clock): UserConfig {
  const wrong = wrongAt(at);
  const unsupported = unsupportedField(entry);
  if (unsupported !== undefined) throw wrong(unsupported, 'is not supported');
  const hasCertificate = entry.certificateFile !== '' || entry.certificateData !== '';
  const hasKey = entry.keyFile !== '' || entry.keyData !== '';
  if (hasKey && !hasCertificate) throw wrong('client-certificate', 'must be given with a client key');
  if (hasCertificate && !hasKey) throw wrong('client-key', 'must be given with a client certificate');
  const identity = reading(at, 'client-certificate', () => identityOf(entry, clock));
  const { username, token, tokenFile } = entry;
  if (username !== '' && (token !== '' || tokenFile !== ''))
    throw wrong('username', 'must not be given with a token');
  // A password alone shows nothing.
  const shown = username === '' ? { ...entry, password: '' } : entry;
  return { identity, authorization: reading(at, 'tokenFile', () => authorizationOf(shown, clock, true)) };
}

function unsupportedField({ exec, authProvider, impersonate }: UserEntry): string | undefined {
  if (exec !== undefined) return 'exec';
  if (authProvider !== undefined) return 'auth-provider';
  if (impersonate.user !== '') return 'as';
  if (impersonate.uid !== '') return 'as-uid';
  if (impersonate.groups.length > 0) return 'as-groups';
  return impersonate.extra.size > 0 ? 'as-user-extra' : undefined;
}

function reading<T>(at: string, name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw wrongAt(at)(name, (error as Error).message);
  }
}
