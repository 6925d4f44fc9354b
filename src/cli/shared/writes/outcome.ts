import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { FlagSet } from '../arguments/flag-set.ts';
import { objectName, type ServedResource } from '../discovery/served-api.ts';
import type { Host } from '../host.ts';
import { objectPrinter } from '../output/object-printer.ts';
import { outputFormat } from '../output/output-format.ts';
import type { DryRun } from './write-flags.ts';

/** A verb, and the object that it was done to. */
export interface Outcome {
  type: ServedResource;
  /** The answer of the server; for `-o`. */
  object: ApiObject;
  /** `created` */
  verb: string;
}

export type ReportOutcome = (outcome: Outcome) => Promise<void>;

/** Prints `deployment.apps/web created` for each object, or the object itself in the format of `-o`. Throws CliError. */
export async function outcomePrinter(flags: FlagSet, host: Host, dryRun: DryRun): Promise<ReportOutcome> {
  const format = outputFormat(flags);
  const suffix = dryRunSuffix(dryRun);
  if (format.form === '' || format.form === 'wide') {
    return async ({ type, object, verb }) => {
      host.out.line(`${objectName(type, object.metadata.name ?? '')} ${verb}${suffix}`);
    };
  }
  const print = await objectPrinter(format, {
    showManagedFields: flags.boolean('show-managed-fields'),
    allowMissingKeys: flags.boolean('allow-missing-template-keys'),
  });
  return ({ object }) => host.out.write(print(object));
}

export const dryRunSuffix = (dryRun: DryRun): string =>
  dryRun === 'none' ? '' : dryRun === 'client' ? ' (dry run)' : ' (server dry run)';
