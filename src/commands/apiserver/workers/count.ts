import { availableParallelism } from 'node:os';
import { StartError } from '../../start-error.ts';
import { peekFlags } from '../flags/config-file.ts';
import { workerCount } from '../flags/worker-count.ts';

/** The flags that the supervisor needs itself; the workers read all of them. */
export interface SupervisorFlags {
  workers: number;
  verbosity: number;
  loggingFormat: 'json' | 'text';
}

/**
 * Reads them without the descriptors of the other flags, which load most of the server. When they are wrong, one worker
 * is started, which reads all flags and reports it.
 */
export function supervisorFlags(commandLine: readonly string[]): SupervisorFlags {
  try {
    const names = ['workers', 'etcd-servers', 'v', 'logging-format'] as const;
    const { workers, v, ...texts } = peekFlags(commandLine, names);
    return {
      workers: workerCount(workers, texts['etcd-servers'] === undefined, availableParallelism()),
      verbosity: /^\d+$/.test(v ?? '') ? Number(v) : 2,
      loggingFormat: texts['logging-format'] === 'text' ? 'text' : 'json',
    };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { workers: 1, verbosity: 2, loggingFormat: 'json' };
  }
}
