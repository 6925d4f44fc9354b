import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, ContextError, UsageError } from '../shared/errors/cli-error.ts';
import { lastAppliedKey, withLastApplied } from '../shared/last-applied/last-applied.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import {
  dryRunFlag,
  dryRunOf,
  fieldManagerFlag,
  saveConfigFlag,
  validateFlag,
  validationOf,
} from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';
import type { NewObject } from './objects/named-object.ts';

/** Arguments of a command, from which an object is made. */
export interface Making {
  context: CommandContext;
  /** The NAME of the command line. */
  name: string;
  /** The words behind `--`. */
  command: readonly string[];
  dialect: Dialect;
}

/** `usage`: behind `orchctl create`: `deployment NAME --image=IMAGE`. */
export interface Creation extends Omit<Command, 'run'> {
  make(making: Making): NewObject | Promise<NewObject>;
}

/** A command that makes one object of its flags and creates it. */
export function creation({ usage, flags, make, ...help }: Creation): Command {
  return {
    ...help,
    usage: `create ${usage} [--dry-run=server|client|none] [flags]`,
    flags: [...flags, ...outputFlags, ...[dryRunFlag, fieldManagerFlag, validateFlag, saveConfigFlag]],
    run: async (context) => {
      const { words, wordsBeforeDashes } = context;
      const before = words.slice(0, wordsBeforeDashes);
      const [name] = before;
      if (name === undefined || before.length > 1) {
        throw new UsageError(`exactly one NAME is required, got ${before.length}`);
      }
      const dialect = await context.session.dialect();
      const command = wordsBeforeDashes === undefined ? [] : words.slice(wordsBeforeDashes);
      await createObject(context, await make({ context, name, command, dialect }));
    },
  };
}

/** The place of the object is the namespace of the command line. */
async function createObject(context: CommandContext, made: NewObject): Promise<void> {
  const { flags, session, host } = context;
  const dryRun = dryRunOf(flags);
  const report = await outcomePrinter(flags, host, dryRun);
  const type = await (await session.discovery()).ofKind(made.apiVersion, made.kind);
  if (type === undefined) {
    throw new CliError(`the server has no ${made.kind} in ${made.apiVersion}`);
  }
  const namespace = type.namespaced ? await session.namespace() : '';
  const placed = session.isNamespaceGiven && type.namespaced;
  const object = placed ? { ...made, metadata: { ...made.metadata, namespace } } : made;
  const sent = flags.boolean('save-config')
    ? withLastApplied(object, lastAppliedKey(await session.dialect()))
    : object;
  if (dryRun === 'client') return report({ type, object: sent as ApiObject, verb: 'created' });
  const manager = await fieldManager(session, flags, '-create');
  const options = { fieldManager: manager, dryRun, validation: validationOf(flags) };
  const writer = new ObjectWriter(await session.client(), options);
  try {
    await report({ type, object: await writer.create({ type, namespace }, sent), verb: 'created' });
  } catch (error) {
    throw new ContextError(`failed to create ${made.kind.toLowerCase()}`, error);
  }
}
