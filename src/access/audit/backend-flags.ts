import { FlagError, type FlagValues } from '../../util/flags.ts';
import { goQuote } from '../../util/quote.ts';
import { type BackendMode, backendModes } from './backend.ts';
import type { BatchOptions } from './batch-queue.ts';
import { TokenBucket } from './token-bucket.ts';
import type { TruncationLimits } from './truncation.ts';

/** The options of a backend that its flags set, beside its destination. */
export interface BackendSettings {
  mode: BackendMode;
  batch: BatchOptions;
  truncation: TruncationLimits | undefined;
  /** `audit.…/v1` */
  apiVersion: string;
}

/** Batches that are on their way at a time. */
const batchesInFlight = { log: 1_000, webhook: 10 };

/** Throws a start-up error. Flags that the mode does not use are not checked. */
export function backendSettings(
  flags: FlagValues,
  name: 'log' | 'webhook',
  apiVersion: string,
  now: () => number,
): BackendSettings {
  const own = (flag: string): string => `audit-${name}-${flag}`;
  const mode = modeOf(flags, name);
  const version = flags.text(own('version')) || apiVersion;
  if (version !== apiVersion) {
    throw new Error(`invalid group version, allowed versions are [${goQuote(apiVersion)}]`);
  }
  const truncation = flags.boolean(own('truncate-enabled')) ? truncationOf(flags, name) : undefined;
  const positive = mode === 'batch' ? checkPositive : (_: string, value: number): number => value;
  const batch: BatchOptions = {
    bufferSize: positive(`batch ${name} buffer size`, flags.count(own('batch-buffer-size'))),
    maxSize: positive(`batch ${name} max batch size`, flags.count(own('batch-max-size'))),
    maxBytes: truncation?.batch,
    maxWait: flags.duration(own('batch-max-wait')),
    throttle: mode === 'batch' ? throttleOf(flags, name, now) : undefined,
    inFlight: batchesInFlight[name],
  };
  return { mode, batch, truncation, apiVersion };
}

function modeOf(flags: FlagValues, name: string): BackendMode {
  const mode = flags.text(`audit-${name}-mode`)!;
  const known = backendModes.find((one) => one === mode);
  if (known !== undefined) return known;
  throw new Error(`invalid audit ${name} mode ${mode}, allowed modes are "${backendModes.join(',')}"`);
}

function truncationOf(flags: FlagValues, name: string): TruncationLimits {
  const own = (flag: string): number => flags.count(`audit-${name}-truncate-${flag}`);
  const batch = checkPositive(`truncate ${name} max batch size`, own('max-batch-size'));
  const event = checkPositive(`truncate ${name} max event size`, own('max-event-size'));
  if (event <= batch) return { batch, event };
  const what = `invalid audit truncate ${name} max event size (${event})`;
  throw new Error(`${what} is greater than max batch size (${batch})`);
}

function throttleOf(flags: FlagValues, name: string, now: () => number): TokenBucket | undefined {
  if (!flags.boolean(`audit-${name}-batch-throttle-enable`)) return undefined;
  const qpsFlag = `audit-${name}-batch-throttle-qps`;
  const qps = Number(flags.text(qpsFlag));
  if (Number.isNaN(qps)) throw new FlagError(qpsFlag, `${flags.text(qpsFlag)} must be a number.`);
  const burst = flags.count(`audit-${name}-batch-throttle-burst`);
  checkPositive(`batch ${name} throttle QPS`, qps);
  checkPositive(`batch ${name} throttle burst`, burst);
  return new TokenBucket(qps, burst, now);
}

function checkPositive(what: string, value: number): number {
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`invalid audit ${what} ${value}, must be a positive number`);
}
