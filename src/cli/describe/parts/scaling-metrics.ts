import type {
  AutoscalingV2MetricSpec,
  AutoscalingV2MetricStatus,
  AutoscalingV2MetricTarget,
  AutoscalingV2MetricValueStatus,
} from '../../../api/schema/types.gen.ts';
import { goQuoteWhole } from '../../../util/quote.ts';
import type { Description } from '../../shared/description/description.ts';

type Metric = AutoscalingV2MetricSpec;
type Status = AutoscalingV2MetricStatus | undefined;
type Current = AutoscalingV2MetricValueStatus | undefined;

const unknown = '<unknown>';

/** A metric that decides about the number of pods: what it is, and what it should be. */
export function describeMetric(to: Description, metric: Metric, status: Status): void {
  const { type, external, pods, object, resource, containerResource } = metric;
  if (type === 'External' && external !== undefined) {
    const { metric: of, target } = external;
    describeValue(to, goQuoteWhole(of.name), target, status?.external?.current);
  } else if (type === 'Pods' && pods !== undefined) {
    const current = status?.pods?.current.averageValue ?? (status?.pods === undefined ? unknown : '0');
    to.field(
      1,
      `${goQuoteWhole(pods.metric.name)} on pods`,
      `${current} / ${pods.target.averageValue ?? '0'}`,
    );
  } else if (type === 'Object' && object !== undefined) {
    const { metric: of, describedObject: on, target } = object;
    describeValue(to, `"${of.name}" on ${on.kind}/${on.name}`, target, status?.object?.current);
  } else if (type === 'Resource' && resource !== undefined) {
    const name = `resource ${resource.name} on pods`;
    describeResource(to, name, resource.target, status?.resource?.current);
  } else if (type === 'ContainerResource' && containerResource !== undefined) {
    const { name: of, container, target } = containerResource;
    const name = `resource ${of} of container "${container}" on pods`;
    describeResource(to, name, target, status?.containerResource?.current);
  } else to.line(1, `<unknown metric type ${goQuoteWhole(type)}>`);
}

/** Value of the object as a whole, or divided by the number of pods. */
function describeValue(
  to: Description,
  name: string,
  target: AutoscalingV2MetricTarget,
  current: Current,
): void {
  if (target.averageValue !== undefined) {
    const text = `${current?.averageValue ?? unknown} / ${target.averageValue}`;
    return to.field(1, `${name} (target average value)`, text);
  }
  to.field(1, `${name} (target value)`, `${current?.value ?? unknown} / ${target.value}`);
}

function describeResource(
  to: Description,
  name: string,
  target: AutoscalingV2MetricTarget,
  current: Current,
): void {
  const { averageUtilization, averageValue } = current ?? {};
  if (target.averageValue !== undefined) {
    return to.field(1, name, `${averageValue ?? unknown} / ${target.averageValue}`);
  }
  const is = averageUtilization === undefined ? unknown : `${averageUtilization}% (${averageValue ?? '0'})`;
  const wanted = target.averageUtilization === undefined ? '<auto>' : `${target.averageUtilization}%`;
  to.field(1, `${name}  (as a percentage of request)`, `${is} / ${wanted}`);
}
