import type {
  AdmissionregistrationV1ParamKind,
  MetaV1LabelSelector,
  MetaV1ObjectMeta,
} from '../../../api/schema/types.gen.ts';
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
    const { namespace, name, selector } = paramRef;
    // Whether the parameters belong to a namespace cannot be told from here.
    if (name) return `${namespace || '*'}/${name}`;
    return selector === undefined ? unset : selectorText(selector);
  }),
];

/** A selector as it prints itself in Go. */
function selectorText({ matchLabels = {}, matchExpressions = [] }: MetaV1LabelSelector): string {
  const labels = Object.keys(matchLabels)
    .sort()
    .map((key) => `${key}: ${matchLabels[key]},`)
    .join('');
  const needs = matchExpressions
    .map(
      ({ key, operator, values = [] }) =>
        `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
    )
    .join('');
  const lists = `MatchLabels:map[string]string{${labels}},MatchExpressions:[]LabelSelectorRequirement{${needs}}`;
  return `&LabelSelector{${lists},}`;
}
