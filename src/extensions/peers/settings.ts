import { readFileSync } from 'node:fs';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { identityFromFlags } from '../../client/identity-files.ts';
import { aggregate } from '../../util/aggregate.ts';
import { parseBundle } from '../../util/certificate-bundle.ts';
import type { Clock } from '../../util/clock.ts';
import { FlagError, type FlagValues } from '../../util/flags.ts';
import type { Identity } from '../../util/x509.ts';

const gate = 'UnknownVersionInteroperabilityProxy';

/** Trust between servers of one cluster. */
export interface PeerSettings {
  /** PEM: who has signed the certificates of other servers. */
  authority: string;
  /** The certificate by which they believe this server who the caller is. */
  identity: () => Identity;
}

/**
 * Undefined where requests are not passed on to other servers. `given`: without the certificates that a server makes for
 * itself, which no other one believes. Throws FlagError, or an Error, for flags that cannot be followed.
 */
export function peerSettings(given: FlagValues, gates: FeatureGates, clock: Clock): PeerSettings | undefined {
  if (!gates.isOn(gate)) checkUnused(given);
  const file = given.text('peer-ca-file');
  if (!file) return undefined;
  if (!gates.isOn('APIServerIdentity'))
    throw new FlagError(
      'peer-ca-file',
      'needs the feature gate APIServerIdentity: servers find each other by it.',
    );
  for (const word of ['cert', 'key']) {
    if (!given.text(`proxy-client-${word}-file`))
      throw new Error(`error building peer proxy handler, proxy-${word}-file not specified`);
  }
  const authority = readFileSync(file, 'utf8');
  if (parseBundle(authority).length === 0)
    throw new FlagError('peer-ca-file', `${file} holds no certificate.`);
  const identity = identityFromFlags(given, clock, 'proxy-client-cert-file', 'proxy-client-key-file')!;
  return { authority, identity };
}

/** Throws an Error for flags that are about other servers. */
function checkUnused(given: FlagValues): void {
  const used = ['peer-ca-file', 'peer-advertise-ip', 'peer-advertise-port'].filter((name) =>
    given.text(name),
  );
  const problems = used.map((name) => `--${name} requires ${gate} feature to be turned on`);
  if (problems.length > 0) throw new Error(aggregate(problems));
}
