import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Node } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn, wideColumn } from '../../shared/table.ts';

export function nodeTable(dialect: Dialect): TableRules<CoreV1Node> {
  return {
    columns: [
      nameColumn,
      column('Status', 'string', 'Whether it is ready for pods.'),
      column('Roles', 'string', 'What it is for, as its labels say.'),
      ageColumn,
      column('Version', 'string', 'Version of the node agent.'),
      wideColumn('Internal-IP', 'string', 'Address within the cluster.'),
      wideColumn('External-IP', 'string', 'Address from outside.'),
      wideColumn('OS-Image', 'string', 'Operating system, as the node names it.'),
      wideColumn('Kernel-Version', 'string', 'Version of the kernel.'),
      wideColumn('Container-Runtime', 'string', 'What runs the containers, and its version.'),
    ],
    cells: (node, now) => {
      const { nodeInfo } = node.status;
      return [
        node.metadata.name ?? '',
        statusText(node),
        rolesText(node, dialect),
        ageCell(node.metadata, now),
        nodeInfo.kubeletVersion,
        addressOf(node, 'InternalIP'),
        addressOf(node, 'ExternalIP'),
        ...[nodeInfo.osImage, nodeInfo.kernelVersion, nodeInfo.containerRuntimeVersion].map(
          (text) => text || '<unknown>',
        ),
      ];
    },
  };
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

function addressOf({ status: { addresses = [] } }: CoreV1Node, wanted: string): string {
  return addresses.find(({ type }) => type === wanted)?.address ?? '<none>';
}
