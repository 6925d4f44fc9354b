import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  NetworkingV1IngressClass,
  NetworkingV1IngressClassParametersReference,
} from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { markedNameColumn } from '../../shared/default-mark.ts';
import { column, nameColumn, tableOf } from '../../shared/table.ts';

/** The release from which on the class by default is marked. */
const markedSince = '1.36';

export const ingressClassTable = (
  dialect: Dialect,
  gates: FeatureGates,
): TableRules<NetworkingV1IngressClass> =>
  tableOf([
    gates.isIn(markedSince)
      ? markedNameColumn(dialect, ['ingressclass.{label}/is-default-class'])
      : nameColumn,
    column(
      'Controller',
      'string',
      'Who takes care of ingresses of the class.',
      ({ spec }) => spec.controller ?? '',
    ),
    column('Parameters', 'string', 'The object with more settings for the controller.', ({ spec }) =>
      spec.parameters === undefined ? '<none>' : referenceText(spec.parameters),
    ),
  ]);

/** `IngressParameters.example.com/external`. */
const referenceText = ({ apiGroup, kind, name }: NetworkingV1IngressClassParametersReference): string =>
  `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
