import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { formatDuration } from '../../../util/duration.ts';
import {
  type EncryptionConfiguration,
  type KeyConfiguration,
  type KmsConfiguration,
  type ProviderConfiguration,
  providerNames,
} from './configuration.ts';
import { validateEndpoint } from './endpoint.ts';
import type { ConfigurationRules } from './release-rules.ts';
import { validateResources } from './validate-resources.ts';

/** An entry without a provider, as operators see it. */
const noProvider = { AESGCM: null, AESCBC: null, Secretbox: null, Identity: null, KMS: null };

const aesSizes = [16, 24, 32];
const secretboxSizes = [32];
const mandatory = (field: string, of: string): string => `${field} is a mandatory field for a ${of}`;
const atLeastOne = (field: FieldPath | string): string => `at least one ${field} is required`;
/** In place of whatever is, or may be, a secret. */
const redacted = 'REDACTED';

/** The rules that an encryption configuration has to meet, in the words of the API's own. */
export function validateConfiguration(
  { resources }: EncryptionConfiguration,
  rules: ConfigurationRules,
): FieldError[] {
  const root = FieldPath.of('resources');
  if (resources.length === 0) return [required(root, atLeastOne(root))];
  const names = new Set<string>();
  return resources.flatMap((ofResources, index) => {
    const types = root.index(index).child('resources');
    const providers = root.index(index).child('providers');
    return [
      ...(ofResources.resources.length === 0 ? [required(types, atLeastOne(types))] : []),
      ...(rules.checksResources ? validateResources(ofResources.resources, types, rules.eventsGroup) : []),
      ...(ofResources.providers.length === 0 ? [required(providers, atLeastOne(providers))] : []),
      ...ofResources.providers.flatMap((provider, at) =>
        validateProvider(provider, providers.index(at), { names, rules }),
      ),
    ];
  });
}

/** `names` of the plugins that were seen. */
interface ProviderContext {
  names: Set<string>;
  rules: ConfigurationRules;
}

function validateProvider(
  provider: ProviderConfiguration,
  path: FieldPath,
  context: ProviderContext,
): FieldError[] {
  const given = providerNames.filter((name) => provider[name] !== undefined);
  if (given.length === 0) {
    const expected =
      'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity';
    return [invalid(path, context.rules.hasLaterTexts ? noProvider : {}, expected)];
  }
  const errors: FieldError[] = [];
  if (given.length > 1) {
    const why =
      'more than one provider specified in a single element, should split into different list elements';
    errors.push(invalid(path, redacted, why));
  }
  const { kms, aesgcm, aescbc, secretbox } = provider;
  if (kms !== undefined) errors.push(...validateKms(kms, path.child('kms'), context));
  else if (aesgcm !== undefined)
    errors.push(...validateKeys(aesgcm.keys, path.child('aesgcm', 'keys'), aesSizes));
  else if (aescbc !== undefined)
    errors.push(...validateKeys(aescbc.keys, path.child('aescbc', 'keys'), aesSizes));
  else if (secretbox !== undefined)
    errors.push(...validateKeys(secretbox.keys, path.child('secretbox', 'keys'), secretboxSizes));
  return errors;
}

function validateKeys(
  keys: readonly KeyConfiguration[],
  path: FieldPath,
  sizes: readonly number[],
): FieldError[] {
  if (keys.length === 0) return [required(path, atLeastOne('keys'))];
  return keys.flatMap(({ name, secret }, index) => {
    const errors = validateSecret(secret, path.index(index).child('secret'), sizes);
    if (name === '') errors.unshift(required(path.index(index).child('name'), mandatory('name', 'key')));
    return errors;
  });
}

function validateSecret(secret: string, path: FieldPath, sizes: readonly number[]): FieldError[] {
  if (secret === '') return [required(path, mandatory('secret', 'key'))];
  if (!isBase64(secret)) return [invalid(path, redacted, 'secrets must be base64 encoded')];
  const { length } = Buffer.from(secret, 'base64');
  if (sizes.includes(length)) return [];
  const why = `secret is not of the expected length, got ${length}, expected one of [${sizes.join(' ')}]`;
  return [invalid(path, redacted, why)];
}

/** Whole groups of four, padded; line ends count for nothing. */
function isBase64(text: string): boolean {
  const plain = text.replaceAll(/[\r\n]/g, '');
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(plain);
}

function validateKms(
  kms: KmsConfiguration,
  path: FieldPath,
  { names, rules }: ProviderContext,
): FieldError[] {
  const { apiVersion, name, timeout, cachesize } = kms;
  const errors: FieldError[] = [];
  if (apiVersion !== 'v1' && apiVersion !== 'v2') {
    const shown = rules.hasKmsVersions ? 'apiVersion' : apiVersion;
    const why = `unsupported apiVersion ${shown} for KMS provider, only v1 and v2 are supported`;
    errors.push(invalid(path.child('apiVersion'), apiVersion, why));
  }
  if (name === '') errors.push(required(path.child('name'), mandatory('name', 'provider')));
  else if (apiVersion !== 'v1') errors.push(...validateName(name, path.child('name'), names));
  names.add(name);
  if (timeout <= 0) {
    const value = formatDuration(BigInt(Math.round(timeout * 1e6)));
    errors.push(invalid(path.child('timeout'), value, 'timeout should be a positive value'));
  }
  if (apiVersion === 'v2' && rules.hasKmsVersions && cachesize !== undefined)
    errors.push(invalid(path.child('cachesize'), cachesize, 'cachesize is not supported in v2'));
  else if (cachesize === 0) {
    const why = 'cachesize should be a positive value, or negative to disable';
    errors.push(invalid(path.child('cachesize'), cachesize, why));
  }
  return [...errors, ...validateEndpoint(kms.endpoint, path.child('endpoint'))];
}

/** Checks a name of version v2: data keys are kept by it. */
function validateName(name: string, path: FieldPath, names: Set<string>): FieldError[] {
  if (name.includes(':'))
    return [invalid(path, name, `invalid KMS provider name ${name}, must not contain ':'`)];
  if (names.has(name))
    return [invalid(path, name, `duplicate KMS provider name ${name}, names must be unique`)];
  return [];
}
