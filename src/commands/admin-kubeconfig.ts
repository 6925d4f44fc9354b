import { stringify } from 'yaml';
import type { Identity } from '../util/x509.ts';

export interface KubeconfigOptions {
  /** Address of the API: `https://127.0.0.1:6443`. */
  server: string;
  clusterName: string;
  /** PEM. */
  authority: string;
  user: Identity;
}

/** A client configuration with everything in it, so that the one file is enough to use the API. */
export function adminKubeconfig({ server, clusterName, authority, user }: KubeconfigOptions): string {
  const encode = (pem: string) => Buffer.from(pem).toString('base64');
  const credentials = {
    'client-certificate-data': encode(user.certificate),
    'client-key-data': encode(user.privateKey),
  };
  const context = `admin@${clusterName}`;
  const configuration = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: clusterName, cluster: { server, 'certificate-authority-data': encode(authority) } }],
    users: [{ name: 'admin', user: credentials }],
    contexts: [{ name: context, context: { cluster: clusterName, user: 'admin' } }],
    'current-context': context,
  };
  return stringify(configuration, { lineWidth: 0, compat: 'yaml-1.1' });
}
