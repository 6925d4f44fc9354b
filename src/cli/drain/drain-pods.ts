/** The fields of a pod that decide whether it may be evicted. */
export interface DrainedPod {
  metadata: {
    name: string;
    namespace: string;
    uid: string;
    annotations?: Record<string, string>;
    deletionTimestamp?: string;
    ownerReferences?: { kind: string; name: string; controller?: boolean }[];
  };
  spec?: { volumes?: { emptyDir?: object }[] };
  status?: { phase?: string };
}

export interface DrainOptions {
  ignoreDaemonSets: boolean;
  deleteEmptyDirData: boolean;
  force: boolean;
  /** Annotation that names the source of a pod that its node runs by itself. */
  mirrorAnnotation: string;
}

/** Each list holds `namespace/name`. */
export interface DrainPlan {
  evicted: readonly DrainedPod[];
  /** One line for each reason why the node cannot be drained. */
  errors: readonly string[];
  warnings: readonly string[];
}

/** A reason to leave a pod alone, or to evict it with a warning. */
interface Objection {
  message: string;
  /** Effect on the pod, or on the drain as a whole. */
  effect: 'error' | 'leave' | 'warn';
}

/** Plans which pods of a node are evicted. */
export function drainPlan(pods: readonly DrainedPod[], options: DrainOptions): DrainPlan {
  const evicted: DrainedPod[] = [];
  const errors = new Map<string, string[]>();
  const warnings = new Map<string, string[]>();
  for (const pod of pods) {
    if (pod.metadata.annotations?.[options.mirrorAnnotation] !== undefined) continue;
    const objections = objectionsTo(pod, options);
    for (const { message, effect } of objections) {
      const list = effect === 'error' ? errors : warnings;
      list.set(message, [...(list.get(message) ?? []), `${pod.metadata.namespace}/${pod.metadata.name}`]);
    }
    if (objections.every(({ effect }) => effect === 'warn')) evicted.push(pod);
  }
  const lines = (of: Map<string, string[]>) =>
    [...of].map(([message, names]) => `${message}: ${names.join(', ')}`);
  return { evicted, errors: lines(errors), warnings: lines(warnings) };
}

function objectionsTo(pod: DrainedPod, options: DrainOptions): Objection[] {
  const isFinished = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller === true);
  const objections: Objection[] = [];
  if (owner?.kind === 'DaemonSet' && !isFinished) {
    objections.push(
      options.ignoreDaemonSets
        ? { message: 'ignoring DaemonSet-managed Pods', effect: 'leave' }
        : {
            message: 'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)',
            effect: 'error',
          },
    );
    return objections;
  }
  if (isFinished) return [];
  if (pod.spec?.volumes?.some(({ emptyDir }) => emptyDir !== undefined)) {
    objections.push(
      options.deleteEmptyDirData
        ? { message: 'deleting Pods with local storage', effect: 'warn' }
        : {
            message: 'cannot delete Pods with local storage (use --delete-emptydir-data to override)',
            effect: 'error',
          },
    );
  }
  if (owner === undefined) {
    objections.push(
      options.force
        ? { message: 'deleting Pods that declare no controller', effect: 'warn' }
        : {
            message: 'cannot delete Pods that declare no controller (use --force to override)',
            effect: 'error',
          },
    );
  }
  return objections;
}
