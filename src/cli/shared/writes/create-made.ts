import type { JsonMap } from '../../../api/json/json-values.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { CommandContext } from '../command.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Session } from '../session/session.ts';
import { changeCauseOf } from './change-cause.ts';
import { fieldManager } from './field-manager.ts';
import { outcomePrinter } from './outcome.ts';
import { dryRunOf } from './write-flags.ts';
import { ObjectWriter } from './writer.ts';

export interface Made {
  object: JsonMap & { apiVersion: string; kind: string };
  /** "" for that of the command line. */
  namespace?: string;
  /** Suffix of the field manager: `-expose`. */
  suffix: string;
  /** `exposed` */
  verb: string;
  /** Nothing is said of it. */
  isSilent?: boolean;
}

/** Creates an object that a command has made, and says so. Rejects as `ObjectWriter.create` does. */
export async function createMade(context: CommandContext, made: Made): Promise<void> {
  const { flags, session, host } = context;
  const dryRun = dryRunOf(flags);
  const report = await outcomePrinter(flags, host, dryRun);
  const { apiVersion, kind } = made.object;
  const type = await (await session.discovery()).ofKind(apiVersion, kind);
  if (type === undefined) throw new CliError(`the server has no ${kind} in ${apiVersion}`);
  const namespace = made.namespace || (await session.namespace());
  const manager = await fieldManager(session, flags, made.suffix);
  const writer = new ObjectWriter(await session.client(), {
    fieldManager: manager,
    dryRun,
    cause: await changeCauseOf(context),
  });
  const savesConfig = flags.defines('save-config') && flags.boolean('save-config');
  const sent = savesConfig ? await saved(session, made.object) : made.object;
  const object =
    dryRun === 'client'
      ? (writer.recorded(sent) as unknown as ApiObject)
      : await writer.create({ type, namespace }, sent);
  if (made.isSilent !== true) await report({ type, object, verb: made.verb });
}

/** The object with itself in the annotation that `apply --server-side=false` reads. */
async function saved(session: Session, object: Made['object']): Promise<object> {
  const { lastAppliedKey, withLastApplied } = await import('../last-applied/last-applied.ts');
  return withLastApplied({ metadata: {}, ...object }, lastAppliedKey(await session.dialect()));
}
