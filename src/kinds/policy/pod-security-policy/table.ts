import type { PolicyV1beta1PodSecurityPolicy } from '../../../api/schema/types.gen.ts';
import { column, exactTable, nameColumn } from '../../shared/table.ts';

/** Has no Age column, for compatibility. */
export const table = exactTable<PolicyV1beta1PodSecurityPolicy>([
  nameColumn,
  column('Priv', 'string', 'Whether containers may be privileged.', ({ spec }) =>
    String(spec.privileged ?? false),
  ),
  column('Caps', 'string', 'Capabilities that containers may add.', ({ spec }) =>
    (spec.allowedCapabilities ?? []).join(','),
  ),
  column('SELinux', 'string', 'Rule for SELinux labels.', ({ spec }) => spec.seLinux.rule),
  column('RunAsUser', 'string', 'Rule for users.', ({ spec }) => spec.runAsUser.rule),
  column('FsGroup', 'string', 'Rule for the group of volumes.', ({ spec }) => spec.fsGroup.rule ?? ''),
  column('SupGroup', 'string', 'Rule for further groups.', ({ spec }) => spec.supplementalGroups.rule ?? ''),
  column(
    'ReadOnlyRootFs',
    'string',
    'Whether file systems of containers must be read-only.',
    ({ spec }) => spec.readOnlyRootFilesystem ?? false,
  ),
  column('Volumes', 'string', 'Types of volumes that pods may use.', ({ spec }) =>
    (spec.volumes ?? []).join(','),
  ),
]);
