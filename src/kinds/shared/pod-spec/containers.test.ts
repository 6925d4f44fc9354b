import { describe, expect, test } from 'vitest';
import { container, faultsOf, faultsOfContainer } from '../../../../test/support/unit/pod-specs.ts';
import type {
  CoreV1Container,
  CoreV1EphemeralContainer,
  CoreV1Probe,
} from '../../../api/schema/types.gen.ts';

const at = 'spec.containers[0]';
const label = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`;

test('a plain pod is valid', () => {
  expect(faultsOf({})).toEqual([]);
});

test('there is at least one container', () => {
  expect(faultsOf({ containers: null })).toEqual(['spec.containers: Required value']);
});

describe('a container', () => {
  test.each<[Partial<CoreV1Container>, ...string[]]>([
    [{ name: '' }, 'name: Required value'],
    [{ name: 'A' }, `name: Invalid value: "A": ${label}`],
    [{ image: undefined }, 'image: Required value'],
    [{ imagePullPolicy: undefined }, 'imagePullPolicy: Required value'],
    [
      { imagePullPolicy: 'x' },
      'imagePullPolicy: Unsupported value: "x": supported values: "Always", "IfNotPresent", "Never"',
    ],
    [
      { terminationMessagePolicy: undefined },
      "terminationMessagePolicy: Required value: must be 'File' or 'FallbackToLogsOnError'",
    ],
    [
      { terminationMessagePolicy: 'x' },
      `terminationMessagePolicy: Invalid value: "x": must be 'File' or 'FallbackToLogsOnError'`,
    ],
  ])('%j', (fields, ...expected) => {
    expect(faultsOfContainer(fields)).toEqual(expected.map((text) => `${at}.${text}`));
  });

  test('has a name of its own', () => {
    expect(faultsOf({ containers: [container(), container()] })).toEqual([
      'spec.containers[1].name: Duplicate value: "app"',
    ]);
  });

  test('of a template may have blanks around the image', () => {
    expect(faultsOfContainer({ image: ' ' })).toEqual([]);
  });
});

describe('ports', () => {
  const port = { containerPort: 80, protocol: 'TCP' };

  test.each<[NonNullable<CoreV1Container['ports']>, ...string[]]>([
    [[{ ...port, name: 'http', hostPort: 8080 }]],
    [[{ containerPort: 0, protocol: 'TCP' }], 'ports[0].containerPort: Required value'],
    [
      [{ containerPort: 65536, protocol: 'TCP' }],
      'ports[0].containerPort: Invalid value: 65536: must be between 1 and 65535, inclusive',
    ],
    [
      [{ ...port, hostPort: -1 }],
      'ports[0].hostPort: Invalid value: -1: must be between 1 and 65535, inclusive',
    ],
    [[{ containerPort: 80 }], 'ports[0].protocol: Required value'],
    [
      [{ containerPort: 80, protocol: 'tcp' }],
      'ports[0].protocol: Unsupported value: "tcp": supported values: "SCTP", "TCP", "UDP"',
    ],
    [
      [{ ...port, name: 'a--B' }],
      'ports[0].name: Invalid value: "a--B": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      'ports[0].name: Invalid value: "a--B": must not contain consecutive hyphens',
    ],
    [
      [
        { ...port, name: 'a' },
        { ...port, name: 'a' },
      ],
      'ports[1].name: Duplicate value: "a"',
    ],
    [
      [
        { ...port, hostPort: 80 },
        { ...port, hostPort: 80 },
        { ...port, hostPort: 80, hostIP: '10.0.0.1' },
      ],
      'ports[1].hostPort: Duplicate value: "TCP//80"',
    ],
  ])('%j', (ports, ...expected) => {
    expect(faultsOfContainer({ ports })).toEqual(expected.map((text) => `${at}.${text}`));
  });

  test('of the node are taken by one app container, but by any init container', () => {
    const ports = [{ containerPort: 80, hostPort: 80, protocol: 'TCP' }];
    const two = [container({ name: 'a', ports }), container({ name: 'b', ports })];
    expect(faultsOf({ containers: two })).toEqual([
      'spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//80"',
    ]);
    expect(faultsOf({ initContainers: two })).toEqual([]);
  });

  test('are those of the node in its network', () => {
    expect(faultsOfContainer({ ports: [port] }, { hostNetwork: true })).toEqual([
      `${at}.ports[0].containerPort: Invalid value: 80: must match \`hostPort\` when \`hostNetwork\` is true`,
    ]);
  });
});

