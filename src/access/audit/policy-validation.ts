import {
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../api/validation/names.ts';
import { type GroupResources, levels, type PolicyDocument, type PolicyRule, stages } from './policy.ts';

/** The errors of a policy, in the words that operators know. `takesAnyGroup`: `*` is a group. */
export function validatePolicy({ rules, omitStages }: PolicyDocument, takesAnyGroup = false): FieldError[] {
  return [
    ...validateStages(omitStages, FieldPath.of('omitStages')),
    ...rules.flatMap((rule, index) => validateRule(rule, FieldPath.of('rules').index(index), takesAnyGroup)),
  ];
}

function validateRule(rule: PolicyRule, path: FieldPath, takesAnyGroup: boolean): FieldError[] {
  const { nonResourceURLs, resources, namespaces } = rule;
  const errors = [
    ...validateLevel(rule.level, path.child('level')),
    ...validatePaths(nonResourceURLs, path.child('nonResourceURLs')),
    ...resources.flatMap((entry) => validateResources(entry, path.child('resources'), takesAnyGroup)),
    ...validateStages(rule.omitStages, path.child('omitStages')),
  ];
  if (nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0)) {
    const why = 'rules cannot apply to both regular resources and non-resource URLs';
    errors.push(invalid(path.child('nonResourceURLs'), nonResourceURLs, why));
  }
  return errors;
}

function validateLevel(level: string, path: FieldPath): FieldError[] {
  if (level === '') return [required(path)];
  return (levels as readonly string[]).includes(level) ? [] : [notSupported(path, level, levels)];
}

function validatePaths(paths: readonly string[], field: FieldPath): FieldError[] {
  return paths.flatMap((path, index) => {
    if (path === '*') return [];
    const errors: FieldError[] = [];
    if (!path.startsWith('/')) {
      const why = "non-resource URL rules must begin with a '/' character";
      errors.push(invalid(field.index(index), path, why));
    }
    if (path.slice(0, -1).includes('*')) {
      const why = "non-resource URL wildcards '*' must be the final character of the rule";
      errors.push(invalid(field.index(index), path, why));
    }
    return errors;
  });
}

function validateResources(entry: GroupResources, path: FieldPath, takesAnyGroup: boolean): FieldError[] {
  const { group, resources, resourceNames } = entry;
  const problems = group === '' || (takesAnyGroup && group === '*') ? [] : dns1123Subdomain(group);
  const errors = problems.length === 0 ? [] : [invalid(path.child('group'), group, problems.join(','))];
  if (resourceNames.length > 0 && resources.length === 0) {
    const why = 'using resourceNames requires at least one resource';
    errors.push(invalid(path.child('resourceNames'), resourceNames, why));
  }
  return errors;
}

function validateStages(omitted: readonly string[], path: FieldPath): FieldError[] {
  const known: readonly string[] = stages;
  return omitted.flatMap((stage, index) =>
    known.includes(stage)
      ? []
      : [invalid(path.index(index), stage, `allowed stages are ${stages.join(',')}`)],
  );
}
