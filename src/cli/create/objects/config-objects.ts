import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import { CliError } from '../../shared/errors/cli-error.ts';
import { contentHash } from './content-hash.ts';
import { isText } from './key-values.ts';
import { type NewObject, newObject, withoutUnset } from './named-object.ts';

export interface ConfigOptions {
  name: string;
  /** Adds a hash of the content to the name. */
  appendHash: boolean;
}

/** Texts stand in `data`, other bytes in `binaryData`. */
export function configMap(
  { name, appendHash }: ConfigOptions,
  entries: ReadonlyMap<string, Buffer>,
): NewObject {
  const data: Record<string, string> = {};
  const binaryData: Record<string, string> = {};
  for (const [key, bytes] of entries) {
    if (isText(bytes)) data[key] = bytes.toString();
    else binaryData[key] = bytes.toString('base64');
  }
  const binary = Object.keys(binaryData).length === 0 ? undefined : binaryData;
  const hashed = { ...(binary === undefined ? {} : { binaryData: binary }), data, kind: 'ConfigMap', name };
  return newObject(
    { apiVersion: 'v1', kind: 'ConfigMap' },
    { name: appendHash ? `${name}-${contentHash(hashed)}` : name },
    { data: Object.keys(data).length === 0 ? undefined : data, binaryData: binary },
  );
}

export interface SecretOptions extends ConfigOptions {
  /** "" for the server's default. */
  type: string;
}

export function secret(
  { name, appendHash, type }: SecretOptions,
  entries: ReadonlyMap<string, Buffer>,
): NewObject {
  const data = Object.fromEntries([...entries].map(([key, bytes]) => [key, bytes.toString('base64')]));
  const hashed = { data, kind: 'Secret', name, type };
  return newObject(
    { apiVersion: 'v1', kind: 'Secret' },
    { name: appendHash ? `${name}-${contentHash(hashed)}` : name },
    withoutUnset({ data: entries.size === 0 ? undefined : data, type: type || undefined }),
  );
}

/** `certificate`, `key`: PEM. Throws CliError when they do not belong to each other. */
export function tlsSecret(
  options: ConfigOptions,
  pair: { certificate: Buffer; key: Buffer },
  dialect: Dialect,
): NewObject {
  const { certificate, key } = pair;
  requirePair(certificate.toString(), key.toString());
  const entries = new Map([
    ['tls.crt', certificate],
    ['tls.key', key],
  ]);
  return secret({ ...options, type: fillPlaceholders(dialect, '{label}/tls') }, entries);
}

function requirePair(certificate: string, key: string): void {
  const parsed = (parse: () => unknown, which: string): void => {
    try {
      parse();
    } catch (error) {
      throw new CliError(`tls: failed to find any PEM data in ${which} input`, 1, { cause: error });
    }
  };
  parsed(() => new X509Certificate(certificate), 'certificate');
  parsed(() => createPrivateKey(key), 'key');
  if (new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) return;
  throw new CliError('tls: private key does not match public key');
}

export interface RegistryAccount {
  server: string;
  username: string;
  password: string;
  email: string;
}

/** The credentials of an image registry, as container tools keep them in their configuration. */
export function registrySecret(
  options: ConfigOptions,
  { server, username, password, email }: RegistryAccount,
  dialect: Dialect,
): NewObject {
  const auth = Buffer.from(`${username}:${password}`).toString('base64');
  const account = { username, password, ...(email === '' ? {} : { email }), auth };
  const config = JSON.stringify({ auths: { [server]: account } });
  return registryFileSecret(options, new Map([['.dockerconfigjson', Buffer.from(config)]]), dialect);
}

export function registryFileSecret(
  options: ConfigOptions,
  entries: ReadonlyMap<string, Buffer>,
  dialect: Dialect,
): NewObject {
  return secret({ ...options, type: fillPlaceholders(dialect, '{label}/dockerconfigjson') }, entries);
}
