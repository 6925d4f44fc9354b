import { identityFromFlags } from '../../client/identity-files.ts';
import type { Clock } from '../../util/clock.ts';
import type { FlagValues } from '../../util/flags.ts';
import type { Identity } from '../../util/x509.ts';

/** Settings of the connections with servers that extend this one. */
export interface AggregationSettings {
  /** Undefined: they are shown no certificate. */
  identity: (() => Identity) | undefined;
  /** Straight to the addresses behind Services. */
  toPods: boolean;
  refusesRedirects: boolean;
}

/** Throws FlagError for files that cannot be used. */
export function aggregationSettings(flags: FlagValues, clock: Clock): AggregationSettings {
  return {
    identity: identityFromFlags(flags, clock, 'proxy-client-cert-file', 'proxy-client-key-file'),
    toPods: flags.boolean('enable-aggregator-routing'),
    refusesRedirects: flags.boolean('aggregator-reject-forwarding-redirect'),
  };
}
