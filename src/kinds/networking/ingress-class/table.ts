import type {
  NetworkingV1IngressClass,
  NetworkingV1IngressClassParametersReference,
} from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<NetworkingV1IngressClass>([
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
