import { readFileSync } from 'node:fs';
import type { Dialect } from '../../api/meta/dialect.ts';
import { parseBundle } from '../../util/certificate-bundle.ts';
import type { Clock } from '../../util/clock.ts';
import { hostAndPort } from '../connection-error-text.ts';
import { TokenFile } from '../token-file.ts';
import { type ClientConfig, noImpersonation } from './client-config.ts';

export interface InClusterOptions {
  env: Readonly<Record<string, string | undefined>>;
  dialect: Dialect;
  clock: Clock;
  /** Folder in which a pod has its service account. */
  folder?: string;
  warn(message: string): void;
}

/** Configuration of the service account of the pod in which this process runs. Throws a start-up error. */
export function inClusterConfig(options: InClusterOptions): ClientConfig {
  const { env, dialect, clock, folder = accountFolder(dialect), warn } = options;
  const { host, port, hostVariable, portVariable } = address(env, dialect);
  if (host === '' || port === '') {
    throw new Error(
      `unable to load in-cluster configuration, ${hostVariable} and ${portVariable} must be defined`,
    );
  }
  const token = new TokenFile(`${folder}/token`, clock);
  token.read();
  return {
    server: `https://${hostAndPort(host, Number(port))}`,
    trust: { authority: authorityIn(`${folder}/ca.crt`, warn) },
    credentials: { authorization: async () => `Bearer ${token.read()}` },
    impersonate: noImpersonation,
    namespace: env['POD_NAMESPACE'] || namespaceIn(`${folder}/namespace`),
  };
}

const accountFolder = ({ label }: Dialect): string => `/var/run/secrets/${label}/serviceaccount`;

function address(env: InClusterOptions['env'], { service }: Dialect) {
  const [hostVariable, portVariable] = ['HOST', 'PORT'].map(
    (part) => `${service.toUpperCase()}_SERVICE_${part}`,
  );
  return {
    host: env[hostVariable!] ?? '',
    port: env[portVariable!] ?? '',
    hostVariable: hostVariable!,
    portVariable: portVariable!,
  };
}

/** Without one those are trusted whom the system trusts. */
function authorityIn(file: string, warn: (message: string) => void): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    if (parseBundle(text).length > 0) return text;
    warn(`Expected to load root CA config from ${file}, but got err: it has no certificate`);
  } catch (error) {
    warn(`Expected to load root CA config from ${file}, but got err: ${(error as Error).message}`);
  }
  return undefined;
}

function namespaceIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || 'default';
  } catch {
    return 'default';
  }
}