describe('probes and hooks', () => {
  const exec = { command: ['true'] };
  const probe = (fields: Partial<CoreV1Probe>): CoreV1Probe => ({ exec, successThreshold: 1, ...fields });

  test.each<[Partial<CoreV1Container>, ...string[]]>([
    [{ livenessProbe: probe({}), readinessProbe: probe({ successThreshold: 3 }), startupProbe: probe({}) }],
    [
      { livenessProbe: probe({ exec: undefined }) },
      'livenessProbe: Required value: must specify a handler type',
    ],
    [{ livenessProbe: probe({ exec: {} }) }, 'livenessProbe.exec.command: Required value'],
    [
      { livenessProbe: probe({ tcpSocket: { port: 80 }, grpc: { port: 80, service: '' } }) },
      'livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
      'livenessProbe.grpc: Forbidden: may not specify more than 1 handler type',
    ],
    [
      { livenessProbe: probe({ exec: undefined, grpc: { port: 0, service: '' } }) },
      'livenessProbe.grpc.port: Invalid value: 0: must be between 1 and 65535, inclusive',
    ],
    [
      { readinessProbe: probe({ exec: undefined, tcpSocket: { port: 'A' } }) },
      'readinessProbe.tcpSocket.port: Invalid value: "A": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      'readinessProbe.tcpSocket.port: Invalid value: "A": must contain at least one letter or number (a-z, 0-9)',
    ],
    [
      {
        readinessProbe: probe({
          exec: undefined,
          httpGet: { port: 0, scheme: 'ftp', httpHeaders: [{ name: 'a b', value: '' }] },
        }),
      },
      'readinessProbe.httpGet.path: Required value',
      'readinessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'readinessProbe.httpGet.scheme: Unsupported value: "ftp": supported values: "HTTP", "HTTPS"',
      `readinessProbe.httpGet.httpHeaders: Invalid value: "a b": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')`,
    ],
    [
      {
        readinessProbe: probe({
          initialDelaySeconds: -1,
          timeoutSeconds: -1,
          periodSeconds: -1,
          successThreshold: -1,
          failureThreshold: -1,
        }),
      },
      ...[
        'initialDelaySeconds',
        'timeoutSeconds',
        'periodSeconds',
        'successThreshold',
        'failureThreshold',
      ].map((field) => `readinessProbe.${field}: Invalid value: -1: must be greater than or equal to 0`),
    ],
    [
      { livenessProbe: probe({ successThreshold: 2 }) },
      'livenessProbe.successThreshold: Invalid value: 2: must be 1',
    ],
    [
      { startupProbe: probe({ successThreshold: 2 }) },
      'startupProbe.successThreshold: Invalid value: 2: must be 1',
    ],
    [
      { startupProbe: probe({ terminationGracePeriodSeconds: 0 }) },
      'startupProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0',
      'startupProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0',
    ],
    [
      { readinessProbe: probe({ terminationGracePeriodSeconds: 1 }) },
      'readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for readinessProbes',
    ],
    [
      { lifecycle: { postStart: {}, preStop: { exec: {} } } },
      'lifecycle.postStart: Required value: must specify a handler type',
      'lifecycle.preStop.exec.command: Required value',
    ],
  ])('%j', (fields, ...expected) => {
    expect(faultsOfContainer(fields)).toEqual(expected.map((text) => `${at}.${text}`));
  });
});

describe('init containers', () => {
  test('have names that no container has', () => {
    expect(faultsOf({ initContainers: [container()] })).toEqual([
      'spec.initContainers[0].name: Duplicate value: "app"',
    ]);
  });

  test('are not asked how they are', () => {
    const livenessProbe = { exec: { command: ['true'] }, successThreshold: 1 };
    const lifecycle = { preStop: { exec: { command: ['true'] } } };
    expect(faultsOf({ initContainers: [container({ name: 'i', lifecycle, livenessProbe })] })).toEqual([
      'spec.initContainers[0].lifecycle: Invalid value: {"preStop":{"exec":{"command":["true"]}}}: must not be set for init containers',
      'spec.initContainers[0].livenessProbe: Invalid value: {"exec":{"command":["true"]},"successThreshold":1}: must not be set for init containers',
    ]);
  });
});

describe('ephemeral containers', () => {
  const ephemeral = (fields: Partial<CoreV1EphemeralContainer>) =>
    faultsOf({ ephemeralContainers: [{ ...container({ name: 'debug' }), ...fields }] });
  const path = 'spec.ephemeralContainers[0]';

  test.each<[Partial<CoreV1EphemeralContainer>, ...string[]]>([
    [{ targetContainerName: 'app', tty: true, securityContext: {} }],
    [{ targetContainerName: 'x' }, '.targetContainerName: Not found: "x"'],
    [{ name: '', image: undefined }, ': Required value: ephemeralContainer requires a name'],
    [{ name: 'app' }, '.name: Duplicate value: "app"'],
    [{ image: undefined }, '[0].image: Required value'],
    [{ image: ' a' }, '[0].image: Invalid value: " a": must not have leading or trailing whitespace'],
    [
      { ports: [{ containerPort: 80, protocol: 'TCP' }], resources: { limits: { cpu: '1' } } },
      '.ports: Forbidden: cannot be set for an Ephemeral Container',
      '.resources: Forbidden: cannot be set for an Ephemeral Container',
    ],
    [
      { livenessProbe: { exec: { command: ['a'] }, successThreshold: 1 } },
      '.livenessProbe: Forbidden: cannot be set for an Ephemeral Container',
    ],
  ])('%j', (fields, ...expected) => {
    expect(ephemeral(fields)).toEqual(expected.map((text) => `${path}${text}`));
  });
});
