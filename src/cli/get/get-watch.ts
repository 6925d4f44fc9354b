import { CliError } from '../shared/errors/cli-error.ts';
import type { GetRequest } from './get-request.ts';

/** Prints changes as they happen. */
export async function getWatch({ targets }: GetRequest): Promise<void> {
  if (targets.length !== 1) {
    throw new CliError(
      'watch is only supported on individual resources and resource collections - more than 1 resource was found',
    );
  }
}
