import type { CoreV1Service } from '../../api/schema/types.gen.ts';
import type { Command, CommandContext } from '../shared/command.ts';

export const clusterInfo: Command = {
  usage: 'cluster-info [flags]',
  examples: ['orchctl cluster-info'],
  flags: [],
  run,
};

async function run({ session, host }: CommandContext): Promise<void> {
  const { server, client } = await session.connection();
  const { service, prefix, label } = await session.dialect();
  const line = (what: string, url: string): void => host.out.line(`${what} is running at ${url}`, colored);
  const namespace = `${prefix}-system`;
  const { items } = await client.json<{ items: CoreV1Service[] }>({
    method: 'GET',
    path: `/api/v1/namespaces/${namespace}/services`,
    query: { labelSelector: `${label}/cluster-service=true` },
  });
  line(`${service[0]!.toUpperCase()}${service.slice(1)} control plane`, server);
  for (const item of items) {
    const name = item.metadata.labels?.[`${label}/name`] ?? item.metadata.name ?? '';
    line(name, `${server}${proxyPath(namespace, item)}`);
  }
  host.out.line("\nTo further debug and diagnose cluster problems, use 'orchctl cluster-info dump'.");
}

const colored = (line: string): string =>
  line.replace(/^(.*)( is running at )(.*)$/m, '\x1b[0;32m$1\x1b[0m$2\x1b[0;33m$3\x1b[0m');

/** `/api/v1/namespaces/ns/services/https:web:port/proxy` */
function proxyPath(namespace: string, { metadata, spec }: CoreV1Service): string {
  const [port] = spec?.ports ?? [];
  const isTls = port?.name === 'https' || Number(port?.port) === 443;
  const name = `${isTls ? 'https:' : ''}${metadata.name}${port?.name ? `:${port.name}` : isTls ? ':' : ''}`;
  return `/api/v1/namespaces/${namespace}/services/${name}/proxy`;
}
