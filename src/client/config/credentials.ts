import { readFileSync } from 'node:fs';
import type { Clock } from '../../util/clock.ts';
import type { Identity } from '../../util/x509.ts';
import { checkIdentity, IdentityFiles } from '../identity-files.ts';
import { TokenFile } from '../token-file.ts';
import type { UserEntry } from './config-document.ts';
import { fileError } from './config-error.ts';

/** Credentials with which requests are made. */
export interface Credentials {
  /** Asked at each connection, after `authorization`. The same object is the same certificate. */
  identity?: (() => Identity | undefined) | undefined;
  /** The value of the header `Authorization`, asked before each request. Rejects when there is none to be had. */
  authorization(): Promise<string | undefined>;
  /** A request with this header was answered with 401. */
  rejected?(authorization: string | undefined): void;
}

/** Credentials that stand in the entry itself, or in files that it names. Throws a start-up error. */
export function givenCredentials(user: UserEntry, clock: Clock): Credentials {
  return {
    identity: identityOf(user, clock),
    authorization: authorizationOf(user, clock) ?? (async () => undefined),
  };
}

/** The client certificate, if there is one. Throws when it cannot be used. */
export function identityOf(user: UserEntry, clock: Clock): (() => Identity) | undefined {
  const { certificateFile, certificateData, keyFile, keyData } = user;
  if (certificateFile === '' && certificateData === '') return undefined;
  if (certificateData === '' && keyData === '') {
    const files = new IdentityFiles(certificateFile, keyFile, clock);
    return () => files.current();
  }
  const identity = {
    certificate: certificateData || contentOf(certificateFile),
    privateKey: keyData || contentOf(keyFile),
  };
  checkIdentity(identity);
  return () => identity;
}

/**
 * The value of the header `Authorization`, if there is one. The token file takes precedence over the token, from the
 * first time on that the file has content. `isStrict`: throws when it has none now.
 */
export function authorizationOf(
  { token, tokenFile, username, password }: UserEntry,
  clock: Clock,
  isStrict = false,
): Credentials['authorization'] | undefined {
  if (tokenFile !== '') {
    const file = new TokenFile(tokenFile, clock);
    if (isStrict) file.read();
    return async () => `Bearer ${tokenIn(file) ?? token}`;
  }
  if (token !== '') return async () => `Bearer ${token}`;
  if (username === '' && password === '') return undefined;
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return async () => basic;

  function tokenIn(file: TokenFile): string | undefined {
    try {
      return file.read();
    } catch (error) {
      if (token !== '') return undefined;
      throw error;
    }
  }
}

export function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(fileError(file, error as Error), { cause: error });
  }
}
