import type { CommandContext } from '../command.ts';
import { CliError } from '../errors/cli-error.ts';
import { filesOf } from '../manifests/file-flags.ts';
import { printAnswer } from './print-answer.ts';

/** Sends the only file of `-f`, where there is one, to the path of `--raw`, and prints the answer. */
export async function sendRaw(
  { flags, session, host }: CommandContext,
  method: 'DELETE' | 'POST' | 'PUT',
): Promise<void> {
  const path = flags.text('raw');
  const files = filesOf(flags);
  const [name, ...more] = files.names;
  if (name === undefined && method !== 'DELETE') throw new CliError('must specify one of -f and -k');
  if (more.length > 0 || files.kustomize !== '' || /^https?:/.test(name ?? '')) {
    throw new CliError('--raw can only use a single local file or stdin');
  }
  const excluded = ['edit', 'output', 'selector', 'recursive'].filter(
    (flag) => flags.defines(flag) && flags.has(flag),
  );
  if (excluded.length > 0) throw new CliError(`--raw and --${excluded[0]} are mutually exclusive`);
  if (!path.startsWith('/')) throw new CliError(`--raw must be a path that begins with /: ${path}`);
  const body = name === undefined ? {} : { body: await contentOf(name, session) };
  await printAnswer({ session, host }, { method, path, ...body });
}

async function contentOf(file: string, session: CommandContext['session']): Promise<unknown> {
  const [{ readFiles }, { parseYaml }] = await Promise.all([
    import('../manifests/read-files.ts'),
    import('../../../api/codec/yaml.ts'),
  ]);
  for await (const { text, source } of readFiles({ names: [file], recursive: false }, session.stdin)) {
    try {
      return parseYaml(text);
    } catch (error) {
      throw new CliError(`error parsing ${source}: ${(error as Error).message}`, 1, { cause: error });
    }
  }
  return undefined;
}
