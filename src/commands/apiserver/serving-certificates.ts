import { X509Certificate } from 'node:crypto';
import { IdentityFiles } from '../../client/identity-files.ts';
import type { NamedCertificate } from '../../server/http/tls-options.ts';
import type { Clock } from '../../util/clock.ts';
import type { Identity } from '../../util/x509.ts';
import { StartError } from '../start-error.ts';
import type { SniFiles } from './flags/sni-files.ts';

/** Milliseconds between two looks at the files. */
const reloadInterval = 10_000;

interface NamedFiles {
  files: IdentityFiles;
  /** Names that the flag gives; empty: those in the certificate. */
  names: readonly string[];
}

/** The serving certificates of the flags, which may be replaced on disk while the server runs. */
export class ServingCertificates implements Disposable {
  readonly #standard: IdentityFiles;
  readonly #named: readonly NamedFiles[];
  #shown: readonly Identity[];
  #timer: NodeJS.Timeout | undefined;

  /** Throws StartError for files that cannot be used. */
  constructor(standard: { certificate: string; privateKey: string }, sni: readonly SniFiles[], clock: Clock) {
    const open = (flags: string, certificate: string, privateKey: string): IdentityFiles => {
      try {
        return new IdentityFiles(certificate, privateKey, clock, reloadInterval);
      } catch (error) {
        const where = `${certificate}, ${privateKey}`;
        throw new StartError(`${flags}: cannot use ${where}: ${(error as Error).message}`, { cause: error });
      }
    };
    this.#standard = open(
      '--tls-cert-file, --tls-private-key-file',
      standard.certificate,
      standard.privateKey,
    );
    this.#named = sni.map(({ certificate, privateKey, names }) => ({
      files: open('--tls-sni-cert-key', certificate, privateKey),
      names,
    }));
    this.#shown = this.#current();
  }

  /** PEM. */
  get standard(): { cert: string; key: string } {
    const [{ certificate, privateKey } = { certificate: '', privateKey: '' }] = this.#shown;
    return { cert: certificate, key: privateKey };
  }

  /** Names that a flag says come before those that stand in a certificate. */
  get byName(): NamedCertificate[] {
    const all = this.#named.map(({ names }, index) => {
      const { certificate, privateKey } = this.#shown[index + 1]!;
      return {
        isSaid: names.length > 0,
        names: namesOf(names, certificate),
        cert: certificate,
        key: privateKey,
      };
    });
    return [...all.filter(({ isSaid }) => isSaid), ...all.filter(({ isSaid }) => !isSaid)];
  }

  /** Calls when a file has changed and can be used. */
  onChange(changed: () => void): void {
    this.#timer = setInterval(() => {
      const now = this.#current();
      if (now.every((identity, index) => identity === this.#shown[index])) return;
      this.#shown = now;
      changed();
    }, reloadInterval / 2).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #current(): Identity[] {
    return [this.#standard, ...this.#named.map(({ files }) => files)].map((files) => files.current());
  }
}

/** The DNS names in the certificate; its common name when there are none. */
function namesOf(said: readonly string[], pem: string): string[] {
  if (said.length > 0) return [...said];
  const { subjectAltName = '', subject } = new X509Certificate(pem);
  const names = subjectAltName
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice(4).toLowerCase());
  const commonName = /^CN=(.+)$/m.exec(subject)?.[1];
  return names.length > 0 || commonName === undefined ? names : [commonName.toLowerCase()];
}
