import type { Dialect } from '../../api/meta/dialect.ts';
import type { PortRange } from '../../kinds/core/service/allocation/ranges.ts';
import type { AddressRange } from '../../kinds/shared/addresses/address-range.ts';
import type { FlagValues } from '../../util/flags.ts';
import type { ServerSettings } from './flags/settings.ts';

/** Everything that the flags say, understood: files are read later, by those who need them. */
export interface ApiServerOptions {
  securePort: number;
  bindAddress: string;
  dataDirectory: string;
  /** Empty: the embedded store. */
  etcdServers: string[];
  etcdPrefix: string;
  /** Objects are written as Protobuf, otherwise as JSON. */
  storesProtobuf: boolean;
  /** Clients may ask for the removal of objects that cannot be read. */
  removesUnreadable: boolean;
  etcdCaFile: string | undefined;
  etcdCertFile: string | undefined;
  etcdKeyFile: string | undefined;
  /** Undefined: nothing is encrypted in the store. */
  encryptionProviderConfig: string | undefined;
  /** Whether changes of that file are followed. */
  followsEncryptionConfig: boolean;
  tlsCertFile: string | undefined;
  tlsPrivateKeyFile: string | undefined;
  tlsMinVersion: string;
  /** Values of all flags, as /flagz shows them. */
  flags: ReadonlyMap<string, string>;
  /** Flags of authentication, authorization, admission and the other wings. */
  access: FlagValues;
  dialect: Dialect;
  /** `apps/v1` → false. */
  runtimeConfig: ReadonlyMap<string, string>;
  /** The release whose API is served: `1.36`. */
  emulatedVersion: string;
  /** Whether newer versions of what the release serves are served too, and whatever `runtimeConfig` names. */
  servesNewer: boolean;
  takesLater: boolean;
  /** The oldest release that other servers of the store are of. */
  minCompatibility: string;
  /** Address at which the cluster reaches this server; found out when undefined. */
  advertiseAddress: string | undefined;
  /** The external name of this server, perhaps with a port; its address in the cluster when undefined. */
  externalHostname: string | undefined;
  /** One, or two of different families. */
  serviceClusterIpRanges: readonly AddressRange[];
  serviceNodePortRange: PortRange;
  /** Milliseconds, as all times below. */
  serviceRepairInterval: number;
  watchHistory: number;
  watchCacheCheckInterval: number;
  requestTimeout: number;
  /** Seconds. */
  minRequestTimeout: number;
  maxRequestsInFlight: number;
  maxMutatingRequestsInFlight: number;
  shutdownDelay: number;
  livezGracePeriod: number;
  verbosity: number;
  settings: ServerSettings;
  /** The place of this process among the workers of the server; undefined when it is alone. */
  worker: { index: number; count: number } | undefined;
  /** For the log: what was given and has no effect, or should no longer be given. */
  warnings: readonly string[];
}
