import { readFileSync } from 'node:fs';
import { goQuote } from '../../util/quote.ts';
import { parseBundle } from '../../util/x509.ts';
import { ChainCertificate } from './certificate-chain.ts';

/** Milliseconds between two looks at a file of authorities. */
const reloadInterval = 10_000;

/** Authorities by which certificates of clients may be signed. A new array each time that changes. */
export interface CertificateAuthorities {
  readonly roots: readonly ChainCertificate[];
}

/** The authorities of a PEM file that may change while the server runs. */
export class AuthorityFile implements CertificateAuthorities {
  readonly #path: string;
  readonly #name: string;
  #text: string;
  #roots: readonly ChainCertificate[];

  /** Throws when the file cannot be read or has no certificate in it. `purpose`: what it is for, in messages. */
  constructor(path: string, purpose: string) {
    this.#path = path;
    this.#name = goQuote(`${purpose}::${path}`);
    this.#text = readFileSync(path, 'utf8');
    this.#roots = this.#parse(this.#text);
  }

  get roots(): readonly ChainCertificate[] {
    return this.#roots;
  }

  /** Reads the file again. When it cannot be used this throws, and what was there before stays in force. */
  reload(): void {
    const text = readFileSync(this.#path, 'utf8');
    if (text === this.#text) return;
    this.#roots = this.#parse(text);
    this.#text = text;
  }

  #parse(text: string): ChainCertificate[] {
    if (text === '') throw new Error(`missing content for CA bundle ${this.#name}`);
    const bundle = parseBundle(text);
    if (bundle.length === 0) throw this.#problem('data does not contain any valid RSA or ECDSA certificates');
    return bundle.map((raw) => {
      try {
        return new ChainCertificate(raw);
      } catch (cause) {
        throw this.#problem('x509: malformed certificate', cause);
      }
    });
  }

  #problem(what: string, cause?: unknown): Error {
    return new Error(`error loading CA bundle for ${this.#name}: ${what}`, { cause });
  }
}

export interface ReloadDependencies {
  /** Resources to dispose of when the server stops. */
  resources: DisposableStack;
  /** Receives the error of a file that cannot be used any more; the earlier authorities stay in force. */
  report(message: string): void;
}

/** The authorities of a file, which is read again from time to time. Throws when it cannot be used now. */
export function reloadedAuthorities(
  path: string,
  purpose: string,
  { resources, report }: ReloadDependencies,
): CertificateAuthorities {
  const authorities = new AuthorityFile(path, purpose);
  const reload = (): void => {
    try {
      authorities.reload();
    } catch (error) {
      report((error as Error).message);
    }
  };
  const timer = setInterval(reload, reloadInterval).unref();
  resources.defer(() => clearInterval(timer));
  return authorities;
}
