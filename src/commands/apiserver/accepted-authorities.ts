import { AuthorityFile } from '../../access/authentication/certificate-authorities.ts';

/** Milliseconds between two looks at the files. */
const reloadInterval = 10_000;

/** The authorities of client certificates that the TLS handshake names. */
export class AcceptedAuthorities implements Disposable {
  readonly #files: readonly AuthorityFile[];
  #timer: NodeJS.Timeout | undefined;
  /** The certificates of each file: a new array each time that it changes. */
  #sent: readonly unknown[];

  /** Throws when one of the files cannot be used. */
  constructor(paths: Iterable<string>) {
    this.#files = Array.from(paths, (path) => new AuthorityFile(path, 'client-ca-bundle'));
    this.#sent = this.#files.map(({ roots }) => roots);
  }

  /** In DER. */
  get certificates(): Buffer[] {
    return this.#files.flatMap(({ roots }) => roots.map(({ certificate }) => certificate.raw));
  }

  /** Calls when a file has changed. The names of an unusable file stay: its verifier reports the error. */
  onChange(changed: () => void): void {
    this.#timer = setInterval(() => {
      for (const file of this.#files) tryReload(file);
      const now = this.#files.map(({ roots }) => roots);
      if (now.every((roots, index) => roots === this.#sent[index])) return;
      this.#sent = now;
      changed();
    }, reloadInterval).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function tryReload(file: AuthorityFile): void {
  try {
    file.reload();
  } catch {
    // It is in the midst of being written, or wrong.
  }
}
