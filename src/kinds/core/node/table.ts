import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Node, CoreV1NodeSystemInfo } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageColumn, type Column, column, tableOf, wideColumn } from '../../shared/table.ts';

/** `showsArchitecture`: the kernel stands with what it runs on. */
export function nodeTable(dialect: Dialect, showsArchitecture: boolean): TableRules<CoreV1Node> {
  return tableOf<CoreV1Node>([
    column('Status', 'string', 'Whether it is ready for pods.', statusText),
    column('Roles', 'string', 'What it is for, as its labels say.', (node) => rolesText(node, dialect)),
    ageColumn,
    column('Version', 'string', 'Version of the node agent.', ({ status }) => status.nodeInfo.kubeletVersion),
    addressColumn('Internal-IP', 'Address within the cluster.', 'InternalIP'),
    addressColumn('External-IP', 'Address from outside.', 'ExternalIP'),
    infoColumn('OS-Image', 'Operating system, as the node names it.', 'osImage'),
    wideColumn('Kernel-Version', 'string', 'Version of the kernel.', (node) =>
      kernelText(node, showsArchitecture),
    ),
    infoColumn('Container-Runtime', 'What runs the containers, and its version.', 'containerRuntimeVersion'),
  ]);
}

/** `Ready`, `NotReady,SchedulingDisabled`; a node of which nothing was heard is `Unknown`. */
function statusText({ spec, status }: CoreV1Node): string {
  const ready = status.conditions?.findLast(({ type }) => type === 'Ready');
  const text = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec.unschedulable ? `${text},SchedulingDisabled` : text;
}

function rolesText({ metadata: { labels = {} } }: CoreV1Node, { label }: Dialect): string {
  const prefix = `node-role.${label}/`;
  const roles = Object.entries(labels).map(([key, value]) =>
    key.startsWith(prefix) ? key.slice(prefix.length) : key === `${label}/role` ? value : '',
  );
  return [...new Set(roles)].filter(Boolean).sort().join(',') || '<none>';
}

const addressColumn = (name: string, description: string, wanted: string): Column<CoreV1Node> =>
  wideColumn(
    name,
    'string',
    description,
    ({ status }) => status.addresses?.find(({ type }) => type === wanted)?.address ?? '<none>',
  );

const infoColumn = (
  name: string,
  description: string,
  field: Exclude<keyof CoreV1NodeSystemInfo, 'swap'>,
): Column<CoreV1Node> =>
  wideColumn(name, 'string', description, ({ status }) => status.nodeInfo[field] || '<unknown>');

/** `6.1 (amd64)` */
function kernelText({ status: { nodeInfo } }: CoreV1Node, showsArchitecture: boolean): string {
  const { kernelVersion, architecture } = nodeInfo;
  if (!kernelVersion) return '<unknown>';
  return showsArchitecture && architecture ? `${kernelVersion} (${architecture})` : kernelVersion;
}
