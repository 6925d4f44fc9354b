import { type ConfigFields, readServerConfig } from '../../../api/codec/server-config.ts';
import { parseUniqueYaml } from '../../../api/codec/yaml.ts';
import { isMap, type JsonMap } from '../../../api/json/json-values.ts';
import { DurationError, durationMs } from '../../../util/duration.ts';
import { goQuote } from '../../../util/quote.ts';
import type {
  EncryptionConfiguration,
  KeyConfiguration,
  KeysConfiguration,
  KmsConfiguration,
  ProviderConfiguration,
  ResourceConfiguration,
} from './configuration.ts';
import type { ConfigurationRules } from './release-rules.ts';

const defaultTimeout = 3000;

const keys: ConfigFields = { keys: { name: 'value', secret: 'value' } };
const fields: ConfigFields = {
  resources: {
    resources: 'value',
    providers: {
      aesgcm: keys,
      aescbc: keys,
      secretbox: keys,
      identity: {},
      kms: { apiVersion: 'value', name: 'value', cachesize: 'value', endpoint: 'value', timeout: 'value' },
    },
  },
};

/**
 * Reads an encryption configuration, as YAML or JSON. Throws an Error for a text that is none; its message shows no
 * value, for any may be a secret.
 */
export function parseConfiguration(text: string, rules: ConfigurationRules): EncryptionConfiguration {
  const document = rules.hasLaterTexts ? read(text, rules) : readEarly(text, rules);
  try {
    return { resources: listOf(document['resources'], 'resources', resourceOf) };
  } catch (error) {
    const { cause } = error as Error;
    throw rules.hasLaterTexts && cause instanceof DurationError ? cause : error;
  }
}

function read(text: string, { configGroup, isStrict }: ConfigurationRules): JsonMap {
  const value = parsed(text);
  // The usual message would show the whole text.
  if (isMap(value) && Object.keys(value).length > 0) {
    if (!value['kind']) throw new Error("Object 'Kind' is missing");
    if (!value['apiVersion']) throw new Error("Object 'apiVersion' is missing");
  }
  const [current, older] = typesOf(configGroup);
  const isOlder = isMap(value) && value['kind'] === older!.kind;
  const { kind, apiVersion } = isOlder ? older! : current!;
  return readServerConfig(text, { kind, apiVersions: [apiVersion], fields }, isStrict);
}

function readEarly(text: string, { configGroup }: ConfigurationRules): JsonMap {
  const document = parsed(text);
  if (!isMap(document)) throw new Error('not an object');
  checkType(document, configGroup);
  return document;
}

/** The library's messages show where the problem is, with what stands there: that may be a secret. */
function parsed(text: string): unknown {
  try {
    return parseUniqueYaml(text);
  } catch {
    throw new Error('not valid YAML or JSON');
  }
}

const typesOf = (configGroup: string) => [
  { apiVersion: `${configGroup}/v1`, kind: 'EncryptionConfiguration' },
  // The apiVersion that the kind had before it had a group.
  { apiVersion: 'v1', kind: 'EncryptionConfig' },
];

function checkType({ apiVersion, kind }: JsonMap, configGroup: string): void {
  if (typesOf(configGroup).some((type) => type.apiVersion === apiVersion && type.kind === kind)) return;
  if (typeof kind !== 'string' || kind === '') throw new Error("Object 'Kind' is missing");
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  throw new Error(`no kind ${goQuote(kind)} is registered for version ${goQuote(version)}`);
}

function resourceOf(value: JsonMap, path: string): ResourceConfiguration {
  return {
    resources: list(value['resources'], `${path}.resources`).map((item, index) =>
      text(item, `${path}.resources[${index}]`),
    ),
    providers: listOf(value['providers'], `${path}.providers`, providerOf),
  };
}

function providerOf(value: JsonMap, path: string): ProviderConfiguration {
  const result: ProviderConfiguration = {};
  for (const name of ['aesgcm', 'aescbc', 'secretbox'] as const) {
    const keys = section(value[name], `${path}.${name}`);
    if (keys !== undefined) result[name] = keysOf(keys, `${path}.${name}`);
  }
  const identity = section(value['identity'], `${path}.identity`);
  if (identity !== undefined) result.identity = {};
  const kms = section(value['kms'], `${path}.kms`);
  if (kms !== undefined) result.kms = kmsOf(kms, `${path}.kms`);
  return result;
}

function keysOf({ keys }: JsonMap, path: string): KeysConfiguration {
  return {
    keys: listOf(keys, `${path}.keys`, ({ name, secret }, ofKey): KeyConfiguration => {
      return { name: text(name, `${ofKey}.name`), secret: text(secret, `${ofKey}.secret`) };
    }),
  };
}

function kmsOf(value: JsonMap, path: string): KmsConfiguration {
  const { cachesize, timeout } = value;
  const hasSize = cachesize !== undefined && cachesize !== null;
  if (hasSize && typeof cachesize !== 'number' && typeof cachesize !== 'bigint')
    throw new Error(`${path}.cachesize: expected a whole number`);
  return {
    apiVersion: text(value['apiVersion'], `${path}.apiVersion`) || 'v1',
    name: text(value['name'], `${path}.name`),
    cachesize: hasSize ? Math.trunc(Number(cachesize)) : undefined,
    endpoint: text(value['endpoint'], `${path}.endpoint`),
    timeout:
      timeout === undefined || timeout === null ? defaultTimeout : milliseconds(timeout, `${path}.timeout`),
  };
}

function milliseconds(value: unknown, path: string): number {
  try {
    return durationMs(text(value, path));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}

function listOf<T>(value: unknown, path: string, read: (item: JsonMap, path: string) => T): T[] {
  return list(value, path).map((item, index) => {
    const ofItem = `${path}[${index}]`;
    return read(section(item, ofItem) ?? {}, ofItem);
  });
}

function list(value: unknown, path: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new Error(`${path}: expected a list`);
}

function section(value: unknown, path: string): JsonMap | undefined {
  if (value === undefined || value === null) return undefined;
  if (isMap(value)) return value;
  throw new Error(`${path}: expected an object`);
}

function text(value: unknown, path: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new Error(`${path}: expected a string`);
}
