import type { PolicyV1beta1PodSecurityPolicy } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { column, nameColumn } from '../../shared/table.ts';

/** Has no Age column, for compatibility. */
export const table: TableRules<PolicyV1beta1PodSecurityPolicy> = {
  columns: [
    nameColumn,
    column('Priv', 'string', 'Whether containers may be privileged.'),
    column('Caps', 'string', 'Capabilities that containers may add.'),
    column('SELinux', 'string', 'Rule for SELinux labels.'),
    column('RunAsUser', 'string', 'Rule for users.'),
    column('FsGroup', 'string', 'Rule for the group of volumes.'),
    column('SupGroup', 'string', 'Rule for further groups.'),
    column('ReadOnlyRootFs', 'string', 'Whether file systems of containers must be read-only.'),
    column('Volumes', 'string', 'Types of volumes that pods may use.'),
  ],
  cells: ({ metadata, spec }) => [
    metadata.name ?? '',
    String(spec.privileged ?? false),
    (spec.allowedCapabilities ?? []).join(','),
    spec.seLinux.rule,
    spec.runAsUser.rule,
    spec.fsGroup.rule ?? '',
    spec.supplementalGroups.rule ?? '',
    spec.readOnlyRootFilesystem ?? false,
    (spec.volumes ?? []).join(','),
  ],
};
