import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { ApiClient } from '../api-client.ts';

interface Trust {
  authorities: X509Certificate[];
  names: string[];
}

export interface Caller {
  name: string;
  groups: string[];
  extra: Record<string, string[]>;
}

const trustPath =
  '/api/v1/namespaces/kube-system/configmaps?fieldSelector=metadata.name%3Dextension-apiserver-authentication';

/**
 * Who calls an extension server and what they may do, found out as such servers do: from the headers of a proxy whose
 * certificate the cluster's ConfigMap trusts, or by a TokenReview; and by a SubjectAccessReview for each request.
 */
export class DelegatedAccess {
  readonly #api: ApiClient;
  readonly #trust: Trust;

  private constructor(api: ApiClient, trust: Trust) {
    this.#api = api;
    this.#trust = trust;
  }

  /** `api`: as the account of the extension server. Rejects when it may not read the ConfigMap. */
  static async load(api: ApiClient): Promise<DelegatedAccess> {
    const answer = await api.get(trustPath);
    if (answer.status !== 200) throw new Error(`the trust ConfigMap: ${answer.status} ${answer.text}`);
    const { data } = answer.body.items[0];
    const bundle: string = data['requestheader-client-ca-file'];
    const pieces = bundle.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    return new DelegatedAccess(api, {
      authorities: pieces.map((pem) => new X509Certificate(pem)),
      names: JSON.parse(data['requestheader-allowed-names']),
    });
  }

  /** Undefined for nobody that is known. */
  async callerOf(request: IncomingMessage): Promise<Caller | undefined> {
    if (this.#isTrusted(request.socket as TLSSocket)) return remoteUser(request);
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined) return undefined;
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
    const { body } = await this.#api.post('/apis/authentication.k8s.io/v1/tokenreviews', review);
    const { authenticated, user } = body.status;
    return authenticated ? { name: user.username, groups: user.groups ?? [], extra: {} } : undefined;
  }

  /** `attributes`: `{ resourceAttributes }` or `{ nonResourceAttributes }`. */
  async isAllowed({ name, groups, extra }: Caller, attributes: object): Promise<boolean> {
    const spec = { user: name, groups, extra, ...attributes };
    const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
    const { body } = await this.#api.post('/apis/authorization.k8s.io/v1/subjectaccessreviews', review);
    return body.status.allowed;
  }

  #isTrusted(socket: TLSSocket): boolean {
    const { raw } = socket.getPeerCertificate();
    if (raw === undefined) return false;
    const certificate = new X509Certificate(raw);
    const name = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? '';
    const { authorities, names } = this.#trust;
    return (
      (names.length === 0 || names.includes(name)) &&
      authorities.some(
        (authority) => certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
      )
    );
  }
}

function remoteUser({ headersDistinct }: IncomingMessage): Caller | undefined {
  const [name] = headersDistinct['x-remote-user'] ?? [];
  if (name === undefined) return undefined;
  const extra: Record<string, string[]> = {};
  for (const [header, values] of Object.entries(headersDistinct)) {
    const prefix = 'x-remote-extra-';
    if (header.startsWith(prefix)) extra[decodeURIComponent(header.slice(prefix.length))] = values!;
  }
  // Bytes of UTF-8, which are read as Latin-1.
  return {
    name: Buffer.from(name, 'latin1').toString(),
    groups: [...(headersDistinct['x-remote-group'] ?? []), 'system:authenticated'],
    extra,
  };
}
