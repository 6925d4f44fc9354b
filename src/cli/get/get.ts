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
    '# List all pods in the namespace, with more columns',
    'orchctl get pods -o wide',
    '',
    '# Print one object as YAML',
    'orchctl get deployment/web -o yaml',
    '',
    '# List objects of several types across all namespaces',
    'orchctl get pods,services -A',
    '',
    '# Print the nodes of the pods with a label',
    "orchctl get pods -l app=web -o jsonpath='{.items[*].spec.nodeName}'",
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    {
      name: 'all-namespaces',
      short: 'A',
      type: 'boolean',
      description: 'List objects across all namespaces, regardless of --namespace',
    },
    { name: 'selector', short: 'l', type: 'text', description: 'Label selector: a=1,b!=2,c in (3,4)' },
    { name: 'field-selector', type: 'text', description: 'Field selector: metadata.name=web' },
    {
      name: 'chunk-size',
      type: 'integer',
      default: '500',
      description: 'Number of objects per request; 0 for all at once',
    },
    { name: 'ignore-not-found', type: 'boolean', description: 'Treat a missing object as no error' },
    { name: 'no-headers', type: 'boolean', description: 'Omit column headers' },
    { name: 'show-kind', type: 'boolean', description: 'Show the resource type before each name' },
    { name: 'show-labels', type: 'boolean', description: 'Show labels as the last column' },
    {
      name: 'label-columns',
      short: 'L',
      type: 'list',
      description: 'Labels to show as columns',
    },
    { name: 'sort-by', type: 'text', description: 'JSONPath of the field to sort by' },
    {
      name: 'server-print',
      type: 'boolean',
      default: 'true',
      description: 'Let the server format the table; otherwise it has names and ages only',
    },
    { name: 'subresource', type: 'text', description: 'Print a subresource of the object: status, scale' },
    { name: 'watch', short: 'w', type: 'boolean', description: 'Watch for changes after listing' },
    { name: 'watch-only', type: 'boolean', description: 'Watch for changes without listing first' },
    {
      name: 'output-watch-events',
      type: 'boolean',
      description: 'Show the type of each change: ADDED, MODIFIED, DELETED',
    },
    {
      name: 'raw',
      type: 'text',
      description: 'Path to request from the server; the response is printed as is',
    },
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
