import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Clock } from '../util/clock.ts';
import { FlagError, type FlagValues } from '../util/flags.ts';
import type { Identity } from '../util/x509.ts';

/** Milliseconds after which the files are looked at again: certificates that live shortly are renewed in place. */
const rereadInterval = 60_000;

/** A certificate and its key that stand in two files. */
export class IdentityFiles {
  readonly #certificate: string;
  readonly #privateKey: string;
  readonly #clock: Clock;
  readonly #rereadInterval: number;
  #identity: Identity;
  #readAt: number;

  /** Paths. Throws when they cannot be read or do not belong together. */
  constructor(certificate: string, privateKey: string, clock: Clock, interval = rereadInterval) {
    this.#rereadInterval = interval;
    this.#certificate = certificate;
    this.#privateKey = privateKey;
    this.#clock = clock;
    this.#identity = this.#read();
    this.#readAt = clock.now();
  }

  /** The same object as long as nothing has changed. The last identity is kept while the files are unusable. */
  current(): Identity {
    const now = this.#clock.now();
    if (now - this.#readAt < this.#rereadInterval) return this.#identity;
    this.#readAt = now;
    try {
      const read = this.#read();
      const { certificate, privateKey } = this.#identity;
      const isSame = read.certificate === certificate && read.privateKey === privateKey;
      if (!isSame) this.#identity = read;
    } catch {
      // Half of a pair is written before the other: it is looked at again.
    }
    return this.#identity;
  }

  #read(): Identity {
    const certificate = readFileSync(this.#certificate, 'utf8');
    const privateKey = readFileSync(this.#privateKey, 'utf8');
    const identity = { certificate, privateKey };
    checkIdentity(identity);
    return identity;
  }
}

/** Throws when the two cannot be used, or not together. */
export function checkIdentity({ certificate, privateKey }: Identity): void {
  createSecureContext({ cert: certificate, key: privateKey });
}

/** A certificate and its key from the files of two flags; undefined without. Throws FlagError. */
export function identityFromFlags(
  flags: FlagValues,
  clock: Clock,
  certificateFlag: string,
  keyFlag: string,
): (() => Identity) | undefined {
  const certificate = flags.text(certificateFlag);
  const key = flags.text(keyFlag);
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined)
    throw new FlagError(certificateFlag, `goes together with --${keyFlag}.`);
  try {
    const files = new IdentityFiles(certificate, key, clock);
    return () => files.current();
  } catch (error) {
    throw new FlagError(certificateFlag, (error as Error).message);
  }
}
