import type {
  CoreV1Container,
  CoreV1ContainerState,
  CoreV1ContainerStatus,
  CoreV1Probe,
  CoreV1SeccompProfile,
} from '../../../api/schema/types.gen.ts';
import { by, type Description, timeText } from './description.ts';
import { describeEnvironment, type FieldValue } from './environment.ts';

export interface ContainersOptions {
  title: string;
  containers: readonly CoreV1Container[];
  statuses?: readonly CoreV1ContainerStatus[];
  fieldValue?: FieldValue;
  /** Whether they stand in a template: its lines are indented by one step. */
  isTemplate?: boolean;
}

export function describeContainers(to: Description, options: ContainersOptions): void {
  const { title, containers, statuses = [], fieldValue = () => '', isTemplate = false } = options;
  to.line(isTemplate ? 1 : 0, `${title}:`);
  for (const container of containers) {
    to.line(1, `${isTemplate ? ' ' : ''}${container.name}:`);
    const status = statuses.find(({ name }) => name === container.name);
    describeImage(to, container, status);
    lineList(to, 'Command', container.command);
    lineList(to, 'Args', container.args);
    if (status !== undefined) describeStatus(to, status);
    describeResources(to, container);
    describeEnvironment(to, container, fieldValue);
    describeMounts(to, container);
  }
}

function describeImage(
  to: Description,
  { image, ports = [], securityContext }: CoreV1Container,
  status?: CoreV1ContainerStatus,
): void {
  if (status !== undefined) to.field(2, 'Container ID', status.containerID);
  to.field(2, 'Image', image);
  if (status !== undefined) to.field(2, 'Image ID', status.imageID);
  const several = ports.length > 1 ? 's' : '';
  const text = (texts: readonly string[]): string => (texts.length === 0 ? '<none>' : texts.join(', '));
  to.field(
    2,
    `Port${several}`,
    text(ports.map(({ containerPort, protocol = '' }) => `${containerPort}/${protocol}`)),
  );
  to.field(
    2,
    `Host Port${several}`,
    text(ports.map(({ hostPort = 0, protocol = '' }) => `${hostPort}/${protocol}`)),
  );
  describeSeccomp(to, securityContext?.seccompProfile);
}

function describeSeccomp(to: Description, profile: CoreV1SeccompProfile | undefined): void {
  if (profile === undefined) return;
  to.field(2, 'SeccompProfile', profile.type);
  if (profile.type === 'Localhost') to.field(3, 'LocalhostProfile', profile.localhostProfile);
}

function lineList(to: Description, name: string, values: readonly string[] = []): void {
  if (values.length === 0) return;
  to.line(2, `${name}:`);
  for (const value of values.flatMap((one) => one.split('\n'))) to.line(3, value);
}

function describeStatus(
  to: Description,
  { state, lastState, ready, restartCount }: CoreV1ContainerStatus,
): void {
  describeState(to, 'State', state);
  if (lastState?.terminated !== undefined) describeState(to, 'Last State', lastState);
  to.field(2, 'Ready', ready ? 'True' : 'False');
  to.field(2, 'Restart Count', restartCount);
}

function describeState(
  to: Description,
  name: string,
  { running, waiting, terminated }: CoreV1ContainerState,
): void {
  if (running !== undefined) {
    to.field(2, name, 'Running');
    to.field(3, 'Started', timeText(running.startedAt));
  } else if (terminated !== undefined) {
    to.field(2, name, 'Terminated');
    if (terminated.reason) to.field(3, 'Reason', terminated.reason);
    if (terminated.message) to.field(3, 'Message', terminated.message);
    to.field(3, 'Exit Code', terminated.exitCode);
    if (terminated.signal) to.field(3, 'Signal', terminated.signal);
    to.field(3, 'Started', timeText(terminated.startedAt));
    to.field(3, 'Finished', timeText(terminated.finishedAt));
  } else {
    to.field(2, name, 'Waiting');
    if (waiting?.reason) to.field(3, 'Reason', waiting.reason);
  }
}

function describeResources(to: Description, container: CoreV1Container): void {
  const { limits = {}, requests = {} } = container.resources ?? {};
  for (const [title, amounts] of [
    ['Limits', limits],
    ['Requests', requests],
  ] as const) {
    const names = Object.keys(amounts).sort();
    if (names.length > 0) to.line(2, `${title}:`);
    for (const name of names) to.field(3, name, amounts[name]);
  }
  const { livenessProbe, readinessProbe, startupProbe } = container;
  if (livenessProbe !== undefined) to.field(2, 'Liveness', probeText(livenessProbe));
  if (readinessProbe !== undefined) to.field(2, 'Readiness', probeText(readinessProbe));
  if (startupProbe !== undefined) to.field(2, 'Startup', probeText(startupProbe));
}

function probeText(probe: CoreV1Probe): string {
  const { initialDelaySeconds = 0, timeoutSeconds = 0, periodSeconds = 0 } = probe;
  const times = `delay=${initialDelaySeconds}s timeout=${timeoutSeconds}s period=${periodSeconds}s`;
  return `${probeTarget(probe)} ${times} #success=${probe.successThreshold ?? 0} #failure=${probe.failureThreshold ?? 0}`;
}

function probeTarget({ exec, httpGet, tcpSocket, grpc }: CoreV1Probe): string {
  if (exec !== undefined) return `exec [${(exec.command ?? []).join(' ')}]`;
  if (httpGet !== undefined) {
    const { scheme = 'HTTP', host = '', port, path = '' } = httpGet;
    const place = host.includes(':') ? `[${host}]` : host;
    return `http-get ${scheme.toLowerCase()}://${place}:${port}${urlPath(path)}`;
  }
  if (tcpSocket !== undefined) return `tcp-socket ${tcpSocket.host ?? ''}:${tcpSocket.port}`;
  if (grpc !== undefined) return `grpc <pod>:${grpc.port} ${grpc.service ?? ''}`;
  return 'unknown';
}

/** The path as it stands in a URL: `/live?x` is `/live%3Fx`. */
const urlPath = (path: string): string =>
  encodeURI(path.startsWith('/') ? path : `/${path}`).replace(
    /[?!*'()#]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function describeMounts(to: Description, { volumeMounts = [], volumeDevices = [] }: CoreV1Container): void {
  if (volumeMounts.length === 0) to.field(2, 'Mounts', '<none>');
  else to.line(2, 'Mounts:');
  const sorted = volumeMounts.toSorted(by((mount) => mount.mountPath));
  for (const { mountPath, name, readOnly = false, subPath } of sorted) {
    const path = subPath ? `,path="${subPath}"` : '';
    to.line(3, `${mountPath} from ${name} (${readOnly ? 'ro' : 'rw'}${path})`);
  }
  if (volumeDevices.length === 0) return;
  // Other clients say so of the mounts here as well.
  if (volumeMounts.length === 0) to.field(2, 'Devices', '<none>');
  else to.line(2, 'Devices:');
  for (const { devicePath, name } of volumeDevices.toSorted(by((device) => device.devicePath)))
    to.line(3, `${devicePath} from ${name}`);
}
