import type { Command } from '../shared/command.ts';
import { UsageError } from '../shared/errors/cli-error.ts';

interface Groups {
  groups?: readonly { versions?: readonly { groupVersion: string }[] }[];
}

export const apiVersions: Command = {
  usage: 'api-versions',
  examples: ['orchctl api-versions'],
  flags: [],
  async run({ words, session, host }) {
    if (words.length > 0) throw new UsageError(`unexpected arguments: [${words.join(' ')}]`);
    const client = await session.client();
    const [core, { groups = [] }] = await Promise.all([
      client.json<{ versions?: readonly string[] }>({ method: 'GET', path: '/api' }),
      client.json<Groups>({ method: 'GET', path: '/apis' }),
    ]);
    const named = groups.flatMap(({ versions = [] }) => versions.map(({ groupVersion }) => groupVersion));
    const all = [...(core.versions ?? []), ...named].sort();
    await host.out.write(all.map((version) => `${version}\n`).join(''));
  },
};
