import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '../../../../api/meta/user.ts';
import { after } from '../../../../util/in-order.ts';
import type { TokenAuthenticator } from '../../authenticator.ts';
import { claimedIssuer } from '../../tokens/signatures.ts';
import { OidcAuthenticator, type OidcDependencies } from './authenticator.ts';
import type { OidcSettings } from './settings.ts';

/** Receives how long it took to find out whose a token is, and whether that was found. */
export type ObserveToken = (issuer: string, isKnown: boolean, milliseconds: number) => void;

export interface IssuerSetDependencies extends OidcDependencies {
  readonly observeToken?: ObserveToken | undefined;
}

/** Milliseconds for which new issuers may be looked for before the old ones stay. */
const maxSearch = 60_000;
const searchInterval = 500;
/** Requests that began before a change may still use the issuers from before it. Milliseconds. */
const closeAfter = 60_000;

/** All issuers that are trusted; others can take their place while the server runs. */
export class IssuerSet implements TokenAuthenticator, Disposable {
  readonly #dependencies: IssuerSetDependencies;
  #issuers: ReadonlyMap<string, OidcAuthenticator>;
  /** Issuers in force, issuers that are looked for, and issuers from before that requests may still use. */
  readonly #open = new Set<OidcAuthenticator>();

  /** An issuer that is down does not keep the server from coming up: it is looked for until it is found. */
  constructor(settings: readonly OidcSettings[], dependencies: IssuerSetDependencies) {
    this.#dependencies = dependencies;
    this.#issuers = this.#make(settings);
  }

  [Symbol.dispose](): void {
    this.#close(this.#open);
  }

  authenticateToken(token: string): User | undefined | Promise<User | undefined> {
    const claimed = claimedIssuer(token);
    const issuer = typeof claimed === 'string' ? this.#issuers.get(claimed) : undefined;
    if (issuer === undefined) return undefined;
    const begun = performance.now();
    return after(issuer.authenticateToken(token), (user) => {
      this.#dependencies.observeToken?.(claimed as string, user !== undefined, performance.now() - begun);
      return user;
    });
  }

  /** Puts others in their place once all of these are found. Rejects when that takes too long: nothing changes then. */
  async replace(settings: readonly OidcSettings[]): Promise<void> {
    const next = this.#make(settings);
    const until = performance.now() + maxSearch;
    while ([...next.values()].some((one) => !one.isReady)) {
      if (performance.now() > until) {
        this.#close(next.values());
        throw new Error('authenticator health check failed');
      }
      await pause(searchInterval, undefined, { ref: false });
    }
    const before = this.#issuers;
    this.#issuers = next;
    setTimeout(() => this.#close(before.values()), closeAfter).unref();
  }

  #make(settings: readonly OidcSettings[]): Map<string, OidcAuthenticator> {
    const made = new Map<string, OidcAuthenticator>();
    for (const one of settings) {
      const issuer = new OidcAuthenticator(one, this.#dependencies);
      this.#open.add(issuer);
      void issuer.start();
      made.set(one.issuer, issuer);
    }
    return made;
  }

  #close(issuers: Iterable<OidcAuthenticator>): void {
    for (const issuer of issuers) {
      this.#open.delete(issuer);
      issuer[Symbol.dispose]();
    }
  }
}
