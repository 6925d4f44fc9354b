/**
 * A process of its own that takes part in an election, and while it leads writes its name into a ConfigMap all the
 * time. Arguments: a client configuration, its name. Prints what becomes of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { dialects } from '../../src/api/meta/dialect.ts';
import { ApiClient } from '../../src/client/api/api-client.ts';
import { componentConfig } from '../../src/client/config/component-config.ts';
import { wireOf } from '../../src/client/config/config-wire.ts';
import { LeaderElector } from '../../src/client/leader-election/leader-elector.ts';
import { LeaderWire } from '../../src/client/leader-election/leader-wire.ts';
import { LeaseLock } from '../../src/client/leader-election/lease-lock.ts';
import { systemPause } from '../../src/client/retry.ts';
import { monotonicClock, systemClock } from '../../src/util/clock.ts';
import { systemRandom } from '../../src/util/random.ts';

const [path, name] = process.argv.slice(2) as [string, string];
const say = (text: string): void => console.log(text);
const dialect = dialects[1]!;
const wire = wireOf(componentConfig({ path, env: process.env, clock: systemClock, dialect, warn: say }));
const shared = { userAgent: name, random: systemRandom, pause: systemPause };
const lock = new LeaseLock({
  client: new ApiClient({ wire, ...shared }),
  dialect,
  namespace: 'default',
  name: 'writers',
});
const elector = new LeaderElector({
  lock,
  identity: name,
  random: systemRandom,
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
  times: { leaseDuration: 3_000, renewDeadline: 2_000, retryPeriod: 500 },
  clocks: { wall: systemClock, monotonic: monotonicClock },
  onEvent: say,
  warn: say,
});
const writing = new ApiClient({ wire: new LeaderWire(wire, elector), ...shared });
const maps = writing.resource({ group: '', version: 'v1', resource: 'configmaps' });
const never = new AbortController().signal;

await elector.acquire(never);
let isHeld = true;
const held = elector.hold(never).then(() => (isHeld = false));
while (isHeld) {
  const patch = { data: { writer: name } };
  await maps
    .patch('default', 'written', patch, 'application/merge-patch+json')
    .catch(({ message }: Error) => say(message));
  await sleep(5);
}
await held;
process.exit(0);
