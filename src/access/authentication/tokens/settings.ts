import { readFile } from 'node:fs/promises';
import { urlProblem } from '../../../api/cel/library/url-text.ts';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { fileErrorText } from '../../../util/file-error-text.ts';
import { type Flag, FlagError, type FlagValues } from '../../../util/flags.ts';
import { goQuote } from '../../../util/quote.ts';
import {
  distinctKeys,
  readSigningKey,
  readVerificationKeys,
  type SigningKey,
  type VerificationKey,
} from '../../../util/token-keys.ts';

const signingEndpointFlag = 'service-account-signing-endpoint';
const signingKeyFlag = 'service-account-signing-key-file';
const lifetimeFlag = 'service-account-max-token-expiration';

/** Flags by which tokens of service accounts are made and recognized. */
export const tokenFlags: readonly Flag[] = [
  {
    name: 'service-account-key-file',
    type: 'texts',
    value: 'file',
    description:
      'public or private keys, in PEM, that tokens of service accounts are verified with; may be repeated. The generated key, else that of the serving certificate, when not given',
  },
  {
    name: signingKeyFlag,
    type: 'text',
    value: 'file',
    description: 'private key, in PEM, that tokens of service accounts are signed with',
  },
  {
    name: signingEndpointFlag,
    type: 'text',
    value: 'socket',
    description:
      'UNIX socket of a process that signs tokens of service accounts in place of this one, and says with which keys they are verified; @name for an abstract socket',
  },
  {
    name: 'service-account-issuer',
    type: 'texts',
    value: 'issuer',
    description:
      'who signs tokens of service accounts, as they say it; may be repeated: the first one is what new tokens say, all are accepted. The address of this API inside the cluster when not given',
  },
  {
    name: 'api-audiences',
    type: 'list',
    value: 'audiences',
    description:
      'what tokens call this API when they say whom they are meant for; the issuers when not given',
  },
  {
    name: 'service-account-lookup',
    type: 'boolean',
    value: 'true|false',
    default: 'true',
    description: 'refuse tokens from Secrets when the Secret or the account is gone',
  },
  {
    name: lifetimeFlag,
    type: 'duration',
    mayBeNegative: true,
    value: 'duration',
    default: '0s',
    description: 'the longest time that a token is issued for; 0 for no limit of our own',
  },
  {
    name: 'service-account-extend-token-expiration',
    type: 'boolean',
    value: 'true|false',
    default: 'true',
    description:
      'let the tokens that pods get by themselves live for a year, and tell when one is used too long',
  },
  {
    name: 'service-account-jwks-uri',
    type: 'text',
    value: 'url',
    description: 'where the discovery document of the issuer says that its keys are; here when not given',
  },
];

const abstractName = /^@[\w./-]{1,106}$/;

const oneHour = 3_600_000;
const max = 2 ** 32 * 1000;

/** The first is the one that issues. Throws a start-up error. */
export function tokenIssuers(flags: FlagValues, { service }: Dialect): readonly [string, ...string[]] {
  const [first = `https://${service}.default.svc.cluster.local`, ...others] =
    flags.texts('service-account-issuer');
  for (const issuer of [first, ...others]) {
    if (issuer === '') throw new Error('service-account-issuer should not be an empty string');
    const problem = issuer.includes(':') ? urlProblem(issuer) : undefined;
    if (problem !== undefined)
      throw new Error(
        `service-account-issuer ${goQuote(issuer)} contained a ':' but was not a valid URL: ${problem}`,
      );
  }
  return [first, ...others];
}

/** Audiences of this API. */
export function apiAudiences(flags: FlagValues, dialect: Dialect): readonly string[] {
  const given = flags.list('api-audiences');
  return given.length > 0 ? given : tokenIssuers(flags, dialect);
}

/** Seconds; undefined for no limit. Throws a start-up error. */
export function maxTokenLifetime(flags: FlagValues): number | undefined {
  const limit = flags.duration(lifetimeFlag);
  if (limit === 0) return undefined;
  if (limit < oneHour || limit > max)
    throw new Error(`the ${lifetimeFlag} must be between 1 hour and 2^32 seconds`);
  return Math.floor(limit / 1000);
}

/** Undefined when it is not given. Throws a start-up error. */
export function keySetUrl(flags: FlagValues): string | undefined {
  const name = 'service-account-jwks-uri';
  const url = flags.text(name);
  if (!url) return undefined;
  const problem = urlProblem(url);
  if (problem !== undefined) throw new Error(`${name} must be a valid URL: ${problem}`);
  if (!/^https:/i.test(url)) throw new Error(`${name} requires https scheme, parsed as: ${url}`);
  return url;
}

/** Whether another process signs, as the flags stand. */
export const isSignedElsewhere = (flags: FlagValues): boolean => Boolean(flags.text(signingEndpointFlag));

/** The socket of the process that signs; undefined when there is none. Throws for flags that contradict it. */
export function signingEndpoint(flags: FlagValues, gates: FeatureGates): string | undefined {
  const name = signingEndpointFlag;
  const endpoint = flags.text(name);
  if (!endpoint) return undefined;
  if (!gates.isOn('ExternalServiceAccountTokenSigner'))
    throw new Error(`setting \`--${name}\` requires enabling ExternalServiceAccountTokenSigner feature gate`);
  const other = flags.has(signingKeyFlag)
    ? signingKeyFlag
    : gates.isIn('1.33') || flags.duration(lifetimeFlag) === 0
      ? undefined
      : lifetimeFlag;
  if (other !== undefined)
    throw new Error(`${other} and ${name} are mutually exclusive and cannot be set at the same time`);
  if (flags.texts('service-account-key-file').length > 0)
    throw new Error(
      `cannot set mutually exclusive flags \`--service-account-key-file\` and \`--${name}\` at the same time`,
    );
  if (endpoint.startsWith('@') && !abstractName.test(endpoint))
    throw new FlagError(name, `${endpoint} is no name of an abstract socket.`);
  return endpoint;
}

/** Undefined when nothing can be signed. Rejects with a start-up error. */
export async function signingKeyOf(flags: FlagValues): Promise<SigningKey | undefined> {
  const path = flags.text(signingKeyFlag);
  if (!path) return undefined;
  return readKeys(path, readSigningKey).catch((error: Error) => {
    const text = `failed to parse service-account-issuer-key-file: ${fileErrorText(error)}`;
    throw new Error(text, { cause: error });
  });
}

/** The keys of --service-account-key-file, and that of the signing key. Rejects with a start-up error. */
export async function verificationKeysOf(flags: FlagValues): Promise<VerificationKey[]> {
  const signing = await signingKeyOf(flags);
  const keys = signing === undefined ? [] : [signing.verification];
  for (const path of flags.texts('service-account-key-file'))
    keys.push(...(await readKeys(path, readVerificationKeys)));
  return distinctKeys(keys);
}

/** Whether tokens could be verified with a file that was made for something else. */
export async function holdsVerificationKeys(path: string): Promise<boolean> {
  try {
    await readKeys(path, readVerificationKeys);
    return true;
  } catch {
    return false;
  }
}

async function readKeys<T>(path: string, read: (pem: string) => T): Promise<T> {
  const pem = await readFile(path, 'utf8');
  try {
    return read(pem);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}
