import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1alpha3PodSchedulingContext } from '../../../api/schema/types.gen.ts';
import { duplicate, type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain, nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import type { AnyKindRules, KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateSet } from '../../shared/devices/lists.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { column, tableOf } from '../../shared/table.ts';

type Context = ResourceV1alpha3PodSchedulingContext;

const specPath = FieldPath.of('spec');
const maxNodes = 128;

/** The place at which the scheduler and the drivers agree on a node for a pod; in its first release it is called PodScheduling. */
export function podSchedulingContexts({ dialect }: KindDependencies): AnyKindRules[] {
  const rules: Omit<KindRules<Context>, 'kind'> = {
    group: fillPlaceholders(dialect, 'resource.{api}'),
    validateName: nameIsDnsSubdomain,
    prepareForCreate(context) {
      context.status = {};
    },
    validateCreate: validate,
    prepareForUpdate(context, old) {
      context.status = old.status;
    },
    validateUpdate: validate,
    status: { ...statusStrategy, validateUpdate: validateStatus },
    deletion: { answersWithObject: true },
    table: tableOf([
      column(
        'SelectedNode',
        'string',
        'The node that the scheduler would like.',
        ({ spec }) => spec.selectedNode ?? '',
      ),
    ]),
  };
  return ['PodScheduling', 'PodSchedulingContext'].map((kind) => ({ ...rules, kind }));
}

const validate = ({ spec }: Context): FieldError[] => [
  ...(spec.selectedNode
    ? invalidEach(specPath.child('selectedNode'), spec.selectedNode, dns1123Subdomain(spec.selectedNode))
    : []),
  ...validateNodes(spec.potentialNodes, specPath.child('potentialNodes')),
];

const validateNodes = (nodes: readonly string[] | undefined, path: FieldPath): FieldError[] =>
  validateSet(
    nodes,
    maxNodes,
    path,
    (name, own) => invalidEach(own, name, dns1123Subdomain(name)),
    (name) => name,
  );

function validateStatus({ status: { resourceClaims = [] } }: Context): FieldError[] {
  const path = FieldPath.of('status', 'resourceClaims');
  const isRepeated = repetitions(resourceClaims.map(({ name }) => name));
  return resourceClaims.flatMap(({ name = '', unsuitableNodes }, index) => {
    const own = path.index(index);
    return [
      ...(isRepeated(index) ? [duplicate(own.child('name'), name)] : []),
      ...invalidEach(own.child('name'), name, dns1123Label(name)),
      ...validateNodes(unsuitableNodes, own.child('unsuitableNodes')),
    ];
  });
}
