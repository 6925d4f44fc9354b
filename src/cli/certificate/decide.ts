import { isConflict } from '../../client/api/api-error.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import type { ServedResource } from '../shared/discovery/served-api.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { manifestTargets } from '../shared/manifests/manifest-targets.ts';
import { objectPrinter, printName } from '../shared/output/object-printer.ts';
import { outputFlags, outputFormat } from '../shared/output/output-format.ts';
import type { PrintedObject } from '../shared/output/printed-object.ts';

interface Decision {
  type: 'Approved' | 'Denied';
  opposite: 'Approved' | 'Denied';
  /** `approve` */
  verb: string;
  /** `approved` */
  done: string;
}

/** Number of attempts of a write that conflicts with another one. */
const maxTries = 10;

export const approve = command(
  { type: 'Approved', opposite: 'Denied', verb: 'approve', done: 'approved' },
  'The signer then issues the certificates. Review a request before you approve it: a certificate is a credential.',
);

export const deny = command(
  { type: 'Denied', opposite: 'Approved', verb: 'deny', done: 'denied' },
  'The signer issues no certificate.',
);

function command(decision: Decision, details: string): Command {
  const { verb } = decision;
  return {
    usage: `certificate ${verb} (-f FILENAME | NAME ...) [flags]`,
    details,
    examples: [`orchctl certificate ${verb} csr-sqgzp`],
    flags: [
      ...fileFlags,
      ...outputFlags,
      { name: 'force', type: 'boolean', description: `Update the condition even if it is already set` },
    ],
    run: (context) => decideAll(context, decision),
  };
}

interface SigningRequest extends PrintedObject {
  status?: { conditions?: readonly Condition[]; certificate?: string };
}

interface Condition {
  type: string;
  status?: string;
  reason?: string;
  message?: string;
  lastUpdateTime?: string;
}

async function decideAll(context: CommandContext, decision: Decision): Promise<void> {
  const { flags, session, host } = context;
  const format = outputFormat(flags);
  const print =
    format.form === ''
      ? undefined
      : await objectPrinter(format, { showManagedFields: false, allowMissingKeys: true });
  const { type, names } = await requested(context);
  if (names.length === 0) {
    throw new CliError('one or more CSRs must be specified as <name> or -f <filename>');
  }
  const errors: unknown[] = [];
  for (const name of names) {
    try {
      const decided = await decide(context, decision, type, name);
      const line = `${printName(decided).trim()} ${decision.done}\n`;
      await host.out.write(print?.(decided) ?? line);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors);
  session.failForWarnings();
}

async function requested({
  flags,
  words,
  session,
}: CommandContext): Promise<{ type: ServedResource; names: string[] }> {
  const discovery = await session.discovery();
  const type = await discovery.resource('certificatesigningrequests');
  const names = words.map((word) => word.slice(word.lastIndexOf('/') + 1));
  for await (const target of manifestTargets(session, filesOf(flags))) {
    if (target.type.resource !== type.resource) {
      throw new CliError(`${target.source}: ${target.object.kind} is no request for a certificate`);
    }
    names.push(target.name);
  }
  return { type, names };
}

async function decide(
  { flags, session, host }: CommandContext,
  decision: Decision,
  type: ServedResource,
  name: string,
): Promise<SigningRequest> {
  const client = await session.client();
  for (let tries = 1; ; tries++) {
    const present = await client.json<SigningRequest>({ method: 'GET', path: pathOf(type, '', name) });
    const conditions = present.status?.conditions ?? [];
    if (conditions.some((one) => one.type === decision.opposite)) {
      throw new CliError(`certificate signing request "${name}" is already ${decision.opposite}`);
    }
    const has = conditions.some((one) => one.type === decision.type);
    if (has && !flags.boolean('force')) return present;
    const condition = conditionOf(decision, new Date(host.now()));
    const kept = conditions.filter((one) => one.type !== decision.type);
    const status = { ...present.status, conditions: [...kept, condition] };
    try {
      const path = pathOf(type, '', name, 'approval');
      return await client.json<SigningRequest>({ method: 'PUT', path, body: { ...present, status } });
    } catch (error) {
      if (!isConflict(error) || tries === maxTries) throw error;
    }
  }
}

const conditionOf = ({ type, verb, done }: Decision, now: Date): Condition => ({
  type,
  status: 'True',
  reason: `Orchctl${verb[0]!.toUpperCase()}${verb.slice(1)}`,
  message: `This CSR was ${done} by orchctl certificate ${verb}.`,
  lastUpdateTime: `${now.toISOString().slice(0, 19)}Z`,
});
