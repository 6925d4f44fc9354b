import { durationMs } from '../../../util/duration.ts';
import { CliError } from '../errors/cli-error.ts';

/** Milliseconds of `30`, which are seconds, or of `1m30s`; 0 stands for no limit. Throws CliError. */
export function requestTimeout(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  try {
    return durationMs(text);
  } catch {
    throw new CliError(
      'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
    );
  }
}
