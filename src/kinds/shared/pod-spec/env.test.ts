import { expect, test } from 'vitest';
import { faultsOfContainer } from '../../../../test/support/unit/pod-specs.ts';
import type { CoreV1EnvFromSource, CoreV1EnvVar } from '../../../api/schema/types.gen.ts';

const at = 'spec.containers[0]';
const field = (fieldPath: string, apiVersion = 'v1') => ({
  name: 'A',
  valueFrom: { fieldRef: { apiVersion, fieldPath } },
});
const resource = (name: string, divisor: string) => ({
  name: 'A',
  valueFrom: { resourceFieldRef: { resource: name, divisor } },
});
const name = `a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')`;
const subdomain = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`;
const sizes = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';

test.each<[CoreV1EnvVar, ...string[]]>([
  [{ name: 'A', value: 'v' }],
  [field('metadata.name')],
  [field('spec.host')],
  [field("metadata.labels['a/b']")],
  [field("metadata.annotations['A']")],
  [resource('limits.cpu', '1m')],
  [resource('requests.memory', '1Mi')],
  [resource('limits.hugepages-2Mi', '1Mi')],
  [resource('limits.memory', '0')],
  [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
  [{ name: '' }, 'name: Required value'],
  [{ name: '1' }, `name: Invalid value: "1": ${name}`],
  [
    { name: 'A', valueFrom: {} },
    'valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
  ],
  [
    { ...field('metadata.name'), value: 'v' },
    'valueFrom: Invalid value: "": may not be specified when `value` is not empty',
  ],
  [
    {
      name: 'A',
      valueFrom: { configMapKeyRef: { name: 'c', key: 'k' }, secretKeyRef: { name: 's', key: 'k' } },
    },
    'valueFrom: Invalid value: "": may not have more than one field specified at a time',
  ],
  [
    { name: 'A', valueFrom: { configMapKeyRef: { key: '' } } },
    `valueFrom.configMapKeyRef.name: Invalid value: "": ${subdomain}`,
    'valueFrom.configMapKeyRef.key: Required value',
  ],
  [field('metadata.name', ''), 'valueFrom.fieldRef.apiVersion: Required value'],
  [field(''), 'valueFrom.fieldRef.fieldPath: Required value'],
  [
    field('metadata.name', 'v2'),
    'valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2',
  ],
  [
    field('metadata.x'),
    'valueFrom.fieldRef.fieldPath: Invalid value: "metadata.x": error converting fieldPath: field label not supported: metadata.x',
  ],
  [
    field("metadata.name['x']"),
    `valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name['x']": error converting fieldPath: field label does not support subscript: metadata.name['x']`,
  ],
  [
    field('metadata.labels'),
    'valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.podIP", "status.podIPs"',
  ],
  [resource('', '0'), 'valueFrom.resourceFieldRef.resource: Required value'],
  [
    resource('limits.x', '1'),
    'valueFrom.resourceFieldRef.resource: Unsupported value: "limits.x": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
  ],
  [
    resource('limits.cpu', '2'),
    `valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
  ],
  [
    resource('limits.memory', '1m'),
    `valueFrom.resourceFieldRef.divisor: Invalid value: "limits.memory": only divisor's values ${sizes} are supported with the memory resource`,
  ],
  [
    resource('requests.ephemeral-storage', '2'),
    `valueFrom.resourceFieldRef.divisor: Invalid value: "requests.ephemeral-storage": only divisor's values ${sizes} are supported with the local ephemeral storage resource`,
  ],
])('env %j', (variable, ...expected) => {
  expect(faultsOfContainer({ env: [variable] })).toEqual(expected.map((text) => `${at}.env[0].${text}`));
});

test.each<[CoreV1EnvFromSource, ...string[]]>([
  [{ prefix: 'A_', configMapRef: { name: 'c' } }],
  [{ prefix: '1', secretRef: { name: 's' } }, `envFrom[0].prefix: Invalid value: "1": ${name}`],
  [{ configMapRef: {} }, 'envFrom[0].configMapRef.name: Required value'],
  [{ secretRef: { name: 'A' } }, `envFrom[0].secretRef.name: Invalid value: "A": ${subdomain}`],
  [{}, 'envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`'],
  [
    { configMapRef: { name: 'c' }, secretRef: { name: 's' } },
    'envFrom: Invalid value: "": may not have more than one field specified at a time',
  ],
])('envFrom %j', (source, ...expected) => {
  expect(faultsOfContainer({ envFrom: [source] })).toEqual(expected.map((text) => `${at}.${text}`));
});
