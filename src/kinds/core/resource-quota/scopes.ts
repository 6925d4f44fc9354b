import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { type GoText, goList } from '../../../api/go-format/go-syntax.ts';
import type {
  CoreV1ResourceQuotaSpec,
  CoreV1ScopedResourceSelectorRequirement,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { asGo } from '../../shared/go-types/index.ts';
import { isStandardQuotaResource } from '../../shared/resources/names.ts';

const compute = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];
const ofPods: readonly string[] = ['pods', ...compute];

/** The resources that a quota of that scope can count: what has no requests cannot be measured by them. */
const resourcesByScope: ReadonlyMap<string, readonly string[]> = new Map([
  ['Terminating', ofPods],
  ['NotTerminating', ofPods],
  ['BestEffort', ['pods']],
  ['NotBestEffort', ofPods],
  ['PriorityClass', ofPods],
  ['CrossNamespacePodAffinity', ofPods],
]);

/** From 1.33 on claims can be counted by the class of their attributes. */
const laterScopes: readonly (readonly [string, readonly string[]])[] = [
  ['VolumeAttributesClass', ['persistentvolumeclaims', 'requests.storage']],
];

/** The scopes of a release, each with the resources that can be counted in it. */
export type QuotaScopes = ReadonlyMap<string, readonly string[]>;

export const quotaScopes = (gates: FeatureGates): QuotaScopes =>
  gates.isIn('1.33') ? new Map([...resourcesByScope, ...laterScopes]) : resourcesByScope;

/** No pod is in both. */
const opposites: readonly (readonly [string, string])[] = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

/** Text of scopes in messages. */
export const goScopes = (scopes: readonly string[] | undefined): GoText =>
  goList('core.ResourceQuotaScope', scopes);

export function validateScopes(
  spec: CoreV1ResourceQuotaSpec,
  path: FieldPath,
  known: QuotaScopes,
): FieldError[] {
  const { scopes = [] } = spec;
  const shown = goScopes(scopes);
  return [
    ...validateEach(scopes, (scope) => [
      ...(known.has(scope) ? [] : [invalid(path, shown, 'unsupported scope')]),
      ...validateEach(unfitResources(spec, known.get(scope)), () => [
        invalid(path, shown, 'unsupported scope applied to resource'),
      ]),
    ]),
    ...conflicts(scopes).map(() => invalid(path, shown, 'conflicting scopes')),
  ];
}

export function validateScopeSelector(
  spec: CoreV1ResourceQuotaSpec,
  path: FieldPath,
  known: QuotaScopes,
): FieldError[] {
  const requirements = spec.scopeSelector?.matchExpressions ?? [];
  const expressionsPath = path.child('matchExpressions');
  const names = requirements.map(({ scopeName }) => scopeName);
  return [
    ...validateEach(requirements, (requirement) =>
      validateRequirement(spec, requirement, { path: expressionsPath, scopes: known }),
    ),
    ...conflicts(names).map(() => invalid(expressionsPath, goScopes(spec.scopes), 'conflicting scopes')),
  ];
}

function unfitResources({ hard }: CoreV1ResourceQuotaSpec, fit: readonly string[] | undefined): string[] {
  if (fit === undefined) return [];
  return Object.keys(hard ?? {}).filter((name) => isStandardQuotaResource(name) && !fit.includes(name));
}

const conflicts = (scopes: readonly string[]) =>
  opposites.filter((pair) => pair.every((scope) => scopes.includes(scope)));

function validateRequirement(
  spec: CoreV1ResourceQuotaSpec,
  requirement: CoreV1ScopedResourceSelectorRequirement,
  { path, scopes }: { path: FieldPath; scopes: QuotaScopes },
): FieldError[] {
  const { scopeName } = requirement;
  const known = scopes.has(scopeName);
  return [
    ...(known ? [] : [invalid(path.child('scopeName'), scopeName, 'unsupported scope')]),
    ...unfitResources(spec, scopes.get(scopeName)).map(() =>
      invalid(path, asGo('ScopeSelector', spec.scopeSelector!), 'unsupported scope applied to resource'),
    ),
    ...validateOperator(requirement, path),
  ];
}

const onlyExists =
  "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

/** Only priority classes have values to choose from. */
function validateOperator(
  { scopeName, operator, values = [] }: CoreV1ScopedResourceSelectorRequirement,
  path: FieldPath,
): FieldError[] {
  const operatorPath = path.child('operator');
  const valuesPath = path.child('values');
  const valueless = resourcesByScope.has(scopeName) && scopeName !== 'PriorityClass';
  const errors = valueless && operator !== 'Exists' ? [invalid(operatorPath, operator, onlyExists)] : [];
  switch (operator) {
    case 'In':
    case 'NotIn': {
      const text = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      return values.length > 0 ? errors : [...errors, required(valuesPath, text)];
    }
    case 'Exists':
    case 'DoesNotExist': {
      const text = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      return values.length === 0 ? errors : [...errors, invalid(valuesPath, goList('string', values), text)];
    }
    default:
      return [...errors, invalid(operatorPath, operator, 'not a valid selector operator')];
  }
}
