import { equalValues } from '../../../api/json/json-values.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { type PodFeatures, qosClassOf } from '../../shared/pod-spec/index.ts';

/** Before there was a subresource for it, an update of the pod changed what its containers get. */
export const resizesOnUpdate = ({ resizesInPlace, since27, since32 }: PodFeatures): boolean =>
  resizesInPlace && since27 && !since32;

/** The quality of service of a pod stays what it was. */
export function validateSameClass(
  { spec, status }: CoreV1Pod,
  { spec: oldSpec, status: old }: CoreV1Pod,
): FieldError[] {
  return qosClassOf(spec) === (old.qosClass || qosClassOf(oldSpec))
    ? []
    : [invalid(FieldPath.of('metadata'), status.qosClass ?? '', 'Pod QoS is immutable')];
}

/** Whether containers are to get other amounts than before. */
export const proposesResize = ({ spec }: CoreV1Pod, { spec: old }: CoreV1Pod): boolean =>
  spec.containers?.length === old.containers?.length &&
  (spec.containers ?? []).some(
    ({ resources }, index) => !equalValues(resources, old.containers?.[index]?.resources),
  );
