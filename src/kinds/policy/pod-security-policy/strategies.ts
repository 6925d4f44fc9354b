import { GoText, goList } from '../../../api/go-format/go-syntax.ts';
import type {
  PolicyV1beta1IDRange,
  PolicyV1beta1PodSecurityPolicySpec,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

type Spec = PolicyV1beta1PodSecurityPolicySpec;

/** Strategies for the users, groups and SELinux labels of pods. */
export function validateStrategies(spec: Spec, path: FieldPath): FieldError[] {
  const { runAsUser, seLinux, supplementalGroups, fsGroup } = spec;
  return [
    ...validateStrategy(runAsUser, ['MustRunAs', 'MustRunAsNonRoot', 'RunAsAny'], path.child('runAsUser')),
    ...validateRunAsGroup(spec.runAsGroup, path.child('runAsGroup')),
    ...validateStrategy(seLinux, ['MustRunAs', 'RunAsAny'], path.child('seLinux')),
    ...validateStrategy(supplementalGroups, groupRules, path.child('supplementalGroups')),
    ...validateStrategy(fsGroup, groupRules, path.child('fsGroup')),
  ];
}

const groupRules = ['MayRunAs', 'MustRunAs', 'RunAsAny'];

interface Strategy {
  rule?: string;
  ranges?: PolicyV1beta1IDRange[];
}

function validateStrategy(
  { rule = '', ranges }: Strategy,
  rules: readonly string[],
  path: FieldPath,
): FieldError[] {
  return [
    ...(rules.includes(rule) ? [] : [notSupported(path.child('rule'), rule, rules)]),
    ...validateRanges(ranges, path.child('ranges')),
  ];
}

/** Stricter than the other strategies, as it was added later. */
function validateRunAsGroup(strategy: Spec['runAsGroup'], path: FieldPath): FieldError[] {
  if (strategy === undefined) return [];
  const { rule, ranges = [] } = strategy;
  const rangesPath = path.child('ranges');
  switch (rule) {
    case 'RunAsAny':
      return ranges.length === 0 ? [] : [invalid(rangesPath, goRanges(ranges), 'Ranges must be empty')];
    case 'MustRunAs':
    case 'MayRunAs':
      return ranges.length === 0
        ? [invalid(rangesPath, goList('policy.IDRange', undefined), 'must provide at least one range')]
        : validateRanges(ranges, rangesPath);
    default:
      return [notSupported(path.child('rule'), rule, ['MustRunAs', 'RunAsAny', 'MayRunAs'])];
  }
}

/** Ranges as Go prints them in error messages: `[]policy.IDRange{policy.IDRange{Min:1, Max:2}}`. */
function goRanges(ranges: readonly PolicyV1beta1IDRange[]): GoText {
  const items = ranges.map(({ min, max }) => `policy.IDRange{Min:${min}, Max:${max}}`);
  return new GoText(`[]policy.IDRange{${items.join(', ')}}`);
}

function validateRanges(ranges: readonly PolicyV1beta1IDRange[] = [], path: FieldPath): FieldError[] {
  return validateEach(ranges, ({ min, max }, index) => {
    const [minPath, maxPath] = [path.index(index).child('min'), path.index(index).child('max')];
    return [
      ...(min < 0 ? [invalid(minPath, min, 'min cannot be negative')] : []),
      ...(max < 0 ? [invalid(maxPath, max, 'max cannot be negative')] : []),
      ...(min > max ? [invalid(minPath, min, 'min cannot be greater than max')] : []),
    ];
  });
}
