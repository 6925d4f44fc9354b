import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';

/** Version in the form of the server's /version. */
interface VersionInfo {
  major: string;
  minor: string;
  gitVersion: string;
  [field: string]: unknown;
}

interface Versions {
  clientVersion: VersionInfo;
  serverVersion?: VersionInfo;
}

/** Minor versions by which client and server may differ. */
const maxSkew = 1;

export const version: Command = {
  usage: 'version [--client] [-o yaml|json] [flags]',
  examples: [
    '# Print both versions',
    'orchctl version',
    '',
    '# Print the client version only',
    'orchctl version --client',
  ],
  flags: [
    { name: 'client', type: 'boolean', description: 'Do not contact the server' },
    { name: 'output', short: 'o', type: 'text', description: 'Output format: yaml, json' },
    {
      name: 'short',
      type: 'boolean',
      hidden: true,
      description: 'Print only the version numbers',
      deprecated: 'and will be removed in the future. The default output is the same.',
    },
  ],
  run,
};

async function run({ flags, words, session, host }: CommandContext): Promise<void> {
  const output = flags.text('output');
  if (words.length > 0) throw new UsageError(`extra arguments: [${words.join(' ')}]`);
  if (!['', 'yaml', 'json'].includes(output)) throw new UsageError("--output must be 'yaml' or 'json'");
  const clientVersion = session.tools.build() as VersionInfo;
  const { serverVersion, error } = flags.boolean('client') ? {} : await askServer(session);
  const versions: Versions = { clientVersion, ...(serverVersion === undefined ? {} : { serverVersion }) };
  await host.out.write(await textOf(versions, output));
  if (error !== undefined) throw error;
  warnOfSkew(versions, host);
}

async function askServer(
  session: CommandContext['session'],
): Promise<{ serverVersion?: VersionInfo; error?: unknown }> {
  try {
    const client = await session.client();
    return { serverVersion: await client.json<VersionInfo>({ method: 'GET', path: '/version' }) };
  } catch (error) {
    // The version of this program is printed all the same.
    return { error };
  }
}

async function textOf(versions: Versions, output: string): Promise<string> {
  if (output === 'json') return `${JSON.stringify(versions, undefined, 2)}\n`;
  if (output === 'yaml') return (await import('../../api/codec/yaml-writer.ts')).writeYaml(versions);
  const { clientVersion, serverVersion } = versions;
  const ofServer = serverVersion === undefined ? '' : `Server Version: ${serverVersion.gitVersion}\n`;
  return `Client Version: ${clientVersion.gitVersion}\n${ofServer}`;
}

function warnOfSkew({ clientVersion, serverVersion }: Versions, host: CommandContext['host']): void {
  if (serverVersion === undefined) return;
  const [own, other] = [clientVersion, serverVersion].map(({ major, minor }) => ({
    name: `${major}.${Number.parseInt(minor, 10)}`,
    major: Number.parseInt(major, 10),
    minor: Number.parseInt(minor, 10),
  }));
  if (own === undefined || other === undefined || [own.minor, other.minor].some(Number.isNaN)) {
    throw new CliError(`the server's version is none: ${serverVersion.gitVersion}`);
  }
  if (own.major === other.major && Math.abs(own.minor - other.minor) <= maxSkew) return;
  host.err.line(
    `WARNING: version difference between client (${own.name}) and server (${other.name}) exceeds the supported minor version skew of +/-${maxSkew}`,
  );
}
