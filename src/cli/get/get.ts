import type { Command, CommandContext } from '../shared/command.ts';
import { UsageError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { outputFlags, outputFormat } from '../shared/output/output-format.ts';
import { targetsOf } from '../shared/resources/targets.ts';
import type { GetRequest } from './get-request.ts';

export const get: Command = {
  usage:
    'get [-o FORMAT] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]',
  details:
    'The server makes the table; -o prints the objects in other formats.\n\nA type may be written in the plural, in the singular, by its short name or by a category of types; see "orchctl api-resources".',
  examples: [
    '# All pods of the namespace, with more columns',
    'orchctl get pods -o wide',
    '',
    '# One object as YAML',
    'orchctl get deployment/web -o yaml',
    '',
    '# Objects of several types, of all namespaces',
    'orchctl get pods,services -A',
    '',
    '# Where the pods with a label run',
    "orchctl get pods -l app=web -o jsonpath='{.items[*].spec.nodeName}'",
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    {
      name: 'all-namespaces',
      short: 'A',
      type: 'boolean',
      description: 'Objects of all namespaces, whatever --namespace says',
    },
    { name: 'selector', short: 'l', type: 'text', description: 'Label selector: a=1,b!=2,c in (3,4)' },
    { name: 'field-selector', type: 'text', description: 'Field selector: metadata.name=web' },
    {
      name: 'chunk-size',
      type: 'integer',
      default: '500',
      description: 'How many objects are asked for at a time; 0 for all at once',
    },
    { name: 'ignore-not-found', type: 'boolean', description: 'An object that is not there is no error' },
    { name: 'no-headers', type: 'boolean', description: 'Prints no headers of columns' },
    { name: 'show-kind', type: 'boolean', description: 'Prints the type before each name' },
    { name: 'show-labels', type: 'boolean', description: 'Prints labels as the last column' },
    {
      name: 'label-columns',
      short: 'L',
      type: 'list',
      description: 'Labels that are printed as columns',
    },
    { name: 'sort-by', type: 'text', description: 'Path of the field by which objects are sorted' },
    {
      name: 'server-print',
      type: 'boolean',
      default: 'true',
      description: 'The server makes the table; otherwise it has names and ages only',
    },
    { name: 'subresource', type: 'text', description: 'Prints a subresource of the object: status, scale' },
    { name: 'watch', short: 'w', type: 'boolean', description: 'Prints changes as they happen' },
    { name: 'watch-only', type: 'boolean', description: 'Prints changes, and not what there is already' },
    {
      name: 'output-watch-events',
      type: 'boolean',
      description: 'Prints with each change which sort it is: ADDED, MODIFIED, DELETED',
    },
    { name: 'raw', type: 'text', description: 'Path that is asked for, and whose answer is printed' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, words, path, session, host } = context;
  const raw = flags.text('raw');
  if (raw !== '') return (await import('./get-raw.ts')).getRaw(context, raw);
  const format = outputFormat(flags);
  const allNamespaces = flags.boolean('all-namespaces');
  const selector = flags.text('selector');
  const fieldSelector = flags.text('field-selector');
  const files = filesOf(flags);
  if (words.length === 0 && files.names.length === 0 && files.kustomize === '') {
    host.err.line(
      'You must specify the type of resource to get. Use "orchctl api-resources" for a complete list of supported resources.\n',
    );
    throw new UsageError(
      'Required resource not specified.\nUse "orchctl explain <resource>" for a detailed description of that resource (e.g. orchctl explain pods).',
    );
  }
  const targets = await Array.fromAsync(
    targetsOf(session, { path, words, files, selector, fieldSelector, allNamespaces }),
  );
  const request: GetRequest = { context, targets, format, allNamespaces, selector, fieldSelector };
  if (flags.boolean('watch') || flags.boolean('watch-only')) {
    return (await import('./get-watch.ts')).getWatch(request);
  }
  const isHuman = format.form === '' || format.form === 'wide';
  if (isHuman) return (await import('./get-tables.ts')).getTables(request);
  return (await import('./get-objects.ts')).getObjects(request);
}
