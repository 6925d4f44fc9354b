import { readFileSync } from 'node:fs';
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
  #text: string;
  #roots: readonly ChainCertificate[];

  /** Throws when the file cannot be read or has no certificate in it. */
  constructor(path: string) {
    this.#path = path;
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
    const bundle = parseBundle(text);
    if (bundle.length === 0) throw new Error(`${this.#path}: no certificate in it`);
    return bundle.map((raw, index) => {
      try {
        return new ChainCertificate(raw);
      } catch (cause) {
        throw new Error(`${this.#path}: certificate ${index + 1} cannot be read`, { cause });
      }
    });
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
  { resources, report }: ReloadDependencies,
): CertificateAuthorities {
  const authorities = new AuthorityFile(path);
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
