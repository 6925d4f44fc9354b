import { type SignerNames, signerNames } from '../../api/certificates/signer-names.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { signerFiles, signingDuration } from '../../controllers/certificate-signing/flags.ts';
import { formatDuration } from '../../util/duration.ts';
import type { FlagValues } from '../../util/flags.ts';

const nanoseconds = 1_000_000n;

/**
 * The configuration by which the manager runs, as its peers show it: by the group of the configuration, with the field
 * names of its internal version. Settings without effect here are left out.
 */
export function configz(flags: FlagValues, dialect: Dialect): object {
  return {
    [`${dialect.prefix}controllermanager.config.${dialect.api}`]: {
      Generic: generic(flags, dialect),
      ...ofControllers(flags, dialect),
    },
  };
}

function generic(flags: FlagValues, { prefix }: Dialect): object {
  return {
    Port: flags.count('secure-port'),
    Address: flags.text('bind-address'),
    ClientConnection: {
      Kubeconfig: flags.text('kubeconfig') ?? '',
      QPS: Number(flags.text(`${prefix}-api-qps`)),
      Burst: flags.count(`${prefix}-api-burst`),
    },
    LeaderElection: {
      LeaderElect: flags.boolean('leader-elect'),
      LeaseDuration: duration(flags.duration('leader-elect-lease-duration')),
      RenewDeadline: duration(flags.duration('leader-elect-renew-deadline')),
      RetryPeriod: duration(flags.duration('leader-elect-retry-period')),
      ResourceLock: flags.text('leader-elect-resource-lock'),
      ResourceName: flags.text('leader-elect-resource-name') ?? `${prefix}-controller-manager`,
      ResourceNamespace: flags.text('leader-elect-resource-namespace') ?? `${prefix}-system`,
    },
    Controllers: flags.list('controllers'),
  };
}

function ofControllers(flags: FlagValues, dialect: Dialect): object {
  return {
    [`${capitalized(dialect.prefix)}CloudShared`]: {
      UseServiceAccountCredentials: flags.boolean('use-service-account-credentials'),
    },
    CSRSigningController: signing(flags, dialect),
    GarbageCollectorController: {
      EnableGarbageCollector: flags.boolean('enable-garbage-collector'),
      ConcurrentGCSyncs: flags.count('concurrent-gc-syncs'),
    },
    NamespaceController: {
      NamespaceSyncPeriod: duration(flags.duration('namespace-sync-period')),
      ConcurrentNamespaceSyncs: flags.count('concurrent-namespace-syncs'),
    },
    PodGCController: { TerminatedPodGCThreshold: Number(flags.text('terminated-pod-gc-threshold')) },
    ResourceQuotaController: {
      ResourceQuotaSyncPeriod: duration(flags.duration('resource-quota-sync-period')),
      ConcurrentResourceQuotaSyncs: flags.count('concurrent-resource-quota-syncs'),
    },
    SAController: {
      ServiceAccountKeyFile: flags.text('service-account-private-key-file') ?? '',
      ConcurrentSATokenSyncs: flags.count('concurrent-serviceaccount-token-syncs'),
      RootCAFile: flags.text('root-ca-file') ?? '',
    },
    TTLAfterFinishedController: { ConcurrentTTLSyncs: flags.count('concurrent-ttl-after-finished-syncs') },
  };
}

function signing(flags: FlagValues, dialect: Dialect): object {
  const signers = signerFiles(flags, dialect);
  const names = signerNames(dialect);
  const ofSigner = (signer: keyof SignerNames): object => {
    const files = signers.get(names[signer]);
    return { CertFile: files?.certificate ?? '', KeyFile: files?.key ?? '' };
  };
  const [agent, prefix] = [capitalized(dialect.nodeAgent), capitalized(dialect.prefix)];
  return {
    ClusterSigningCertFile: flags.text('cluster-signing-cert-file') ?? '',
    ClusterSigningKeyFile: flags.text('cluster-signing-key-file') ?? '',
    [`${agent}ServingSignerConfiguration`]: ofSigner('nodeServing'),
    [`${agent}ClientSignerConfiguration`]: ofSigner('nodeClient'),
    [`${prefix}APIServerClientSignerConfiguration`]: ofSigner('client'),
    LegacyUnknownSignerConfiguration: ofSigner('legacyUnknown'),
    ClusterSigningDuration: duration(signingDuration(flags)),
  };
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const duration = (milliseconds: number): string => formatDuration(BigInt(milliseconds) * nanoseconds);
