import type {
  NetworkingV1IngressClass,
  NetworkingV1IngressClassParametersReference,
} from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<NetworkingV1IngressClass> = {
  columns: [
    nameColumn,
    column('Controller', 'string', 'Who takes care of ingresses of the class.'),
    column('Parameters', 'string', 'The object with more settings for the controller.'),
    ageColumn,
  ],
  cells: ({ metadata, spec }, now) => [
    metadata.name ?? '',
    spec.controller ?? '',
    spec.parameters === undefined ? '<none>' : referenceText(spec.parameters),
    ageCell(metadata, now),
  ],
};

/** `IngressParameters.example.com/external`. */
const referenceText = ({ apiGroup, kind, name }: NetworkingV1IngressClassParametersReference): string =>
  `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
