import type { CommandContext } from '../shared/command.ts';
import { objectName } from '../shared/discovery/served-api.ts';
import { SilentExit, UsageError } from '../shared/errors/cli-error.ts';
import { dryRuns } from '../shared/explained/dry-runs.ts';
import { type ExplainedAnswer, explainedCall } from '../shared/explained/explained-call.ts';
import type { FileSelection } from '../shared/manifests/file-flags.ts';
import { manifestTargets } from '../shared/manifests/manifest-targets.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import { allowedLines, refusedLines } from './access-lines.ts';
import { admissionLines } from './admission-lines.ts';
import { printDecisions } from './print-decisions.ts';

/** Makes a dry run with each object of the files, and tells what became of it on its way to the store. */
export async function whyWrite(context: CommandContext, verb: string, files: FileSelection): Promise<void> {
  const { session, flags, host } = context;
  const write = dryRuns.get(verb);
  if (write === undefined)
    throw new UsageError(`with -f the verb is one of ${[...dryRuns.keys()].join(', ')}: not ${verb}`);
  const { commandLineClient } = await session.dialect();
  const decisions: object[] = [];
  let isRefused = false;
  for await (const target of manifestTargets(session, files)) {
    const call = write.call(target, commandLineClient);
    const answer = await explainedCall(session, call, 'authorization, admission');
    isRefused ||= answer.error !== undefined;
    if (flags.text('output') === '') {
      for (const line of linesOf(target, write.done, answer)) host.out.line(line);
    } else
      decisions.push({
        object: objectName(target.type, target.name),
        ...answer.decisions,
        ...errorOf(answer),
      });
  }
  if (flags.text('output') !== '') await printDecisions(context, { objects: decisions });
  if (isRefused) throw new SilentExit(1);
}

const errorOf = ({ error }: ExplainedAnswer<unknown>): { error?: string } =>
  error === undefined ? {} : { error: error.message };

function linesOf(target: ManifestTarget, done: string, answer: ExplainedAnswer<unknown>): string[] {
  const { error, decisions } = answer;
  const { type, name, namespace, object } = target;
  const title = objectName(type, name || `${object.metadata.generateName ?? ''}<generated>`);
  const place = namespace === '' ? '' : ` in namespace "${namespace}"`;
  const head =
    error === undefined
      ? `${title} would be ${done}${place}`
      : `${title} is refused${place}: ${error.message}`;
  const question = decisions?.authorization?.findLast(
    ({ about }) => about === 'request' || about === 'creation',
  );
  const access =
    question === undefined ? [] : question.isAllowed ? allowedLines(question) : refusedLines(question);
  const admitted = (decisions?.admission ?? []).flatMap(admissionLines);
  return [head, ...[...access, ...admitted, ...notes(answer)].map((line) => `  ${line}`)];
}

function notes({ decisions }: ExplainedAnswer<unknown>): string[] {
  if (decisions === undefined) return ['this server does not tell the grounds of its decisions'];
  const { withheld = [], isCut } = decisions;
  return [
    ...withheld.map((part) => `the server tells ${part} to users who may get the path /decisions/${part}`),
    ...(isCut ? ['some of it was too long for the answer of the server'] : []),
  ];
}
