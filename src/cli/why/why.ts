import type { Command, CommandContext } from '../shared/command.ts';
import { UsageError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';

export const why: Command = {
  usage: 'why VERB (TYPE[.GROUP][/NAME] | /PATH | -f FILE) [flags]',
  details:
    'Shows the authorizer, binding, role and rule that allow a request, or what would have to change for it to be allowed.\n\nWith -f it makes a dry run of create, apply, replace or delete, and shows which admission plugins and webhooks change or reject each object, with their patches.\n\nReasons are shown to users who may get the paths /decisions/authorization and /decisions/admission; others see the verdict alone. Exits with 1 if the answer is no.',
  examples: [
    '# Explain why I may delete pods',
    'orchctl why delete pods',
    '',
    '# Explain why a service account may not read a secret',
    'orchctl why get secret/db --as system:serviceaccount:shop:web',
    '',
    '# Show how admission changes the objects of a file',
    'orchctl why create -f pod.yaml',
  ],
  flags: [
    ...fileFlags,
    {
      name: 'all-namespaces',
      short: 'A',
      type: 'boolean',
      description: 'Check all namespaces at once',
    },
    { name: 'subresource', type: 'text', description: 'Ask for a subresource: log, scale, status' },
    {
      name: 'output',
      short: 'o',
      type: 'text',
      description: 'Output format: json and yaml have the decisions as the server tells them',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { words, flags } = context;
  const files = filesOf(flags);
  if (files.names.length > 0 || files.kustomize !== '') {
    if (words.length !== 1) throw new UsageError('with -f, the verb is the only word: why create -f FILE');
    return (await import('./why-write.ts')).whyWrite(context, words[0]!, files);
  }
  if (words.length < 2 || words.length > 3)
    throw new UsageError('a verb and a type are needed: why get pods, why get pod/web, why get /metrics');
  const [verb = '', what = '', name = ''] = words;
  return (await import('./why-access.ts')).whyAccess(context, { verb, what, name });
}
