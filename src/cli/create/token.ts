import { StatusError } from '../../api/meta/status.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { objectPrinter } from '../shared/output/object-printer.ts';
import { outputFlags, outputFormat } from '../shared/output/output-format.ts';
import type { PrintedObject } from '../shared/output/printed-object.ts';

export const createToken: Command = {
  usage: 'create token SERVICE_ACCOUNT_NAME [flags]',
  examples: [
    'orchctl create token builder',
    '',
    '# Request a token for ten minutes and an audience, bound to a pod',
    'orchctl create token builder --duration=10m --audience=https://vault --bound-object-kind=Pod --bound-object-name=web',
  ],
  flags: [
    ...outputFlags,
    { name: 'audience', type: 'texts', description: 'Audience of the token; may be repeated' },
    {
      name: 'duration',
      type: 'duration',
      description: 'Requested lifetime of the token; the server may choose another',
    },
    {
      name: 'bound-object-kind',
      type: 'text',
      description: 'Kind of the object to bind the token to: Pod, Secret, Node',
    },
    { name: 'bound-object-name', type: 'text', description: 'Name of the object to bind the token to' },
    {
      name: 'bound-object-uid',
      type: 'text',
      description: 'UID of the object to bind the token to; by default that of the named object',
    },
  ],
  run,
};

/** Groups of kinds that a token may be bound to are all the core group. */
const boundKinds = ['Node', 'Pod', 'Secret'];

interface TokenRequest extends PrintedObject {
  status?: { token?: string };
}

async function run({ flags, words, session, host }: CommandContext): Promise<void> {
  const [name, ...more] = words;
  if (name === undefined || more.length > 0) {
    throw new UsageError(`exactly one NAME is required, got ${words.length}`);
  }
  const format = outputFormat(flags);
  const duration = flags.duration('duration');
  if (flags.has('duration') && duration <= 0)
    throw new CliError('--duration must be greater than or equal to 0');
  if (duration % 1_000 !== 0) throw new CliError('--duration cannot be expressed in units less than seconds');
  const { api } = await session.dialect();
  const client = await session.client();
  const serviceAccounts = { group: '', version: 'v1', resource: 'serviceaccounts' };
  const audiences = flags.texts('audience');
  const boundObjectRef = boundObject(
    flags.text('bound-object-kind'),
    flags.text('bound-object-name'),
    flags.text('bound-object-uid'),
  );
  const asked = client.json<TokenRequest>({
    method: 'POST',
    path: pathOf(serviceAccounts, await session.namespace(), name, 'token'),
    body: {
      apiVersion: `authentication.${api}/v1`,
      kind: 'TokenRequest',
      spec: {
        ...(audiences.length > 0 ? { audiences } : {}),
        ...(duration > 0 ? { expirationSeconds: duration / 1_000 } : {}),
        ...(boundObjectRef === undefined ? {} : { boundObjectRef }),
      },
    },
  });
  const request = await asked.catch((error: Error) => {
    if (!(error instanceof StatusError) || error.code === 401) throw error;
    throw new CliError(`failed to create token: ${error.message}`, 1, { cause: error });
  });
  if (format.form !== '') {
    const print = await objectPrinter(format, { showManagedFields: false, allowMissingKeys: true });
    await host.out.write(print(request));
    return;
  }
  const token = request.status?.token ?? '';
  if (token === '') throw new CliError('failed to create token: no token in server response');
  // A script takes it as it is.
  await host.out.write(host.out.isTerminal ? `${token}\n` : token);
}

function boundObject(kind: string, name: string, uid: string): object | undefined {
  if (kind === '') {
    if (name !== '')
      throw new CliError('--bound-object-name can only be set if --bound-object-kind is provided');
    if (uid !== '')
      throw new CliError('--bound-object-uid can only be set if --bound-object-kind is provided');
    return undefined;
  }
  if (!boundKinds.includes(kind)) {
    throw new CliError(`supported --bound-object-kind values are ${boundKinds.join(', ')}`);
  }
  if (name === '') throw new CliError('--bound-object-name is required if --bound-object-kind is provided');
  return { kind, apiVersion: 'v1', name, ...(uid === '' ? {} : { uid }) };
}
