import type { LocalStreams } from '../../client/pod-streams/local-streams.ts';

/** Runs a command in the container, and resolves with its exit code. What is not given of its errors, the user sees. */
export type RunInContainer = (
  command: readonly string[],
  streams: Partial<LocalStreams>,
  signal?: AbortSignal,
) => Promise<number>;
