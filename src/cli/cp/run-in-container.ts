import type { LocalStreams } from '../../client/pod-streams/local-streams.ts';

/**
 * Runs a command in the container, and resolves with its exit code. Its standard error goes to the user unless a stream for
 * it is given.
 */
export type RunInContainer = (
  command: readonly string[],
  streams: Partial<LocalStreams>,
  signal?: AbortSignal,
) => Promise<number>;
