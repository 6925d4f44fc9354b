import type { DeleteOptions } from '../../../client/api/resource-client.ts';
import { CliError } from '../errors/cli-error.ts';

const policies = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' } as const;

/** Parses `--cascade`; `true` and `false` are values of old clients. Throws CliError. */
export function policyOf(text: string): NonNullable<DeleteOptions['propagationPolicy']> {
  const named = text === 'true' ? 'background' : text === 'false' ? 'orphan' : text;
  if (Object.hasOwn(policies, named)) return policies[named as keyof typeof policies];
  throw new CliError(`invalid cascade value (${text}). Must be "background", "foreground", or "orphan"`);
}
