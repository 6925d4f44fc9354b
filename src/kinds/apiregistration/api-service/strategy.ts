import type {
  ApiregistrationV1APIService,
  ApiregistrationV1APIServiceCondition,
} from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import type { Clock } from '../../../util/clock.ts';
import { validateOneOf } from '../../shared/field-checks.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';

export function apiServiceStrategy(clock: Clock) {
  /** A local APIService is served by this server, so it is always available. */
  const localAvailable = (): ApiregistrationV1APIServiceCondition => ({
    type: 'Available',
    status: 'True',
    lastTransitionTime: timeNow(clock.now()),
    reason: 'Local',
    message: 'Local APIServices are always available',
  });
  return {
    prepareForCreate(service) {
      service.status = service.spec.service === undefined ? { conditions: [localAvailable()] } : {};
    },
    prepareForUpdate(service, old) {
      service.status = old.status;
    },
    status: {
      ...statusStrategy,
      validateUpdate: ({ status }) =>
        (status.conditions ?? []).flatMap((condition, index) => {
          const path = FieldPath.of('status', 'conditions').index(index).child('status');
          return validateOneOf(condition.status, path, ['True', 'False', 'Unknown']);
        }),
    },
  } satisfies Partial<KindRules<ApiregistrationV1APIService>>;
}
