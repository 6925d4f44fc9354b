import type {
  CoreV1ContainerState,
  CoreV1ContainerStateTerminated,
  CoreV1ContainerStatus,
  CoreV1Pod,
} from '../../../api/schema/types.gen.ts';
import { isTime } from '../../shared/table.ts';

/** The cells READY, STATUS and RESTARTS of a pod. */
export interface PodSummary {
  /** `Running`, `Init:1/2`, `CrashLoopBackOff`, … */
  status: string;
  ready: number;
  restarts: number;
  /** Time at which a container last ended before it was started again; undefined when none did. */
  lastRestart: string | undefined;
}

export function summarize(pod: CoreV1Pod): PodSummary {
  const summary = summarizeInit(pod) ?? summarizeContainers(pod);
  if (!pod.metadata.deletionTimestamp) return summary;
  return { ...summary, status: pod.status.reason === 'NodeLost' ? 'Unknown' : 'Terminating' };
}

const isDone = ({ state: { terminated } }: CoreV1ContainerStatus): boolean => terminated?.exitCode === 0;

/** Summary of a pod whose start got stuck; undefined when all init containers are done. */
function summarizeInit({ spec, status }: CoreV1Pod): PodSummary | undefined {
  const statuses = status.initContainerStatuses ?? [];
  const current = statuses.findIndex((container) => !isDone(container));
  if (current === -1) return undefined;
  const started = statuses.slice(0, current + 1);
  const total = spec.initContainers?.length ?? 0;
  return {
    status: `Init:${initReason(statuses[current]!.state) ?? `${current}/${total}`}`,
    ready: 0,
    restarts: restartsOf(started),
    lastRestart: lastRestartOf(started),
  };
}

function initReason({ terminated, waiting }: CoreV1ContainerState): string | undefined {
  if (terminated !== undefined) return endReason(terminated);
  return waiting?.reason === 'PodInitializing' ? undefined : waiting?.reason || undefined;
}

/** `Error`, `Signal:9`, `ExitCode:1`. */
function endReason({ reason, signal, exitCode }: CoreV1ContainerStateTerminated): string {
  if (reason) return reason;
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode}`;
}

/** The first container that has something to say decides. */
function summarizeContainers({ status }: CoreV1Pod): PodSummary {
  const { containerStatuses: statuses = [], initContainerStatuses = [], conditions = [] } = status;
  const running = statuses.filter(
    (container) => reasonOf(container) === undefined && isRunning(container),
  ).length;
  const reasons = statuses.map(reasonOf).filter((text) => text !== undefined);
  const reason = reasons[0] ?? (status.reason || status.phase || '');
  const isReady = conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');
  const restart = isReady ? 'Running' : 'NotReady';
  return {
    status: reason === 'Completed' && running > 0 ? restart : reason,
    ready: running,
    restarts: restartsOf(statuses),
    lastRestart: lastRestartOf([...initContainerStatuses, ...statuses]),
  };
}

const isRunning = ({ ready, state }: CoreV1ContainerStatus): boolean => ready && state.running !== undefined;

function reasonOf({ state: { waiting, terminated } }: CoreV1ContainerStatus): string | undefined {
  return waiting?.reason || (terminated === undefined ? undefined : endReason(terminated));
}

function restartsOf(statuses: readonly CoreV1ContainerStatus[]): number {
  return statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/** Times in this form are in order when their texts are. */
function lastRestartOf(statuses: readonly CoreV1ContainerStatus[]): string | undefined {
  return statuses
    .map(({ lastState }) => lastState.terminated?.finishedAt)
    .filter(isTime)
    .sort()
    .at(-1);
}
