import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1LimitRange, CoreV1LimitRangeItem } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { KindDependencies } from '../../../registry/kind-rules.ts';
import { isQualified } from '../../shared/resources/names.ts';
import { validateContainerResourceName, validateResourceName } from '../../shared/resources/validation.ts';
import { type BoundList, validateBounds } from './bounds.ts';

type Api = Pick<KindDependencies, 'dialect' | 'gates'>;

const standardTypes = ['Pod', 'Container', 'PersistentVolumeClaim'];
const limitsPath = FieldPath.of('spec', 'limits');

export const limitRangeValidation =
  (api: Api) =>
  ({ spec }: CoreV1LimitRange): FieldError[] => {
    const seen = new Set<string>();
    return validateEach(spec.limits ?? [], (item, index) => {
      const path = limitsPath.index(index);
      const again = seen.has(item.type) ? [duplicate(path.child('type'), item.type)] : [];
      seen.add(item.type);
      return [...validateType(item.type, path.child('type')), ...again, ...validateItem(item, path, api)];
    });
  };

function validateType(type: string, path: FieldPath): FieldError[] {
  const problems = qualifiedName(type);
  if (problems.length > 0) return problems.map((message) => invalid(path, type, message));
  return isQualified(type) || standardTypes.includes(type)
    ? []
    : [invalid(path, type, 'must be a standard limit type or fully qualified')];
}

function validateItem(item: CoreV1LimitRangeItem, path: FieldPath, api: Api): FieldError[] {
  // Defaults are for containers: a pod has none of its own, and what it says of them counts for nothing.
  const lists: BoundList[] =
    item.type === 'Pod' ? ['max', 'min'] : ['max', 'min', 'default', 'defaultRequest'];
  const named = [...lists, 'maxLimitRequestRatio'] as const;
  const keys = new Set(named.flatMap((list) => Object.keys(item[list] ?? {})));
  const keyErrors = (list: (typeof named)[number]) =>
    validateEach(Object.keys(item[list] ?? {}), (name) =>
      validateKey(item.type, name, path.child(list).key(name), api.dialect),
    );
  return [
    ...lists.flatMap(keyErrors),
    ...validateForType(item, path),
    ...keyErrors('maxLimitRequestRatio'),
    ...validateEach([...keys], (name) => validateBounds(item, lists, name, path, api)),
  ];
}

function validateKey(type: string, name: string, path: FieldPath, dialect: Dialect): FieldError[] {
  return type === 'Pod' || type === 'Container'
    ? validateContainerResourceName(name, path, dialect)
    : validateResourceName(name, path);
}

function validateForType(item: CoreV1LimitRangeItem, path: FieldPath): FieldError[] {
  if (item.type === 'Pod') {
    return (['default', 'defaultRequest'] as const)
      .filter((list) => Object.keys(item[list] ?? {}).length > 0)
      .map((list) => forbidden(path.child(list), "may not be specified when `type` is 'Pod'"));
  }
  if (item.type !== 'PersistentVolumeClaim') return [];
  if (item.min?.['storage'] !== undefined || item.max?.['storage'] !== undefined) return [];
  const text = 'either minimum or maximum storage value is required, but neither was provided';
  return [required(path.child('limits'), text)];
}
