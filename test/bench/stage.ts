import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueServing, makeAuthority } from '../../src/util/x509.ts';
import { startEtcd } from '../support/etcd.ts';
import type { Cleanup } from './cleanup.ts';
import { PlainServer } from './plain.ts';
import { Product } from './product.ts';
import type { Settings } from './settings.ts';

/** Starts servers, all with the same certificate and in one temporary folder, and has all of it cleaned up. */
export class Stage {
  readonly #settings: Settings;
  readonly #cleanup: Cleanup;
  readonly #directory: string;
  readonly #certificate: CertificateFiles;
  readonly #products: Product[] = [];

  static async prepare(settings: Settings, cleanup: Cleanup): Promise<Stage> {
    const directory = mkdtempSync(join(tmpdir(), 'bench-'));
    cleanup.add(() => rmSync(directory, { recursive: true, force: true }));
    return new Stage(settings, cleanup, directory, await makeServingCertificate(directory));
  }

  private constructor(
    settings: Settings,
    cleanup: Cleanup,
    directory: string,
    certificate: CertificateFiles,
  ) {
    this.#settings = settings;
    this.#cleanup = cleanup;
    this.#directory = directory;
    this.#certificate = certificate;
  }

  /** A server of ours on an empty store: a directory, or an etcd, of its own. */
  async startFresh(
    flags?: (keyFile: string) => readonly string[],
    program = this.#settings.program,
  ): Promise<Product> {
    const { store } = this.#settings;
    const directory = join(this.#directory, `server-${this.#products.length}`);
    mkdirSync(directory);
    const etcdServers = store === 'etcd' ? await this.#startEtcd() : [];
    const product = new Product({
      program,
      directory,
      certFile: this.#certificate.certFile,
      keyFile: this.#certificate.keyFile,
      etcdServers,
      flags: [...this.#settings.flags, ...(flags?.(this.#certificate.keyFile) ?? [])],
    });
    this.#products.push(product);
    this.#cleanup.add(() => product.kill());
    await product.start();
    return product;
  }

  async startPlain(): Promise<PlainServer> {
    const { certFile, keyFile } = this.#certificate;
    const plain = await PlainServer.start(certFile, keyFile, this.#directory);
    this.#cleanup.add(() => plain.stop());
    return plain;
  }

  /** What servers of ours logged that is more than information; a few lines of each. */
  complaints(): string[] {
    return this.#products.flatMap((product) => product.complaints().slice(0, 10));
  }

  async #startEtcd(): Promise<string[]> {
    const etcd = await startEtcd({ members: 1 });
    this.#cleanup.add(() => etcd.stop());
    return etcd.endpoints;
  }
}

/** Paths of PEM files. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate for a server on loopback, for a day, in files of this folder. */
export async function makeServingCertificate(directory: string): Promise<CertificateFiles> {
  const hour = 3_600_000;
  const validity = { notBefore: new Date(Date.now() - hour), notAfter: new Date(Date.now() + 24 * hour) };
  const authority = await makeAuthority('bench', validity);
  const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1'] };
  const serving = await issueServing(authority, 'server', names, validity);
  const files = { certFile: join(directory, 'server.crt'), keyFile: join(directory, 'server.key') };
  writeFileSync(files.certFile, serving.certificate);
  writeFileSync(files.keyFile, serving.privateKey);
  chmodSync(files.keyFile, 0o600);
  return files;
}
