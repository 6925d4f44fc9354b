import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that openssl made. */
export interface OpenSslIdentity {
  /** PEM of the certificate alone. */
  readonly certificate: string;
  readonly key: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}

export interface CertificateRequest {
  /** `/O=developers/CN=jane` */
  readonly subject: string;
  /** Signs itself when there is none. */
  readonly issuer?: OpenSslIdentity;
  /** Lines of a section of extensions. */
  readonly extensions?: readonly string[];
  /** Milliseconds from now; an hour before and a day after when not given. */
  readonly begins?: number;
  readonly ends?: number;
}

const hour = 3_600_000;

export const authorityExtensions = [
  'basicConstraints=critical,CA:TRUE',
  'keyUsage=critical,keyCertSign,cRLSign',
  'subjectKeyIdentifier=hash',
];

export const clientExtensions = [
  'basicConstraints=critical,CA:FALSE',
  'keyUsage=critical,digitalSignature',
  'extendedKeyUsage=clientAuth',
];

const configuration = (directory: string): string => `
[ca]
default_ca = default
[default]
database = ${directory}/index.txt
new_certs_dir = ${directory}
default_md = sha256
rand_serial = yes
policy = any
unique_subject = no
preserve = yes
[any]
commonName = optional
[req]
distinguished_name = name
[name]
`;

/** Makes certificates as operators do. Everything is kept in one directory. */
export class OpenSsl {
  readonly #directory: string;
  #made = 0;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
    writeFileSync(join(directory, 'ca.cnf'), configuration(directory));
    writeFileSync(join(directory, 'index.txt'), '');
  }

  authority(subject: string, issuer?: OpenSslIdentity): OpenSslIdentity {
    return this.make({ subject, ...(issuer && { issuer }), extensions: authorityExtensions });
  }

  client(subject: string, issuer: OpenSslIdentity): OpenSslIdentity {
    return this.make({ subject, issuer });
  }

  make(request: CertificateRequest): OpenSslIdentity {
    const { subject, issuer, extensions = clientExtensions, begins = -hour, ends = 24 * hour } = request;
    const base = join(this.#directory, `${++this.#made}`);
    const config = ['-config', join(this.#directory, 'ca.cnf')];
    const keyFile = `${base}.key`;
    const certificateFile = `${base}.crt`;
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
    run('req', ...config, '-new', ...key, '-subj', subject, '-out', `${base}.csr`);
    writeFileSync(`${base}.ext`, extensions.join('\n'));
    const signer =
      issuer === undefined
        ? ['-selfsign', '-keyfile', keyFile]
        : ['-cert', issuer.certificateFile, '-keyfile', issuer.keyFile];
    const files = ['-in', `${base}.csr`, '-out', certificateFile, '-extfile', `${base}.ext`];
    const times = ['-startdate', timestamp(begins), '-enddate', timestamp(ends)];
    run('ca', ...config, '-batch', '-notext', ...signer, ...files, ...times);
    return {
      certificate: readFileSync(certificateFile, 'utf8'),
      key: readFileSync(keyFile, 'utf8'),
      certificateFile,
      keyFile,
    };
  }
}

/** `20300101000000Z` */
function timestamp(fromNow: number): string {
  return `${new Date(Date.now() + fromNow).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
}

function run(...args: string[]): void {
  execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
}
