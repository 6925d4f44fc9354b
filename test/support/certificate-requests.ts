import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestServer } from './server.ts';
import { openssl } from './unit/signing-authorities.ts';
import { until } from './until.ts';

export const clientUsages = ['client auth', 'digital signature', 'key encipherment'];

export interface AskedCertificate {
  subject: string;
  signer: string;
  usages?: string[];
  /** As openssl writes them: `DNS:a.example,IP:10.0.0.1`. */
  names?: string;
  /** More extensions: `basicConstraints=critical,CA:TRUE`. */
  extensions?: string[];
  expirationSeconds?: number;
  /** By this user, in these groups, instead of the admin. */
  as?: [user: string, ...groups: string[]];
}

export interface RequestsOptions {
  server: TestServer;
  /** Of the API group: `certificates.k8s.io`. */
  group: string;
  /** Where keys and requests are kept. */
  directory: string;
}

/** The certificate requests of a server, as people and nodes make and decide them. */
export class CertificateRequests {
  readonly #options: RequestsOptions;
  readonly path: string;

  constructor(options: RequestsOptions) {
    this.#options = options;
    this.path = `/apis/${options.group}/v1/certificatesigningrequests`;
  }

  /** Resolves with the file of the key. */
  async create(
    name: string,
    {
      subject,
      signer,
      usages = clientUsages,
      names,
      extensions = [],
      as = [] as never,
      ...rest
    }: AskedCertificate,
  ): Promise<string> {
    const { server, group, directory } = this.#options;
    const [key, request] = [join(directory, `${name}.key`), join(directory, `${name}.csr`)];
    const added = [...(names === undefined ? [] : [`subjectAltName=${names}`]), ...extensions];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const more = added.flatMap((extension) => ['-addext', extension]);
    openssl('req', '-new', ...curve, '-subj', subject, ...more, '-keyout', key, '-out', request);
    const [user, ...groups] = as;
    const headers: Record<string, string | string[]> =
      user === undefined ? {} : { 'impersonate-user': user, 'impersonate-group': groups };
    const { expirationSeconds } = rest;
    const object = {
      apiVersion: `${group}/v1`,
      kind: 'CertificateSigningRequest',
      metadata: { name },
      spec: {
        request: readFileSync(request).toString('base64'),
        signerName: signer,
        usages,
        expirationSeconds,
      },
    };
    const { status, text } = await server.client.post(this.path, object, { headers });
    expect([status, text]).toEqual([201, expect.anything()]);
    return key;
  }

  async get(name: string): Promise<any> {
    return (await this.#options.server.client.get(`${this.path}/${name}`)).body;
  }

  async decide(name: string, type: 'Approved' | 'Denied', lastUpdateTime?: string): Promise<void> {
    const request = await this.get(name);
    request.status.conditions = [{ type, status: 'True', reason: 'ByHand', lastUpdateTime }];
    const { status } = await this.#options.server.client.put(`${this.path}/${name}/approval`, request);
    expect(status).toBe(200);
  }

  /** What a signer of one's own does. PEM. */
  async issue(name: string, certificate: string): Promise<void> {
    const request = await this.get(name);
    request.status.certificate = Buffer.from(certificate).toString('base64');
    const { status, text } = await this.#options.server.client.put(`${this.path}/${name}/status`, request);
    expect(status, text).toBe(200);
  }

  /** PEM. */
  async issued(name: string): Promise<string> {
    await until(async () => (await this.get(name)).status.certificate !== undefined);
    return Buffer.from((await this.get(name)).status.certificate, 'base64').toString();
  }

  async conditions(name: string): Promise<any[]> {
    return (await this.get(name)).status.conditions ?? [];
  }
}
