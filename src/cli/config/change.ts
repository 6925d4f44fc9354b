import { setProperty, unsetProperty } from '../../client/config/edit/properties.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { change } from './files.ts';

export const useContext: Command = {
  usage: 'config use-context CONTEXT_NAME [flags]',
  examples: ['orchctl config use-context staging'],
  flags: [],
  run: async (context) => {
    const [name] = wordsOf(context, 1);
    change(context, (config) => {
      if (config.entry('contexts', name!) === undefined) {
        throw new CliError(`no context exists with the name: "${name}"`);
      }
      config.currentContext = name!;
    });
    context.host.out.line(`Switched to context "${name}".`);
  },
};

export const set: Command = {
  usage: 'config set PROPERTY_NAME PROPERTY_VALUE [flags]',
  details:
    'PROPERTY_NAME is a dotted path: clusters.NAME.server, users.NAME.token, contexts.NAME.namespace, current-context. Values of data fields, such as certificate-authority-data, are base64 unless --set-raw-bytes is given.',
  examples: [
    'orchctl config set clusters.staging.server https://10.0.0.1:6443',
    '',
    'orchctl config set users.me.client-key-data "$(cat me.key)" --set-raw-bytes',
  ],
  flags: [
    {
      name: 'set-raw-bytes',
      type: 'boolean',
      description: 'Take PROPERTY_VALUE as raw bytes, not as base64',
    },
  ],
  run: async (context) => {
    const [property, value] = wordsOf(context, 2);
    const isRaw = context.flags.boolean('set-raw-bytes');
    change(context, (config) => setProperty(config, property!, value!, isRaw));
    context.host.out.line(`Property "${property}" set.`);
  },
};

export const unset: Command = {
  usage: 'config unset PROPERTY_NAME [flags]',
  details: 'Removes a value or a whole entry. For PROPERTY_NAME see "orchctl config set".',
  examples: ['orchctl config unset users.me.token', '', 'orchctl config unset contexts.old'],
  flags: [],
  run: async (context) => {
    const [property] = wordsOf(context, 1);
    change(context, (config) => unsetProperty(config, property!));
    context.host.out.line(`Property "${property}" unset.`);
  },
};

export const renameContext: Command = {
  usage: 'config rename-context CONTEXT_NAME NEW_NAME [flags]',
  flags: [],
  run: async (context) => {
    const [from = '', to = ''] = wordsOf(context, 2);
    change(context, (config) => {
      const problem = `cannot rename the context "${from}", `;
      if (config.entry('contexts', from) === undefined) {
        throw new CliError(`${problem}it's not in ${config.destination}`);
      }
      if (config.entry('contexts', to) !== undefined) {
        throw new CliError(`${problem}the context "${to}" already exists in ${config.destination}`);
      }
      const isCurrent = config.currentContext === from;
      config.rename('contexts', from, to);
      if (isCurrent) config.currentContext = to;
    });
    context.host.out.line(`Context "${from}" renamed to "${to}".`);
  },
};

export const deleteCluster = deletion('cluster', 'clusters');
export const deleteContext = deletion('context', 'contexts');
export const deleteUser = deletion('user', 'users');

function deletion(noun: string, kind: 'clusters' | 'contexts' | 'users'): Command {
  return {
    usage: `config delete-${noun} NAME [flags]`,
    flags: [],
    run: async (context) => {
      const [name] = wordsOf(context, 1);
      const { file, wasCurrent } = change(context, (config) => {
        if (!config.remove(kind, name!)) {
          throw new CliError(`cannot delete ${noun} ${name}, not in ${config.destination}`);
        }
        return {
          file: config.destination,
          wasCurrent: kind === 'contexts' && config.currentContext === name,
        };
      });
      if (wasCurrent) {
        context.host.err.line(
          'warning: this removed your active context, use "orchctl config use-context" to select a different one',
        );
      }
      context.host.out.line(`deleted ${noun} ${name} from ${file}`);
    },
  };
}

/** Throws UsageError for more or fewer. */
export function wordsOf({ words }: CommandContext, count: number): readonly string[] {
  if (words.length !== count) throw new UsageError(`Unexpected args: [${words.join(' ')}]`);
  return words;
}
