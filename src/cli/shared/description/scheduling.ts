import type { CoreV1Pod, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { by, type Description } from './description.ts';

/** Which nodes pods may run on. `level`: 1 within a template. */
export function describeNodeRules(to: Description, spec: CoreV1PodSpec, level = 0): void {
  to.labels(level, 'Node-Selectors', spec.nodeSelector);
  const tolerations = (spec.tolerations ?? []).toSorted(by(({ key = '' }) => key));
  to.values(level, 'Tolerations', tolerations.map(tolerationText));
}

/** Topology spread constraints of pods. */
export function describeSpread(
  to: Description,
  { topologySpreadConstraints = [] }: CoreV1PodSpec,
  level = 0,
): void {
  if (topologySpreadConstraints.length === 0) return;
  const sorted = topologySpreadConstraints.toSorted(by(({ topologyKey }) => topologyKey));
  to.values(level, 'Topology Spread Constraints', sorted.map(spreadText));
}

type Spread = NonNullable<CoreV1PodSpec['topologySpreadConstraints']>[number];

function spreadText({ topologyKey, whenUnsatisfiable, maxSkew, labelSelector }: Spread): string {
  const pods = labelSelector === undefined ? '' : ` for selector ${labelSelectorText(labelSelector)}`;
  return `${topologyKey}:${whenUnsatisfiable} when max skew ${maxSkew} is exceeded${pods}`;
}

type Toleration = NonNullable<CoreV1PodSpec['tolerations']>[number];

/** `key=value:effect`, `key:effect op=Exists for 300s` */
function tolerationText({
  key = '',
  operator = '',
  value = '',
  effect = '',
  tolerationSeconds,
}: Toleration): string {
  const equals = value === '' ? '' : `=${value}`;
  const only =
    operator === 'Exists' && value === '' ? (key !== '' || effect !== '' ? ' op=Exists' : 'op=Exists') : '';
  const time =
    tolerationSeconds === undefined || tolerationSeconds === null ? '' : ` for ${tolerationSeconds}s`;
  return `${key}${equals}${effect === '' ? '' : `:${effect}`}${only}${time}`;
}

/** Guaranteed where all containers request what they are limited to; BestEffort where none says anything. */
export function qosClass({ spec, status }: CoreV1Pod): string {
  if (status?.qosClass) return status.qosClass;
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const resources = containers.map((container) => container.resources ?? {});
  const isSilent = resources.every(
    ({ limits = {}, requests = {} }) => Object.keys(limits).length + Object.keys(requests).length === 0,
  );
  if (isSilent) return 'BestEffort';
  const isFull = resources.every(({ limits = {}, requests = {} }) =>
    ['cpu', 'memory'].every(
      (name) => limits[name] !== undefined && (requests[name] ?? limits[name]) === limits[name],
    ),
  );
  return isFull ? 'Guaranteed' : 'Burstable';
}
