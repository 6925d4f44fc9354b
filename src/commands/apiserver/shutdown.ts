import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ShutdownGate } from '../../server/filters/shutdown-gate.ts';
import type { SecureServing } from './secure-serving.ts';

/** When all requests are answered: how long connections that carry watches, tunnels or nothing at all have to end. */
const restFor = 2_000;
/** How often watches that began meanwhile are ended. Milliseconds. */
const betweenWatchEnds = 200;
/** How long the cluster may take to hear that the server goes: a store that does not answer must not hold it up. */
const leaveFor = 20_000;

export interface ShutdownParts {
  door: Pick<SecureServing, 'retire' | 'close' | 'cut'>;
  gate: ShutdownGate;
  /** Requests that come after the delay get 429 until those that are open are answered; only then nothing listens. */
  refuses: boolean;
  /** How long everything is served after readiness has turned red. Milliseconds. */
  delay: number;
  /** How long a request may take. Milliseconds. */
  requestTimeout: number;
  /** Turns readiness red. */
  announce(): void;
  /** Takes the server out of the cluster, beside the delay. */
  leave(): Promise<void>;
  /** Ends the watches that are open, after their last events. */
  endWatches(): void;
  log: Logger;
}

/**
 * Stops serving, in an order in which no client is hurt: readiness says so first, and balancers have time to look; then
 * nothing new comes in; what is open is answered, and watches end as if their time was over. What records requests, and
 * what serves them, is needed until this resolves.
 */
export async function stopServing(parts: ShutdownParts): Promise<void> {
  const { door, gate, delay, requestTimeout } = parts;
  parts.announce();
  event(parts, 'ShutdownInitiated');
  // Clients of HTTP/1.1 that are told in time do not send on a connection that is just being closed.
  const retire = setTimeout(() => door.retire(), delay / 2);
  await Promise.all([sleep(delay), withdraw(parts)]);
  clearTimeout(retire);
  event(parts, 'AfterShutdownDelayDuration');
  const watches = setInterval(() => parts.endWatches(), betweenWatchEnds);
  try {
    parts.endWatches();
    const drained = gate.close({ refuses: parts.refuses });
    if (parts.refuses) await answered(parts, drained);
    const closed = door.close(parts.refuses ? restFor : requestTimeout);
    event(parts, 'HTTPServerStoppedListening');
    if (!parts.refuses) await answered(parts, drained);
    setTimeout(() => door.cut(), restFor).unref();
    await closed;
  } finally {
    clearInterval(watches);
  }
}

async function withdraw({ leave, log }: ShutdownParts): Promise<void> {
  const left = leave().catch((error: Error) => log.warn(`shutdown: ${error.message}`));
  await Promise.race([left, sleep(leaveFor, undefined, { ref: false })]);
}

async function answered(parts: ShutdownParts, drained: Promise<void>): Promise<void> {
  await Promise.race([drained, sleep(parts.requestTimeout, undefined, { ref: false })]);
  event(parts, 'InFlightRequestsDrained');
}

function event({ log }: ShutdownParts, name: string): void {
  log.info({ name }, '[graceful-termination] shutdown event');
}
