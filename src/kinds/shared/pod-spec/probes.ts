import type { CoreV1Container } from '../../../api/schema/types.gen.ts';
import type { FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { validateNoGracePeriod, validateProbe, validateSingleSuccess } from './handlers.ts';

const [liveness, readiness, startup] = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Validates the questions of the node to a container that runs. */
export function validateProbes(container: CoreV1Container, path: FieldPath): FieldError[] {
  const { livenessProbe, readinessProbe, startupProbe } = container;
  if (!(livenessProbe ?? readinessProbe ?? startupProbe)) return [];
  return [
    ...validateProbe(livenessProbe, path.child(liveness)),
    ...validateSingleSuccess(livenessProbe, path.child(liveness)),
    ...validateProbe(readinessProbe, path.child(readiness)),
    ...validateNoGracePeriod(readinessProbe, path.child(readiness)),
    ...validateProbe(startupProbe, path.child(startup)),
    ...validateSingleSuccess(startupProbe, path.child(startup)),
  ];
}

/** The same before 1.25, when the problems of a startup probe were reported twice. */
export function validateProbesTwice(
  container: CoreV1Container,
  path: FieldPath,
): { beforeReadiness: FieldError[]; ofReadiness: FieldError[] } {
  const { livenessProbe, readinessProbe, startupProbe } = container;
  if (!(livenessProbe ?? readinessProbe ?? startupProbe)) return { beforeReadiness: [], ofReadiness: [] };
  return {
    beforeReadiness: [
      ...validateProbe(livenessProbe, path.child(liveness)),
      ...validateNoGracePeriod(readinessProbe, path.child(readiness)),
      ...validateProbe(startupProbe, path.child(startup)),
      ...validateSingleSuccess(livenessProbe, path.child(liveness)),
      ...validateProbe(startupProbe, path.child(startup)),
      ...validateSingleSuccess(startupProbe, path.child(startup)),
    ],
    ofReadiness: validateProbe(readinessProbe, path.child(readiness)),
  };
}
