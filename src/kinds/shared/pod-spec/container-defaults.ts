import type {
  CoreV1Container,
  CoreV1HTTPGetAction,
  CoreV1Lifecycle,
  CoreV1Probe,
} from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../resources/quantities.ts';
import { imageTag } from './image-tag.ts';

export function applyContainerDefaults(container: CoreV1Container): void {
  container.imagePullPolicy ??= imageTag(container.image ?? '') === 'latest' ? 'Always' : 'IfNotPresent';
  container.terminationMessagePath ??= '/dev/termination-log';
  container.terminationMessagePolicy ??= 'File';
  for (const port of container.ports ?? []) port.protocol ??= 'TCP';
  for (const { valueFrom } of container.env ?? []) {
    if (valueFrom?.fieldRef !== undefined) valueFrom.fieldRef.apiVersion ??= 'v1';
  }
  applyProbeDefaults(container.livenessProbe);
  applyProbeDefaults(container.readinessProbe);
  applyProbeDefaults(container.startupProbe);
  applyLifecycleDefaults(container.lifecycle);
  roundUpToMilli(container.resources.limits, container.resources.requests);
}

function applyProbeDefaults(probe: CoreV1Probe | undefined): void {
  if (probe === undefined) return;
  probe.timeoutSeconds ??= 1;
  probe.periodSeconds ??= 10;
  probe.successThreshold ??= 1;
  probe.failureThreshold ??= 3;
  if (probe.grpc !== undefined) probe.grpc.service ??= '';
  applyHttpDefaults(probe.httpGet);
}

function applyLifecycleDefaults(lifecycle: CoreV1Lifecycle | undefined): void {
  applyHttpDefaults(lifecycle?.postStart?.httpGet);
  applyHttpDefaults(lifecycle?.preStop?.httpGet);
}

function applyHttpDefaults(action: CoreV1HTTPGetAction | undefined): void {
  if (action === undefined) return;
  action.path ??= '/';
  action.scheme ??= 'HTTP';
}
