import type { Logger } from 'pino';
import type { Auditor } from '../../access/audit/auditor.ts';
import { createAuditor } from '../../access/audit/create-auditor.ts';
import { type AnonymousAccess, anonymousAccess } from '../../access/authentication/anonymous.ts';
import {
  type AllMethods,
  checkAuthentication,
  createAuthenticator,
} from '../../access/authentication/create-authenticator.ts';
import { openSigner } from '../../access/authentication/external-signer/open-signer.ts';
import { LocalUsers } from '../../access/authentication/local-users.ts';
import type { SecretLabels } from '../../access/authentication/method.ts';
import { createIssuerDiscovery, type IssuerDiscovery } from '../../access/authentication/tokens/discovery.ts';
import { createTokenIssuer, type TokenIssuer } from '../../access/authentication/tokens/issuer.ts';
import {
  holdsVerificationKeys,
  isSignedElsewhere,
  signingEndpoint,
} from '../../access/authentication/tokens/settings.ts';
import type { Authorizer, RuleResolver } from '../../access/authorization/authorizer.ts';
import { checkAuthorization, createAuthorizer } from '../../access/authorization/create-authorizer.ts';
import { RolePolicy } from '../../access/authorization/rbac/role-policy.ts';
import type { AdmissionChain, NamedPlugin } from '../../admission/chain.ts';
import { chosenPlugins, createAdmissionChain } from '../../admission/create-chain.ts';
import type { ObjectWriter, PluginDependencies, Versions } from '../../admission/descriptor.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Objects } from '../../api/meta/lister.ts';
import type { Definitions } from '../../api/schema/schema.ts';
import {
  type ClusterAuthenticationTrust,
  clusterAuthenticationTrust,
} from '../../bootstrap/cluster-authentication-trust.ts';
import { systemPause } from '../../client/retry.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { systemClock } from '../../util/clock.ts';
import { fileErrorText } from '../../util/file-error-text.ts';
import type { FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import { type CredentialFiles, proxyClientName } from '../credentials.ts';
import { StartError } from '../start-error.ts';
import { builtInAdmission } from './built-in-admission.ts';
import { controllerFiles, localControllerNames } from './local-controllers.ts';
import type { ApiServerOptions } from './options.ts';
import { connectSigner } from './signer-channel.ts';

/** Authentication, authorization and audit, made from the flags and from self-made credentials. */
export interface Access {
  authenticator: AllMethods;
  /** Users whose requests come from this process. */
  localUsers: LocalUsers;
  /** Undefined when there is nothing to sign tokens of service accounts with. */
  tokenIssuer: TokenIssuer | undefined;
  /** Undefined when issuer discovery is not served. */
  issuerDiscovery: IssuerDiscovery | undefined;
  anonymous: AnonymousAccess;
  /** Undefined when nothing is recorded. */
  auditor: Auditor | undefined;
  authorizer: Authorizer & RuleResolver;
  admission: AdmissionChain;
  trust: ClusterAuthenticationTrust;
  /** Flags as given, with the self-made credentials in place of files that were not. */
  flags: FlagValues;
}

/** The dependencies of methods, modes and plugins. */
export interface AccessDependencies {
  options: ApiServerOptions;
  credentials: CredentialFiles | undefined;
  objects: Objects;
  writer: ObjectWriter;
  versions: Versions;
  definitions: Definitions;
  metrics: Metrics;
  /** Lets go of what is kept open. */
  resources: DisposableStack;
  log: Logger;
}

/** Rejects with StartError when the flags cannot be followed. */
export async function createAccess(dependencies: AccessDependencies): Promise<Access> {
  const { options, credentials, objects, resources, log } = dependencies;
  const { access, dialect } = options;
  const report = (message: string): void => log.warn(message);
  const { gates } = options.settings;
  const shared = { clock: systemClock, dialect, gates, objects, resources, report };
  const roleGroup = fillPlaceholders(dialect, 'rbac.authorization.{api}');
  const policy = resources.use(new RolePolicy(objects, roleGroup));
  const flags = access.withDefaults(await defaultFiles(options, credentials));
  const localUsers = new LocalUsers();
  try {
    const { authentication, authenticationConfig, authorizationConfig } = dependencies.metrics;
    const { authorizer, allowsAll } = await createAuthorizer(flags, {
      ...shared,
      policy,
      configObserver: authorizationConfig,
    });
    const { certificateUsed, observeToken } = authentication;
    const signer = await openSigner(access, {
      ...shared,
      observer: dependencies.metrics.externalSigner,
      connect: connectSigner,
    });
    const authenticator = await createAuthenticator(
      flags,
      {
        ...shared,
        certificateUsed,
        observeToken,
        tokenCache: dependencies.metrics.tokenCache,
        configObserver: authenticationConfig,
        tokenUsed: dependencies.metrics.accountTokens.used,
        signerKeys: signer?.keys,
        secretLabels: secretLabels(dependencies.writer),
      },
      [localUsers],
    );
    return {
      flags,
      trust: clusterAuthenticationTrust(flags, gates),
      authenticator,
      localUsers,
      tokenIssuer: await createTokenIssuer(flags, shared, signer),
      issuerDiscovery: await createIssuerDiscovery(flags, dialect, signer?.keys),
      auditor: await createAuditor(flags, {
        clock: systemClock,
        counter: () => performance.now(),
        dialect,
        gates,
        userAgent: `${dialect.prefix}-apiserver`,
        observer: dependencies.metrics.audit,
        retry: { random: systemRandom, pause: systemPause },
        report,
        sharing: options.worker,
      }),
      anonymous: anonymousAccess(flags, allowsAll, authenticator.anonymous),
      authorizer,
      admission: await createAdmission(
        dependencies,
        flags,
        { ...shared, authorizer },
        builtInAdmission({ dialect, gates, objects, versions: dependencies.versions, authorizer, policy }),
      ),
    };
  } catch (error) {
    throw new StartError(fileErrorText(error as Error), { cause: error });
  }
}

const secretLabels = (writer: ObjectWriter): SecretLabels => ({
  set: ({ namespace = '', name = '', uid }, label, value) =>
    writer.update({ group: '', resource: 'secrets' }, namespace, name, (stored) =>
      stored.metadata.uid === uid
        ? {
            ...stored,
            metadata: { ...stored.metadata, labels: { ...stored.metadata.labels, [label]: value } },
          }
        : undefined,
    ),
});

/** Checks the plugins and the files that say who is believed and what is allowed, before anything is opened. Rejects with StartError. */
export async function checkAccessFiles({ access, dialect, settings }: ApiServerOptions): Promise<void> {
  const context = { gates: settings.gates, dialect };
  try {
    chosenPlugins(access, settings.gates.implemented);
    await checkAuthorization(access, context);
    await checkAuthentication(access, context);
    signingEndpoint(access, settings.gates);
  } catch (error) {
    throw new StartError(fileErrorText(error as Error), { cause: error });
  }
}

/** With one of these flags, the authority for proxies is the operator's. */
const frontProxyFlags = ['requestheader-client-ca-file', 'proxy-client-cert-file', 'proxy-client-key-file'];

/** Servers that extend this one believe its own certificate, and no other, whom a request is from; so does it itself. */
const frontProxy = (files: CredentialFiles): Record<string, string> => ({
  'requestheader-client-ca-file': files.proxyAuthority,
  'requestheader-allowed-names': proxyClientName,
  'requestheader-username-headers': 'X-Remote-User',
  'requestheader-group-headers': 'X-Remote-Group',
  'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
  'proxy-client-cert-file': files.proxyClient,
  'proxy-client-key-file': files.proxyClientKey,
});

/** Defaults of flags that name files: the self-made credentials. */
export async function defaultFiles(
  options: ApiServerOptions,
  credentials: CredentialFiles | undefined,
): Promise<Record<string, string>> {
  const { tlsPrivateKeyFile: servingKey, access } = options;
  const ofControllers = controllerFiles(credentials, options);
  // A key of this server would sign tokens that nobody accepts.
  const isElsewhere = isSignedElsewhere(access);
  if (credentials !== undefined) {
    return {
      ...ofControllers,
      ...(frontProxyFlags.some((flag) => access.has(flag)) ? {} : frontProxy(credentials)),
      'client-ca-file': credentials.authority,
      ...(isElsewhere
        ? {}
        : {
            'service-account-key-file': credentials.serviceAccountPublicKey,
            'service-account-signing-key-file': credentials.serviceAccountKey,
          }),
    };
  }
  // Not every key of a serving certificate is one that tokens are signed with.
  if (isElsewhere || servingKey === undefined || !(await holdsVerificationKeys(servingKey)))
    return ofControllers;
  return { ...ofControllers, 'service-account-key-file': servingKey };
}

function createAdmission(
  { options, writer, versions, definitions, metrics }: AccessDependencies,
  flags: FlagValues,
  dependencies: Pick<
    PluginDependencies,
    'clock' | 'dialect' | 'objects' | 'resources' | 'report' | 'authorizer'
  >,
  always: readonly NamedPlugin[],
): Promise<AdmissionChain> {
  return createAdmissionChain(
    flags,
    {
      ...dependencies,
      random: systemRandom,
      definitions,
      release: options.emulatedVersion,
      gates: options.settings.gates,
      writer,
      versions,
      controllers: localControllerNames(flags),
      webhooks: metrics.webhooks,
      policies: metrics.policies,
      manifests: metrics.manifests,
      podSecurity: metrics.pods,
    },
    {
      always,
      observe: (name, step, { operation }, milliseconds, rejected) =>
        metrics.admission.answered(name, step, operation, milliseconds / 1000, rejected),
      observeStep: (step, { operation }, milliseconds, rejected) =>
        metrics.admission.stepDone(step, operation, milliseconds / 1000, rejected),
      now: () => performance.now(),
    },
  );
}
