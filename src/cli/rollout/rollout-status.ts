import { CliError } from '../shared/errors/cli-error.ts';

/** The fields of a workload that say how far its rollout is. */
export interface Workload {
  kind: string;
  metadata: { name: string; generation?: number };
  spec?: {
    replicas?: number;
    strategy?: { type?: string };
    updateStrategy?: { type?: string; rollingUpdate?: { partition?: number } };
  };
  status?: {
    observedGeneration?: number;
    replicas?: number;
    updatedReplicas?: number;
    readyReplicas?: number;
    currentReplicas?: number;
    availableReplicas?: number;
    currentRevision?: string;
    updateRevision?: string;
    desiredNumberScheduled?: number;
    updatedNumberScheduled?: number;
    numberAvailable?: number;
    conditions?: { type: string; reason?: string }[];
  };
}

export interface RolloutStatus {
  /** One line. */
  message: string;
  isDone: boolean;
}

/** Throws CliError when the rollout has failed, or the kind has none. */
export function rolloutStatus(workload: Workload): RolloutStatus {
  const statusOf = statuses[workload.kind];
  if (statusOf === undefined)
    throw new CliError(`no status viewer has been implemented for ${workload.kind}`);
  return statusOf(workload);
}

const statuses: Readonly<Record<string, (workload: Workload) => RolloutStatus>> = {
  Deployment: deploymentStatus,
  DaemonSet: daemonSetStatus,
  StatefulSet: statefulSetStatus,
};

const waiting = (message: string): RolloutStatus => ({ message, isDone: false });
const done = (message: string): RolloutStatus => ({ message, isDone: true });

function deploymentStatus({
  metadata: { name, generation = 0 },
  spec = {},
  status = {},
}: Workload): RolloutStatus {
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status;
  if (generation > (status.observedGeneration ?? 0))
    return waiting('Waiting for deployment spec update to be observed...');
  const progress = status.conditions?.find(({ type }) => type === 'Progressing');
  if (progress?.reason === 'ProgressDeadlineExceeded') {
    throw new CliError(`deployment "${name}" exceeded its progress deadline`);
  }
  const finish = `Waiting for deployment "${name}" rollout to finish`;
  if (spec.replicas !== undefined && updatedReplicas < spec.replicas) {
    return waiting(`${finish}: ${updatedReplicas} out of ${spec.replicas} new replicas have been updated...`);
  }
  if (replicas > updatedReplicas) {
    return waiting(`${finish}: ${replicas - updatedReplicas} old replicas are pending termination...`);
  }
  if (availableReplicas < updatedReplicas) {
    return waiting(`${finish}: ${availableReplicas} of ${updatedReplicas} updated replicas are available...`);
  }
  return done(`deployment "${name}" successfully rolled out`);
}

function daemonSetStatus({ metadata: { name, generation = 0 }, spec, status = {} }: Workload): RolloutStatus {
  requireRollingUpdate(spec);
  const { desiredNumberScheduled = 0, updatedNumberScheduled = 0, numberAvailable = 0 } = status;
  if (generation > (status.observedGeneration ?? 0))
    return waiting('Waiting for daemon set spec update to be observed...');
  const finish = `Waiting for daemon set "${name}" rollout to finish`;
  if (updatedNumberScheduled < desiredNumberScheduled) {
    return waiting(
      `${finish}: ${updatedNumberScheduled} out of ${desiredNumberScheduled} new pods have been updated...`,
    );
  }
  if (numberAvailable < desiredNumberScheduled) {
    return waiting(
      `${finish}: ${numberAvailable} of ${desiredNumberScheduled} updated pods are available...`,
    );
  }
  return done(`daemon set "${name}" successfully rolled out`);
}

function statefulSetStatus({
  metadata: { generation = 0 },
  spec = {},
  status = {},
}: Workload): RolloutStatus {
  requireRollingUpdate(spec);
  const { observedGeneration = 0, readyReplicas = 0, updatedReplicas = 0, currentReplicas = 0 } = status;
  if (observedGeneration === 0 || generation > observedGeneration) {
    return waiting('Waiting for statefulset spec update to be observed...');
  }
  const { replicas } = spec;
  if (replicas !== undefined && readyReplicas < replicas) {
    return waiting(`Waiting for ${replicas - readyReplicas} pods to be ready...`);
  }
  const partition = spec.updateStrategy?.rollingUpdate?.partition;
  if (spec.updateStrategy?.rollingUpdate !== undefined) {
    const wanted = (replicas ?? 0) - (partition ?? 0);
    if (replicas !== undefined && partition !== undefined && updatedReplicas < wanted) {
      return waiting(
        `Waiting for partitioned roll out to finish: ${updatedReplicas} out of ${wanted} new pods have been updated...`,
      );
    }
    return done(`partitioned roll out complete: ${updatedReplicas} new pods have been updated...`);
  }
  if (status.updateRevision !== status.currentRevision) {
    return waiting(
      `waiting for statefulset rolling update to complete ${updatedReplicas} pods at revision ${status.updateRevision}...`,
    );
  }
  return done(
    `statefulset rolling update complete ${currentReplicas} pods at revision ${status.currentRevision}...`,
  );
}

function requireRollingUpdate(spec: Workload['spec']): void {
  if (spec?.updateStrategy?.type === 'RollingUpdate') return;
  throw new CliError('rollout status is only available for RollingUpdate strategy type');
}
