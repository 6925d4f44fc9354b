import { isReleasedBy } from '../api/meta/release.ts';
import type { Flag, FlagValues } from '../util/flags.ts';
import { AdmissionChain, type NamedPlugin, type ObserveAdmission, type ObserveStep } from './chain.ts';
import { readAdmissionConfiguration } from './configuration.ts';
import type { PluginDependencies, PluginDescriptor } from './descriptor.ts';
import { admissionPlugins } from './plugins/index.ts';

const enable = 'enable-admission-plugins';
const disable = 'disable-admission-plugins';
const exact = 'admission-control';
const configurationFile = 'admission-control-config-file';

const namesOf = (plugins: readonly { name: string }[]): string => plugins.map(({ name }) => name).join(', ');

/** `ResourceQuota, PodSecurity from 1.23` */
function defaultsText(): string {
  const texts = admissionPlugins.flatMap(({ name, since, onByDefault }) => {
    if (since !== undefined && onByDefault === true) return [`${name} from ${since}`];
    if (typeof onByDefault === 'object') return [`${name} from ${onByDefault.since}`];
    return onByDefault ? [name] : [];
  });
  return texts.join(', ');
}

export const admissionFlags: readonly Flag[] = [
  {
    name: enable,
    type: 'list',
    value: 'plugins',
    description:
      'plugins that are on beside those that are on by default ' +
      `(${defaultsText()}); of ${namesOf(admissionPlugins)}. ` +
      'The order of the names means nothing',
  },
  {
    name: disable,
    type: 'list',
    value: 'plugins',
    description: 'plugins that are off although on by default',
  },
  {
    name: exact,
    type: 'list',
    value: 'plugins',
    description: `the plugins that are on, and no others; ${enable} and ${disable} say the same better`,
  },
  { name: configurationFile, type: 'text', value: 'file', description: 'configuration of the plugins' },
  ...admissionPlugins.flatMap(({ flags }) => flags),
];

export interface AdmissionChainDependencies {
  /** Plugins that no flag switches, before all others. */
  always: readonly NamedPlugin[];
  observe: ObserveAdmission;
  observeStep: ObserveStep;
  /** Milliseconds. */
  now: () => number;
}

/** The plugins that the flags ask for, behind those that are always there, as one chain. Rejects with a start-up error. */
export async function createAdmissionChain(
  flags: FlagValues,
  dependencies: Omit<PluginDependencies, 'configuration' | 'flags'>,
  { always, observe, observeStep, now }: AdmissionChainDependencies,
): Promise<AdmissionChain> {
  const configurations = await readAdmissionConfiguration(
    flags.text(configurationFile),
    dependencies.dialect,
  );
  const made: NamedPlugin[] = [...always];
  for (const { name, create } of chosenPlugins(flags, dependencies.gates.implemented)) {
    const plugin = await create({ ...dependencies, flags, configuration: configurations.get(name) }).catch(
      (error: Error) => {
        throw new Error(`couldn't init admission plugin "${name}": ${error.message}`, { cause: error });
      },
    );
    made.push({ name, plugin });
  }
  return new AdmissionChain(made, observe, observeStep, now);
}

/** The plugins that the flags ask for. Throws a start-up error for names that the release does not know. */
export function chosenPlugins(flags: FlagValues, release: string): PluginDescriptor[] {
  const known = admissionPlugins.filter(
    ({ since, until }) =>
      (since === undefined || isReleasedBy(since, release)) &&
      (until === undefined || !isReleasedBy(until, release)),
  );
  return known.filter(chosen(flags, known, release));
}

function chosen(
  flags: FlagValues,
  plugins: readonly PluginDescriptor[],
  release: string,
): (plugin: PluginDescriptor) => boolean {
  const on = new Set(flags.list(enable));
  const off = new Set(flags.list(disable));
  const only = new Set(flags.list(exact));
  const known = new Set(plugins.map(({ name }) => name));
  for (const [flag, names] of [
    [enable, on],
    [disable, off],
    [exact, only],
  ] as const) {
    const unknown = [...names].find((name) => !known.has(name));
    if (unknown !== undefined) throw new Error(`${flag} plugin "${unknown}" is unknown`);
  }
  const both = [...on].filter((name) => off.has(name));
  if (both.length > 0) throw new Error(`[${both.join(' ')}] in ${enable} and ${disable} overlapped`);
  if (only.size > 0) {
    if (on.size + off.size === 0) return ({ name }) => only.has(name);
    throw new Error(`${exact} and ${enable}/${disable} flags are mutually exclusive`);
  }
  return (plugin) => !off.has(plugin.name) && (on.has(plugin.name) || isDefault(plugin, release));
}

function isDefault({ onByDefault }: PluginDescriptor, release: string): boolean {
  return typeof onByDefault === 'object' ? isReleasedBy(onByDefault.since, release) : onByDefault;
}
