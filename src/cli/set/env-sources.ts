import type { JsonMap } from '../../api/json/json-values.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';

interface Source {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
}

/** The keys of the ConfigMap or Secret of `--from`, as variables. Rejects with CliError. */
export async function variablesFrom({ flags, session }: CommandContext): Promise<JsonMap[]> {
  const text = flags.text('from');
  if (text === '') return [];
  const [word = '', name = '', ...more] = text.split('/');
  if (name === '' || more.length > 0) {
    throw new CliError('--from must name a ConfigMap or a Secret: configmap/NAME, secret/NAME');
  }
  const type = await (await session.discovery()).resource(word);
  if (type.kind !== 'ConfigMap' && type.kind !== 'Secret') {
    throw new CliError(`unsupported resource specified in --from: ${type.resource}`);
  }
  const client = await session.client();
  const path = pathOf(type, await session.namespace(), name);
  const { data = {} } = await client.json<Source>({ method: 'GET', path });
  const wanted = flags.list('keys');
  const field = type.kind === 'ConfigMap' ? 'configMapKeyRef' : 'secretKeyRef';
  return Object.keys(data)
    .filter((key) => wanted.length === 0 || wanted.includes(key))
    .sort()
    .map((key) => ({
      name: flags.text('prefix') + variableName(key),
      valueFrom: { [field]: { name, key } },
    }));
}

/** `log.level` becomes `LOG_LEVEL`. */
const variableName = (key: string): string => key.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');
