import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from '../../src/util/x509.ts';
import type { TestHttpsServer } from './unit/https-server.ts';

/** Writes a client configuration for a webhook and what it names into a folder; its path. */
export function webhookConfig(
  directory: string,
  name: string,
  server: TestHttpsServer,
  user?: Identity,
): string {
  const file = (suffix: string, text: string): string => {
    writeFileSync(join(directory, `${name}${suffix}`), text);
    return `${name}${suffix}`;
  };
  const authority = file('-ca.crt', server.authority.certificate);
  const credentials =
    user === undefined
      ? {}
      : {
          'client-certificate': file('.crt', user.certificate),
          'client-key': file('.key', user.privateKey),
        };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'webhook', cluster: { server: `${server.url}/ask`, 'certificate-authority': authority } },
    ],
    users: [{ name: 'apiserver', user: credentials }],
    contexts: [{ name: 'webhook', context: { cluster: 'webhook', user: 'apiserver' } }],
    'current-context': 'webhook',
  };
  return join(directory, file('.kubeconfig', JSON.stringify(config)));
}
