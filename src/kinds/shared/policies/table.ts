import type { AdmissionregistrationV1ParamKind, MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import { type Column, column } from '../table.ts';
import type { BindingSpec } from './binding.ts';

const unset = '<unset>';

interface OfPolicy {
  metadata: MetaV1ObjectMeta;
  spec: { paramKind?: AdmissionregistrationV1ParamKind };
}

export const paramKindColumn: Column<OfPolicy> = column(
  'ParamKind',
  'string',
  'Kind of the objects that are its parameters.',
  ({ spec: { paramKind } }) =>
    paramKind === undefined ? unset : `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}`,
);

interface OfBinding {
  metadata: MetaV1ObjectMeta;
  spec: BindingSpec;
}

/** `default/limits` for parameters of one namespace. */
export const bindingColumns: readonly Column<OfBinding>[] = [
  column(
    'PolicyName',
    'string',
    'The policy that it puts into effect.',
    ({ spec: { policyName = '' } }) => policyName,
  ),
  column('ParamRef', 'string', 'The object with its parameters.', ({ spec: { paramRef } }) => {
    if (paramRef === undefined) return unset;
    const { namespace, name = '' } = paramRef;
    return namespace ? `${namespace}/${name}` : name;
  }),
];
