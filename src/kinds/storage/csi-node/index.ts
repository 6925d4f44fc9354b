import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { StorageV1CSINode } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { reportTwice } from '../../shared/report-twice.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';
import { validateCsiNode, validateCsiNodeUpdate } from './validation.ts';

/** The CSI drivers on a node. */
export function csiNode({ dialect }: KindDependencies): KindRules<StorageV1CSINode> {
  return {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    kind: 'CSINode',
    validateName: nameIsDnsSubdomain,
    validateCreate: (node) => reportTwice(validateCsiNode(node)),
    validateUpdate: validateCsiNodeUpdate,
    requiresResourceVersion: true,
    deletion: { answersWithObject: true },
    table: {
      columns: [nameColumn, column('Drivers', 'integer', 'How many drivers run on the node.'), ageColumn],
      cells: ({ metadata, spec }, now) => [
        metadata.name ?? '',
        spec.drivers?.length ?? 0,
        ageCell(metadata, now),
      ],
    },
  };
}
