import { isReleasedBy } from '../../api/meta/release.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { noFiles } from '../shared/manifests/file-flags.ts';
import { parseManifests } from '../shared/manifests/parse-manifests.ts';
import { readFiles } from '../shared/manifests/read-files.ts';
import type { ManifestObject } from '../shared/resources/target.ts';
import { targetsOf } from '../shared/resources/targets.ts';
import type { Trial, TriedObjects } from './trial.ts';
import { tryExpression } from './try-expression.ts';
import { isPolicy, tryPolicy } from './try-policy.ts';

const defaultRelease = '1.36';
/** The first release with expressions. */
const oldestRelease = '1.26';

export const cel: Command = {
  usage: 'cel (EXPRESSION | --policy=FILE | --on-server) (-f FILE | TYPE/NAME) [flags]',
  details:
    'Evaluates an expression in CEL, or all expressions of an admission policy, with an object as `object`, and prints what each gives, what it costs, and what is wrong with it.\n\nWith an object of a file no server is asked. The expressions of a policy are evaluated whether its rules match the object or not.\n\nWith --on-server the server evaluates them, in a dry run of a write: with its release, its namespaces and parameters, you as the user, and the object with all that admission adds. Without an expression or a policy it tells what those give that are in force. That is for users who may get the path /decisions/expressions.',
  examples: [
    '# Try an expression with an object of a file',
    "orchctl cel 'object.spec.replicas <= 5' -f deployment.yaml",
    '',
    '# Try it with an object of the server',
    "orchctl cel 'object.spec.replicas <= 5' deployment/web",
    '',
    '# Try all expressions of a policy, as for an update',
    'orchctl cel --policy=policy.yaml -f new.yaml --old=old.yaml --params=limits.yaml',
    '',
    '# Try a policy on the server, which does not have it yet',
    'orchctl cel --on-server --policy=policy.yaml -f pod.yaml',
    '',
    '# Show what the policies in force say of a change',
    'orchctl cel --on-server deployment/web',
  ],
  flags: [
    { name: 'filename', short: 'f', type: 'text', description: 'File with the object; - for stdin' },
    { name: 'policy', type: 'text', description: 'File with a validating or mutating admission policy' },
    { name: 'old', type: 'text', description: 'File with the object before the update' },
    { name: 'params', type: 'text', description: 'File with the object that params stands for' },
    {
      name: 'in-namespace',
      type: 'text',
      description: 'File with the Namespace that namespaceObject stands for',
    },
    { name: 'on-server', type: 'boolean', description: 'Let the server evaluate, in a dry run' },
    {
      name: 'verb',
      type: 'text',
      description:
        'Write of the dry run: create (of files), replace (of objects of the server), apply or delete',
    },
    {
      name: 'release',
      type: 'text',
      default: defaultRelease,
      description: 'Release whose functions and checks count',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, words, host } = context;
  const release = flags.text('release');
  if (!/^1\.\d+$/.test(release) || !isReleasedBy(oldestRelease, release)) {
    throw new UsageError(`--release must be ${oldestRelease} or later: not "${release}"`);
  }
  const policyFile = flags.text('policy');
  const expression = policyFile === '' ? words[0] : undefined;
  const others = policyFile === '' ? words.slice(1) : words;
  if (flags.boolean('on-server')) return runOnServer(context, policyFile);
  if (policyFile === '' && expression === undefined) {
    throw new UsageError('an expression or --policy is needed');
  }
  const objects: TriedObjects = {
    object: await objectOf(context, others),
    old: await onlyObject(context, flags.text('old')),
    params: await onlyObject(context, flags.text('params')),
    namespace: await onlyObject(context, flags.text('in-namespace')),
  };
  const trials =
    expression === undefined
      ? await tryPolicy((await policyOf(context, policyFile))!, objects, release)
      : [await tryExpression(expression, objects, release)];
  await host.out.write(trials.map(shown).join(''));
}

async function runOnServer(context: CommandContext, policyFile: string): Promise<void> {
  const { flags, words, host, session } = context;
  const isOfFile = flags.text('filename') !== '';
  const hasExpression = policyFile === '' && words.length > (isOfFile ? 0 : 1);
  const object = await objectOf(context, hasExpression ? words.slice(1) : words);
  if (object === undefined) throw new UsageError('an object is needed: -f FILE or TYPE/NAME');
  const params = await onlyObject(context, flags.text('params'));
  const { onlyTried, paramRefOf, policyWith, tryOnServer } = await import('./try-on-server.ts');
  const { api } = await session.dialect();
  const policy = hasExpression ? policyWith(words[0]!, api, params) : await policyOf(context, policyFile);
  const trials = await tryOnServer(context, {
    object,
    verb: flags.text('verb') || (isOfFile ? 'create' : 'replace'),
    tried: policy && { policy, ...(params && { paramRef: paramRefOf(params) }) },
  });
  const shownTrials = hasExpression ? onlyTried(trials) : trials;
  await host.out.write(
    shownTrials.length === 0 ? 'no expression was evaluated\n' : shownTrials.map(shown).join(''),
  );
}

async function objectOf(
  context: CommandContext,
  words: readonly string[],
): Promise<ManifestObject | undefined> {
  const { flags, session, path } = context;
  const file = flags.text('filename');
  if (file !== '' && words.length > 0) throw new UsageError('an object of a file or of the server: not both');
  if (words.length === 0) return onlyObject(context, file);
  const targets = await Array.fromAsync(targetsOf(session, { path, words, files: noFiles, selector: '' }));
  const [target] = targets;
  if (target?.form !== 'name' || targets.length > 1) throw new UsageError('one object is needed: TYPE/NAME');
  const client = await session.client();
  return (await client.resource(target.type).get(target.namespace, target.name)) as ManifestObject;
}

/** Undefined without a file. */
async function onlyObject({ session }: CommandContext, file: string): Promise<ManifestObject | undefined> {
  if (file === '') return undefined;
  const objects: ManifestObject[] = [];
  for await (const text of readFiles({ names: [file], recursive: false }, session.stdin)) {
    objects.push(...parseManifests(text));
  }
  if (objects.length === 1) return objects[0];
  throw new CliError(`${file}: has ${objects.length} objects, where one is needed`);
}

/** Undefined without a file. */
async function policyOf(context: CommandContext, file: string) {
  if (file === '') return undefined;
  const policy = await onlyObject(context, file);
  if (isPolicy(policy)) return policy;
  throw new CliError(`${file}: is no ValidatingAdmissionPolicy and no MutatingAdmissionPolicy`);
}

/** An expression with what it gives; what is said about it stands below, with some space before. */
function shown({ place, text, value, cost, notes }: Trial): string {
  const head = `${place === '' ? '' : `${place}: `}${text.trim()}\n`;
  const lines = [
    ...(value === undefined ? [] : [`value: ${value}`]),
    ...(cost === undefined ? [] : [`cost: ${cost}`]),
    ...notes,
  ];
  return head + lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}\n`).join('');
}
