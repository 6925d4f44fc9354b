import { isAnswer } from '../../client/api/api-error.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import type { ServedResource } from '../shared/discovery/served-api.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { explanation } from './explanation.ts';
import { fieldAt, type SchemaDocument, type Schemas, schemaOfKind } from './schemas.ts';

export const explain: Command = {
  usage: 'explain TYPE[.FIELD[.FIELD...]] [--recursive=FALSE|TRUE] [--api-version=api-version-group]',
  details: 'Describes the fields of a type, as the server documents them.',
  examples: [
    '# Describe a type and its fields',
    'orchctl explain pods',
    '',
    '# Describe one field',
    'orchctl explain pods.spec.containers',
    '',
    '# List all fields below, without their descriptions',
    'orchctl explain deployments.spec --recursive --api-version=apps/v1',
  ],
  flags: [
    { name: 'api-version', type: 'text', description: 'Version of the type: apps/v1' },
    { name: 'output', type: 'text', default: 'plaintext', description: 'Output format: plaintext' },
    { name: 'recursive', type: 'boolean', description: 'Print the fields of fields recursively' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, words, host } = context;
  const [word] = words;
  if (word === undefined) {
    throw new CliError(
      'You must specify the type of resource to explain. Use "orchctl api-resources" for a complete list of supported resources.',
    );
  }
  if (words.length > 1) throw new CliError('We accept only this format: explain RESOURCE');
  if (!['plaintext', 'plaintext-openapiv2'].includes(flags.text('output'))) {
    throw new UsageError(`--output ${flags.text('output')} is not available: plaintext`);
  }
  const { type, path } = await typeAndPath(context, word);
  const schemas = await schemasOf(context, type);
  const root = schemaOfKind(schemas, type);
  if (root === undefined) {
    throw new CliError(`couldn't find resource for "${type.group}/${type.version}, Kind=${type.kind}"`);
  }
  const field = fieldAt(schemas, root, path);
  if (field === undefined) throw new CliError(`field "${path.at(-1)}" does not exist`);
  await host.out.write(explanation(schemas, type, field, flags.boolean('recursive')));
}

/** Separates a group from fields by the types that the server serves: `deployments.apps.spec`. */
async function typeAndPath(
  { flags, session }: CommandContext,
  word: string,
): Promise<{ type: ServedResource; path: string[] }> {
  const discovery = await session.discovery();
  const [name = '', ...rest] = word.split('.');
  const version = flags.text('api-version');
  const first = await discovery.resource(name);
  const { resources } = await discovery.api();
  const groups = resources.filter(({ resource }) => resource === first.resource).map(({ group }) => group);
  const group = groups.find((one) => one !== '' && `${rest.join('.')}.`.startsWith(`${one}.`));
  const path = group === undefined ? rest : rest.slice(group.split('.').length);
  if (version === '')
    return { type: await discovery.resource(group === undefined ? name : `${name}.${group}`), path };
  const type = resources.find(
    (one) =>
      one.resource === first.resource &&
      (one.group === '' ? one.version : `${one.group}/${one.version}`) === version,
  );
  if (type === undefined) {
    throw new CliError(`couldn't find resource for "${version}, Resource=${first.resource}"`);
  }
  return { type, path };
}

/** Schemas in the document of the version; servers that have none describe everything in one. */
async function schemasOf({ session }: CommandContext, { group, version }: ServedResource): Promise<Schemas> {
  const client = await session.client();
  const below = group === '' ? `api/${version}` : `apis/${group}/${version}`;
  try {
    const { components } = await client.json<SchemaDocument>({ method: 'GET', path: `/openapi/v3/${below}` });
    return components?.schemas ?? {};
  } catch (error) {
    if (!isAnswer(error, 404)) throw error;
    return (await client.json<SchemaDocument>({ method: 'GET', path: '/openapi/v2' })).definitions ?? {};
  }
}
