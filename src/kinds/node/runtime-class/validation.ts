import type {
  CoreV1Toleration,
  NodeV1RuntimeClass,
  NodeV1Scheduling,
} from '../../../api/schema/types.gen.ts';
import { validateLabels } from '../../../api/selectors/label-selector.ts';
import { duplicate, type FieldError, FieldPath, required } from '../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { podContext, validateTolerations } from '../../shared/pod-spec/index.ts';
import { validateResources } from '../../shared/pod-spec/resources.ts';
import { goToleration } from '../../shared/pod-spec/scheduling/tolerations.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { unchanged } from '../../shared/unchanged.ts';

const handlerPath = FieldPath.of('handler');

/** From this release on no handler is told apart from a malformed one. */
const requiredSince = '1.36';

export function runtimeClassValidation(api: ServedApi) {
  const validate = ({ handler, overhead, scheduling }: NodeV1RuntimeClass): FieldError[] => [
    ...(handler === '' && api.gates.isIn(requiredSince)
      ? [required(handlerPath)]
      : invalidEach(handlerPath, handler, dns1123Label(handler))),
    // Validated as limits of a container; the error paths say `limits` too, for compatibility.
    ...(overhead
      ? validateResources({ limits: overhead.podFixed ?? {} }, FieldPath.of('overhead'), podContext(api))
      : []),
    ...(scheduling ? validateScheduling(scheduling, FieldPath.of('scheduling'), api) : []),
  ];
  return {
    validateCreate: validate,
    validateUpdate: (runtimeClass: NodeV1RuntimeClass, old: NodeV1RuntimeClass): FieldError[] => [
      ...validate(runtimeClass),
      ...unchanged(runtimeClass.handler, old.handler, handlerPath),
    ],
  };
}

function validateScheduling(
  { nodeSelector, tolerations = [] }: NodeV1Scheduling,
  path: FieldPath,
  api: ServedApi,
): FieldError[] {
  return [
    ...validateLabels(nodeSelector, path.child('nodeSelector')),
    ...validateTolerationSet(tolerations, path.child('tolerations'), api),
  ];
}

function validateTolerationSet(
  tolerations: readonly CoreV1Toleration[],
  path: FieldPath,
  api: ServedApi,
): FieldError[] {
  // Equal tolerations have equal JSON: normalized objects have their fields in a fixed order.
  const texts = tolerations.map((toleration) => JSON.stringify(toleration));
  const isRepeated = repetitions(texts);
  return [
    ...validateTolerations(tolerations, path, api),
    ...validateEach(tolerations, (toleration, index) =>
      isRepeated(index) ? [duplicate(path.index(index), goToleration(toleration))] : [],
    ),
  ];
}
