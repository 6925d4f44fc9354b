import { type Dialect, dialects } from '../../api/meta/dialect.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { parseManifests } from '../shared/manifests/parse-manifests.ts';
import { readFiles } from '../shared/manifests/read-files.ts';
import { objectPrinter } from '../shared/output/object-printer.ts';
import { outputFlags, outputFormat } from '../shared/output/output-format.ts';
import type { PrintedObject } from '../shared/output/printed-object.ts';
import type { ManifestObject } from '../shared/resources/target.ts';

export const convert: Command = {
  usage: 'convert -f FILE [--output-version GROUP/VERSION] [flags]',
  details:
    'Applies the conversions and defaults of the server, without contacting one.\n\nThe target is --output-version, or the newest version of kinds that do not have it. Prints YAML unless -o is given; several objects become a List.',
  examples: [
    '# Convert an old ingress to its newest version',
    'orchctl convert -f ingress.yaml',
    '',
    '# Convert all manifests of a directory to apps/v1',
    'orchctl convert -R -f manifests --output-version apps/v1',
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    {
      name: 'output-version',
      type: 'text',
      description: 'Version of the result: apps/v1, or v1 of the core group',
    },
    {
      name: 'dialect',
      type: 'text',
      description: `Dialect of the API: ${dialects.map(({ name }) => name).join(' or ')}; by default that of the objects`,
    },
    {
      name: 'local',
      type: 'boolean',
      default: 'true',
      hidden: true,
      description: 'Do not contact the server',
      deprecated: 'no server is ever asked',
    },
    { name: 'validate', type: 'text', hidden: true, description: 'Accepted for compatibility' },
  ],
  run,
};

async function run({ flags, session, host }: CommandContext): Promise<void> {
  const files = filesOf(flags);
  if (files.names.length === 0) throw new CliError('must specify one of -f and -k');
  if (files.kustomize !== '')
    throw new CliError('-k: build the kustomization first, and pass the result with -f -');
  const objects: { object: ManifestObject; source: string }[] = [];
  for await (const file of readFiles(files, session.stdin)) {
    for (const object of parseManifests(file)) objects.push({ object, source: file.source });
  }
  if (objects.length === 0) throw new CliError('no objects passed to convert');
  const version = flags.text('output-version');
  const dialect = dialectOf(
    flags.text('dialect'),
    version,
    objects.map(({ object }) => object),
  );
  const converter = await session.tools.converter(dialect);
  const format = outputFormat(flags);
  const print = await objectPrinter(format.form === '' ? { form: 'yaml', template: '' } : format, {
    showManagedFields: true,
    allowMissingKeys: flags.boolean('allow-missing-template-keys'),
  });
  const converted = objects.map(({ object, source }): PrintedObject => {
    try {
      return converter(object, version) as PrintedObject;
    } catch (error) {
      throw new CliError(
        `unable to convert ${object.kind} "${object.metadata.name ?? ''}" of ${source}: ${(error as Error).message}`,
      );
    }
  });
  const [only] = converted;
  const list = { apiVersion: 'v1', kind: 'List', metadata: {}, items: converted };
  await host.out.write(print(converted.length === 1 ? only! : list));
}

/** The one that is named, else that of the API groups; groups without a domain are the same in all: then any name in the objects shows it. */
function dialectOf(name: string, version: string, objects: readonly ManifestObject[]): Dialect {
  if (name !== '') {
    const named = dialects.find((dialect) => dialect.name === name);
    if (named !== undefined) return named;
    throw new CliError(
      `--dialect must be one of ${dialects.map((dialect) => dialect.name).join(', ')}: not "${name}"`,
    );
  }
  const groups = [version, ...objects.map(({ apiVersion }) => apiVersion)].map((text) => text.split('/')[0]!);
  const text = JSON.stringify(objects);
  return (
    dialects.find(({ api }) => groups.some((group) => group.endsWith(`.${api}`))) ??
    dialects.find(({ label }) => text.includes(`${label}/`)) ??
    dialects[0]!
  );
}
