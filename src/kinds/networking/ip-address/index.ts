import type { NetworkingV1IPAddress, NetworkingV1ParentReference } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { ageColumn, column, exactTable, nameColumn } from '../../shared/table.ts';
import { addressNameProblems, validateIpAddress, validateIpAddressUpdate } from './validation.ts';

const table = exactTable<NetworkingV1IPAddress>([
  nameColumn,
  column('ParentRef', 'string', 'The object that has the address.', ({ spec }) =>
    parentText(spec?.parentRef),
  ),
]);

/** Keeps an address of Services for one object: its name is the address. */
export function ipAddress({ dialect }: KindDependencies): KindRules<NetworkingV1IPAddress> {
  return {
    group: `networking.${dialect.api}`,
    kind: 'IPAddress',
    validateName: addressNameProblems,
    validateCreate: validateIpAddress,
    validateUpdate: validateIpAddressUpdate,
    table: {
      columns: table.columns,
      // A row has an age, though no column does.
      cells: (address, now) => [...table.cells(address, now), ageColumn.cell(address, now)],
    },
  };
}

/** `services/shop/web`, `things.example.com/a`. */
function parentText(parent: NetworkingV1ParentReference | undefined): string {
  if (parent === undefined) return '<none>';
  const { group, resource = '', namespace, name = '' } = parent;
  const type = (group ? `${resource}.${group}` : resource).toLowerCase();
  return [type, ...(namespace ? [namespace] : []), name].join('/');
}
