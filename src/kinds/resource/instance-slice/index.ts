import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1alpha2ResourceSlice } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateDriver } from '../../shared/devices/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { column, tableOf } from '../../shared/table.ts';
import { unchanged } from '../../shared/unchanged.ts';

type Slice = ResourceV1alpha2ResourceSlice;

const nodePath = FieldPath.of('nodeName');
const driverPath = FieldPath.of('driverName');

/** Resources that a driver offers on a node, as 1.30 has them. */
export function instanceSlice({ dialect }: KindDependencies): KindRules<Slice> {
  return {
    group: fillPlaceholders(dialect, 'resource.{api}'),
    kind: 'ResourceSlice',
    validateName: nameIsDnsSubdomain,
    validateCreate: validate,
    validateUpdate: (slice, old) => [
      ...validate(slice),
      ...unchanged(slice.nodeName ?? '', old.nodeName ?? '', nodePath),
      ...unchanged(slice.driverName, old.driverName, driverPath),
    ],
    selectableFields: {
      names: ['nodeName', 'driverName'],
      of: ({ nodeName = '', driverName }) => ({ nodeName, driverName }),
    },
    deletion: { answersWithObject: true },
    table: tableOf([
      column('Node', 'string', 'The node that can use them.', ({ nodeName }) => nodeName ?? ''),
      column('Driver', 'string', 'The driver that offers them.', ({ driverName }) => driverName),
    ]),
  };
}

const validate = ({ nodeName, driverName }: Slice): FieldError[] => [
  ...(nodeName ? invalidEach(nodePath, nodeName, dns1123Subdomain(nodeName)) : []),
  ...validateDriver(driverName, driverPath),
];
