import { basename } from 'node:path';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { pluginPrefix, plugins } from '../shared/plugins/find-plugins.ts';

export const pluginList: Command = {
  usage: 'plugin list [flags]',
  details: 'Their names begin with orchctl-.',
  flags: [{ name: 'name-only', type: 'boolean', description: 'Print names without directories' }],
  run,
};

async function run({ flags, host, session }: CommandContext): Promise<void> {
  const found = plugins(host);
  if (found.length === 0) throw new CliError('unable to find any orchctl plugins in your PATH');
  const table = await session.tools.commandTable();
  host.out.line('The following compatible plugins are available:\n');
  const seen = new Map<string, string>();
  let warnings = 0;
  const warn = (text: string): void => {
    warnings++;
    host.err.line(`  - warning: ${text}`);
  };
  for (const { path, name, isExecutable } of found) {
    host.out.line(flags.boolean('name-only') ? basename(path) : path);
    if (!isExecutable) warn(`${path} identified as a orchctl plugin, but it is not executable`);
    const words = name.slice(pluginPrefix.length).replaceAll('-', ' ').replaceAll('_', '-');
    if (table.some((entry) => entry.name === words || words.startsWith(`${entry.name} `))) {
      warn(`${name} overwrites existing command: "orchctl ${words}"`);
    }
    const earlier = seen.get(name);
    if (earlier !== undefined) warn(`${path} is overshadowed by a similarly named plugin: ${earlier}`);
    else seen.set(name, path);
  }
  if (warnings > 0) {
    throw new CliError(
      warnings === 1 ? 'one plugin warning was found' : `${warnings} plugin warnings were found`,
    );
  }
}
