import type { CoreV1Container, CoreV1EnvVar } from '../../../api/schema/types.gen.ts';
import { parseQuantity } from '../../../api/values/quantity.ts';
import type { Description } from './description.ts';

type ResourceField = NonNullable<NonNullable<CoreV1EnvVar['valueFrom']>['resourceFieldRef']>;

/** The value of a field of the pod that a variable is set to; "" where there is no pod yet. */
export type FieldValue = (path: string) => string;

/** The variables of a container. */
export function describeEnvironment(
  to: Description,
  container: CoreV1Container,
  fieldValue: FieldValue,
): void {
  const { env = [], envFrom = [] } = container;
  if (envFrom.length > 0) {
    to.line(2, 'Environment Variables from:');
    for (const { configMapRef, secretRef, prefix } of envFrom) {
      const { name = '', optional = false } = configMapRef ?? secretRef ?? {};
      const kind = configMapRef === undefined ? 'Secret' : 'ConfigMap';
      const begin = prefix ? ` with prefix '${prefix}'` : '';
      to.line(3, `${name}\t${kind}${begin}\tOptional: ${optional}`);
    }
  }
  if (env.length === 0) return to.field(2, 'Environment', '<none>');
  to.line(2, 'Environment:');
  for (const variable of env) describeVariable(to, variable, container, fieldValue);
}

function describeVariable(
  to: Description,
  { name, value = '', valueFrom }: CoreV1EnvVar,
  container: CoreV1Container,
  fieldValue: FieldValue,
): void {
  if (valueFrom === undefined) {
    const [first = '', ...others] = value.split('\n');
    to.field(3, name, first);
    for (const line of others) to.line(3, `\t${line}`);
    return;
  }
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = valueFrom;
  if (fieldRef !== undefined) {
    const { apiVersion = 'v1', fieldPath = '' } = fieldRef;
    to.field(3, name, `${fieldValue(fieldPath)} (${apiVersion}:${fieldPath})`);
  } else if (resourceFieldRef !== undefined) {
    to.field(3, name, `${resourceText(container, resourceFieldRef)} (${resourceFieldRef.resource})`);
  } else if (secretKeyRef !== undefined) {
    const { key, name: of, optional = false } = secretKeyRef;
    to.field(3, name, `<set to the key '${key}' in secret '${of}'>\tOptional: ${optional}`);
  } else if (configMapKeyRef !== undefined) {
    const { key, name: of, optional = false } = configMapKeyRef;
    to.field(3, name, `<set to the key '${key}' of config map '${of}'>\tOptional: ${optional}`);
  }
}

/** An amount of the container, in units of the divisor. Without a limit the node is the limit. */
function resourceText(
  { resources = {} }: CoreV1Container,
  { resource, divisor = '0' }: ResourceField,
): string {
  const [which = '', name = ''] = resource.split(/\.(.*)/s);
  const amounts = which === 'limits' ? resources.limits : resources.requests;
  const amount = parseQuantity(amounts?.[name] ?? '0');
  const isNode = which === 'limits' && ['cpu', 'memory'].includes(name) && amount.isZero();
  if (isNode) return 'node allocatable';
  const unit = parseQuantity(divisor);
  const divisorMilli = unit.isZero() ? 1000n : unit.milliValue();
  return String((amount.milliValue() + divisorMilli - 1n) / divisorMilli);
}
