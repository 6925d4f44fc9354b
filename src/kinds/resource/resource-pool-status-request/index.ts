import { equalValues } from '../../../api/json/json-values.ts';
import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ResourceV1alpha3ResourcePoolStatusRequest } from '../../../api/schema/types.gen.ts';
import { FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { table } from './table.ts';
import { validateAnswer, validateQuestion } from './validation.ts';

/** Asks how many devices of a driver are there and in use. Answered once. */
export function resourcePoolStatusRequest({
  dialect,
}: KindDependencies): KindRules<ResourceV1alpha3ResourcePoolStatusRequest> {
  return {
    group: fillPlaceholders(dialect, 'resource.{api}'),
    kind: 'ResourcePoolStatusRequest',
    validateName: nameIsDnsSubdomain,
    prepareForCreate(request) {
      delete request.status;
    },
    validateCreate: ({ spec }) => validateQuestion(spec, FieldPath.of('spec')),
    prepareForUpdate(request, old) {
      if (old.status === undefined) delete request.status;
      else request.status = old.status;
    },
    validateUpdate: (request, old) =>
      equalValues(request.spec, old.spec) ? [] : [invalid('spec', null, 'field is immutable')],
    status: {
      ...statusStrategy,
      validateUpdate({ status }, old) {
        if (old.status !== undefined && !equalValues(status, old.status))
          return [invalid('status', null, 'field is immutable')];
        return status === undefined ? [] : validateAnswer(status, FieldPath.of('status'));
      },
    },
    requiresResourceVersion: true,
    deletion: { answersWithObject: true },
    table,
  };
}
