import { groupVersionOf } from '../../client/api/discovery.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { fullName, type ServedApi, type ServedResource } from '../shared/discovery/served-api.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { Columns } from '../shared/output/columns.ts';

export const apiResources: Command = {
  usage: 'api-resources [flags]',
  examples: [
    '# List all types, with their verbs',
    'orchctl api-resources -o wide',
    '',
    '# List the cluster-scoped types of a group',
    'orchctl api-resources --api-group=apps --namespaced=false',
  ],
  flags: [
    { name: 'api-group', type: 'text', description: 'Limit to types of this API group' },
    { name: 'cached', type: 'boolean', description: 'Use the cached list of types, if there is one' },
    { name: 'categories', type: 'list', description: 'Limit to types of these categories' },
    {
      name: 'namespaced',
      type: 'boolean',
      default: 'true',
      description: 'Limit to namespaced types; false for cluster-scoped ones',
    },
    { name: 'no-headers', type: 'boolean', description: 'Omit column headers' },
    { name: 'output', short: 'o', type: 'text', description: 'Output format: wide, name' },
    { name: 'sort-by', type: 'text', description: 'Sort by name or kind' },
    { name: 'verbs', type: 'list', description: 'Limit to types with all of these verbs' },
  ],
  run,
};

async function run({ flags, words, session, host }: CommandContext): Promise<void> {
  const output = flags.text('output');
  if (words.length > 0) throw new UsageError(`unexpected arguments: [${words.join(' ')}]`);
  if (!['', 'wide', 'name'].includes(output)) throw new UsageError(`--output ${output} is not available`);
  const sortBy = flags.text('sort-by');
  if (!['', 'name', 'kind'].includes(sortBy)) {
    throw new UsageError('--sort-by accepts only name or kind');
  }
  const discovery = await session.discovery();
  const api = await (flags.boolean('cached') ? discovery.api() : discovery.refreshed());
  const listed = ordered(preferred(api).filter(filterOf({ flags })), sortBy);
  if (output === 'name') {
    await host.out.write(listed.map((one) => `${fullName(one)}\n`).join(''));
  } else {
    const rows = listed.map((one) => cellsOf(one, output === 'wide'));
    if (!flags.boolean('no-headers')) rows.unshift(headersOf(output === 'wide'));
    await host.out.write(new Columns().format(rows));
  }
  failForMissing(api);
}

function headersOf(wide: boolean): string[] {
  const headers = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND'];
  return wide ? [...headers, 'VERBS', 'CATEGORIES'] : headers;
}

function cellsOf(one: ServedResource, wide: boolean): string[] {
  const { resource, shortNames, namespaced, kind, verbs, categories } = one;
  const cells = [resource, shortNames.join(','), groupVersionOf(one), String(namespaced), kind];
  return wide ? [...cells, verbs.join(','), categories.join(',')] : cells;
}

/** One version of each type: the preferred one of its group, where that has the type. */
function preferred({ resources }: ServedApi): ServedResource[] {
  const chosen = new Map<string, ServedResource>();
  for (const one of resources) {
    const known = chosen.get(fullName(one));
    if (known === undefined || (one.isPreferred && !known.isPreferred)) chosen.set(fullName(one), one);
  }
  return [...chosen.values()];
}

function filterOf({ flags }: Pick<CommandContext, 'flags'>): (one: ServedResource) => boolean {
  const [group, verbs, categories] = [flags.text('api-group'), flags.list('verbs'), flags.list('categories')];
  return (one) =>
    one.verbs.length > 0 &&
    (!flags.has('api-group') || one.group === group) &&
    (!flags.has('namespaced') || one.namespaced === flags.boolean('namespaced')) &&
    verbs.every((verb) => one.verbs.includes(verb)) &&
    categories.every((category) => one.categories.includes(category));
}

function ordered(resources: readonly ServedResource[], sortBy: string): ServedResource[] {
  const keys = (one: ServedResource): string[] => {
    if (sortBy === 'name') return [one.resource, one.group];
    return sortBy === 'kind' ? [one.kind, one.group] : [one.group, one.resource];
  };
  const compare = (a: string[], b: string[]): number => {
    const at = a.findIndex((text, index) => text !== b[index]);
    return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
  };
  return resources.toSorted((a, b) => compare(keys(a), keys(b)));
}

function failForMissing({ failures }: ServedApi): void {
  const texts = Object.entries(failures).map(([name, text]) => `${name}: ${text}`);
  if (texts.length === 0) return;
  throw new CliError(`unable to retrieve the complete list of server APIs: ${texts.join(', ')}`);
}
