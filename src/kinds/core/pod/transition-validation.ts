import type {
  CoreV1Container,
  CoreV1ContainerStatus,
  CoreV1Pod,
  CoreV1PodSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { PodFeatures } from '../../shared/pod-spec/index.ts';

const lists = ['containerStatuses', 'initContainerStatuses'] as const;

/** A container that has ended for good does not run again. */
export function validateTransitions(
  { status }: CoreV1Pod,
  { status: old, spec }: CoreV1Pod,
  path: FieldPath,
  features: PodFeatures,
): FieldError[] {
  const never = (): boolean => false;
  return [
    ...(features.restartsAllContainers && canRestartAll(spec)
      ? []
      : lists.flatMap((list) =>
          validateList(status[list], old[list], path.child(list), (ended) =>
            mayRunAgain(ended, spec, list === 'initContainerStatuses', features),
          ),
        )),
    ...(features.since25
      ? validateList(
          status.ephemeralContainerStatuses,
          old.ephemeralContainerStatuses,
          path.child('ephemeralContainerStatuses'),
          never,
        )
      : []),
  ];
}

function validateList(
  statuses: readonly CoreV1ContainerStatus[] = [],
  old: readonly CoreV1ContainerStatus[] = [],
  path: FieldPath,
  mayRun: (ended: CoreV1ContainerStatus) => boolean,
): FieldError[] {
  const alive = Map.groupBy(
    statuses.filter(({ state }) => state.terminated === undefined),
    ({ name }) => name,
  );
  return validateEach(old, (before, index) => {
    if (before.state.terminated === undefined || mayRun(before)) return [];
    return (alive.get(before.name) ?? []).map(() =>
      forbidden(path.index(index).child('state'), 'may not be transitioned to non-terminated state'),
    );
  });
}

function mayRunAgain(
  { name, state }: CoreV1ContainerStatus,
  spec: CoreV1PodSpec,
  isInit: boolean,
  features: PodFeatures,
): boolean {
  const { restartPolicy = '' } = spec;
  const exitCode = state.terminated?.exitCode ?? 0;
  if (restartPolicy === 'Always') return true;
  const container = (isInit ? spec.initContainers : spec.containers)?.find((one) => one.name === name);
  if (features.sidecars && isInit && container?.restartPolicy === 'Always') return true;
  if (features.appliesRestartRules && container?.restartPolicy !== undefined) {
    if (ruleFor(container, exitCode)) return true;
    return allows(container.restartPolicy, exitCode);
  }
  return allows(restartPolicy, exitCode);
}

const allows = (policy: string, exitCode: number): boolean =>
  policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);

const ruleFor = ({ restartPolicyRules = [] }: CoreV1Container, exitCode: number): boolean =>
  restartPolicyRules.some(({ exitCodes }) => {
    const isListed = exitCodes?.values?.includes(exitCode) ?? false;
    return exitCodes !== undefined && (exitCodes.operator === 'In' ? isListed : !isListed);
  });

const canRestartAll = ({ containers, initContainers = [] }: CoreV1PodSpec): boolean =>
  [...(containers ?? []), ...initContainers].some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === 'RestartAllContainers'),
  );
