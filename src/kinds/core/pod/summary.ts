import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type {
  CoreV1Container,
  CoreV1ContainerState,
  CoreV1ContainerStateTerminated,
  CoreV1ContainerStatus,
  CoreV1Pod,
  CoreV1PodCondition,
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

/** Parts of a summary that came with a release. */
export interface SummaryRules {
  /** A pod that waits for its gates. */
  showsGates: boolean;
  /** Init containers that run beside the pod count as containers. */
  countsSidecars: boolean;
  /** A pod that has ended is not said to be ending. */
  keepsEnd: boolean;
  /** Containers that run without being ready, and those that failed, count where others are completed. */
  weighsEnds: boolean;
}

export const summaryRules = (gates: FeatureGates): SummaryRules => ({
  showsGates: gates.isIn('1.26'),
  countsSidecars: gates.isIn('1.28'),
  keepsEnd: gates.isIn('1.31'),
  weighsEnds: gates.isIn('1.35'),
});

export function summarize(pod: CoreV1Pod, rules: SummaryRules): PodSummary {
  const init = summarizeInit(pod, rules);
  const isInitialized = rules.countsSidecars && hasCondition(pod, 'Initialized');
  const summary = init === undefined || isInitialized ? summarizeContainers(pod, rules) : init;
  const { phase, reason } = pod.status;
  if (!pod.metadata.deletionTimestamp) return summary;
  if (reason === 'NodeLost') return { ...summary, status: 'Unknown' };
  const hasEnded = rules.keepsEnd && (phase === 'Succeeded' || phase === 'Failed');
  return hasEnded ? summary : { ...summary, status: 'Terminating' };
}

/** Containers of a pod that are counted as such: those of the pod, and the init containers that run beside it. */
export const countContainers = ({ spec }: CoreV1Pod, { countsSidecars }: SummaryRules): number =>
  (spec.containers?.length ?? 0) +
  (countsSidecars ? (spec.initContainers ?? []).filter(isSidecar).length : 0);

const isSidecar = ({ restartPolicy }: CoreV1Container): boolean => restartPolicy === 'Always';

const hasCondition = ({ status: { conditions = [] } }: CoreV1Pod, type: string): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === 'True');

/** The statuses of init containers that run beside the pod. */
function sidecarStatuses(
  { spec, status }: CoreV1Pod,
  { countsSidecars }: SummaryRules,
): CoreV1ContainerStatus[] {
  if (!countsSidecars) return [];
  const names = new Set(spec.initContainers?.filter(isSidecar).map(({ name }) => name));
  return (status.initContainerStatuses ?? []).filter(({ name }) => names.has(name));
}

const isDone = ({ state: { terminated } }: CoreV1ContainerStatus): boolean => terminated?.exitCode === 0;

/** Sidecars before the init container at which the start stands that are ready. */
const countReady = (statuses: readonly CoreV1ContainerStatus[]): number =>
  statuses.filter((status) => !isDone(status) && status.started && status.ready).length;

/** Summary of a pod whose start got stuck; undefined when all init containers are done. */
function summarizeInit(pod: CoreV1Pod, rules: SummaryRules): PodSummary | undefined {
  const { spec, status } = pod;
  const statuses = status.initContainerStatuses ?? [];
  const sidecars = new Set(sidecarStatuses(pod, rules));
  const current = statuses.findIndex(
    (container) => !isDone(container) && !(sidecars.has(container) && container.started),
  );
  if (current === -1) return undefined;
  const started = statuses.slice(0, current + 1);
  const total = spec.initContainers?.length ?? 0;
  return {
    status: `Init:${initReason(statuses[current]!.state) ?? `${current}/${total}`}`,
    ready: countReady(started.slice(0, -1).filter((container) => sidecars.has(container))),
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
function summarizeContainers(pod: CoreV1Pod, rules: SummaryRules): PodSummary {
  const { status } = pod;
  const { containerStatuses: statuses = [], initContainerStatuses = [], conditions = [] } = status;
  const silent = statuses.filter((container) => reasonOf(container) === undefined);
  const ready = silent.filter(isRunning).length;
  const isGated = rules.showsGates && conditions.some(isGate);
  const plain = isGated ? 'SchedulingGated' : status.reason || status.phase || '';
  const reason = firstReason(statuses, rules) ?? plain;
  const runs = rules.weighsEnds ? silent.some(({ state }) => state.running !== undefined) : ready > 0;
  const restart = hasCondition(pod, 'Ready') ? 'Running' : 'NotReady';
  const sidecars = sidecarStatuses(pod, rules);
  return {
    status: reason === 'Completed' && runs ? restart : reason,
    ready: ready + countReady(sidecars),
    restarts: restartsOf([...sidecars, ...statuses]),
    lastRestart: lastRestartOf([...(rules.countsSidecars ? sidecars : initContainerStatuses), ...statuses]),
  };
}

const isGate = ({ type, reason }: CoreV1PodCondition): boolean =>
  type === 'PodScheduled' && reason === 'SchedulingGated';

function firstReason(
  statuses: readonly CoreV1ContainerStatus[],
  { weighsEnds }: SummaryRules,
): string | undefined {
  const [first] = statuses.map(reasonOf).filter((text) => text !== undefined);
  if (!weighsEnds || first !== 'Completed') return first;
  const failed = statuses.find(({ state: { terminated } }) => (terminated?.exitCode ?? 0) !== 0);
  return failed === undefined ? first : reasonOf(failed);
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
