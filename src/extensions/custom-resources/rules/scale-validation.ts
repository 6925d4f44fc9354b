import type { ApiextensionsV1CustomResourceSubresourceScale } from '../../../api/schema/types.gen.ts';
import { type FieldError, invalid } from '../../../api/validation/field-errors.ts';
import { AccessorError, integerAt, textAt } from './scale-paths.ts';

const maxReplicas = 2_147_483_647;

/** Checks that the values at the paths of a scale are numbers of replicas and a selector text. Errors name the paths. */
export function scaleValidation(scale: ApiextensionsV1CustomResourceSubresourceScale | undefined) {
  return {
    validateSpecReplicas: (object: object): FieldError[] =>
      scale === undefined ? [] : replicasErrors(object, scale.specReplicasPath),
    validateStatusReplicas: (object: object): FieldError[] =>
      scale === undefined
        ? []
        : [
            ...replicasErrors(object, scale.statusReplicasPath),
            ...(scale.labelSelectorPath ? selectorErrors(object, scale.labelSelectorPath) : []),
          ],
  };
}

function replicasErrors(object: object, path: string): FieldError[] {
  return orInvalid(path, 0, () => {
    const replicas = integerAt(object, path) ?? 0;
    if (replicas < 0) return [invalid(path, replicas, 'should be a non-negative integer')];
    if (replicas <= maxReplicas) return [];
    return [invalid(path, replicas, `should be less than or equal to ${maxReplicas}`)];
  });
}

const selectorErrors = (object: object, path: string): FieldError[] =>
  orInvalid(path, '', () => {
    textAt(object, path);
    return [];
  });

function orInvalid(path: string, value: unknown, check: () => FieldError[]): FieldError[] {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AccessorError)) throw error;
    return [invalid(path, value, error.message)];
  }
}
