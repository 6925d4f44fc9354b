import { expect, test } from 'vitest';
import { faultsOf } from '../../../../test/support/unit/pod-specs.ts';
import type { CoreV1PodSpec } from '../../../api/schema/types.gen.ts';

const subdomain = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`;
const label = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`;
const qualified = `name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`;
const labelValue = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`;

test.each<[Partial<CoreV1PodSpec>, ...string[]]>([
  [{ restartPolicy: undefined }, 'restartPolicy: Required value'],
  [
    { restartPolicy: 'x' },
    'restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"',
  ],
  [{ dnsPolicy: undefined }, 'dnsPolicy: Required value'],
  [
    { dnsPolicy: 'x' },
    'dnsPolicy: Unsupported value: "x": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
  ],
  [
    { nodeSelector: { 'a b': 'c d' } },
    `nodeSelector: Invalid value: "a b": ${qualified}`,
    `nodeSelector: Invalid value: "c d": ${labelValue}`,
  ],
  [{ serviceAccountName: 'A' }, `serviceAccountName: Invalid value: "A": ${subdomain}`],
  [{ nodeName: 'A' }, `nodeName: Invalid value: "A": ${subdomain}`],
  [{ priorityClassName: 'A' }, `priorityClassName: Invalid value: "A": ${subdomain}`],
  [{ runtimeClassName: '' }, `runtimeClassName: Invalid value: "": ${subdomain}`],
  [{ hostname: 'a.b' }, `hostname: Invalid value: "a.b": ${label}`],
  [{ subdomain: 'a.b' }, `subdomain: Invalid value: "a.b": ${label}`],
  [{ activeDeadlineSeconds: 1 }],
  [
    { activeDeadlineSeconds: 0 },
    'activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
  ],
  [
    { activeDeadlineSeconds: 2147483648 },
    'activeDeadlineSeconds: Invalid value: 2147483648: must be between 1 and 2147483647, inclusive',
  ],
  [{ preemptionPolicy: '' }, 'preemptionPolicy: Required value'],
  [
    { preemptionPolicy: 'x' },
    'preemptionPolicy: Unsupported value: "x": supported values: "PreemptLowerPriority", "Never"',
  ],
  [
    { readinessGates: [{ conditionType: 'a b' }] },
    `readinessGates[0].conditionType: Invalid value: "a b": ${qualified}`,
  ],
  [{ os: { name: 'linux' } }, 'os: Forbidden: cannot be set when IdentifyPodOS feature is not enabled'],
  [{ terminationGracePeriodSeconds: -1 }],
  // DNS
  [{ dnsPolicy: 'None' }, 'dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
  [
    { dnsPolicy: 'None', dnsConfig: {} },
    'dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None',
  ],
  [
    {
      dnsConfig: {
        nameservers: ['1.1.1.1', '::1'],
        searches: ['a.b.', 'c'],
        options: [{ name: 'ndots', value: '2' }],
      },
    },
  ],
  [
    { dnsConfig: { nameservers: ['a', '1.1.1.1', '2.2.2.2', '3.3.3.3'] } },
    'dnsConfig.nameservers: Invalid value: []string{"a", "1.1.1.1", "2.2.2.2", "3.3.3.3"}: must not have more than 3 nameservers',
    'dnsConfig.nameservers[0]: Invalid value: "a": must be valid IP address',
  ],
  [
    { dnsConfig: { searches: ['a', 'b', 'c', 'd', 'e', 'f', '-'] } },
    'dnsConfig.searches: Invalid value: []string{"a", "b", "c", "d", "e", "f", "-"}: must not have more than 6 search paths',
    `dnsConfig.searches[6]: Invalid value: "-": ${subdomain}`,
  ],
  [
    { dnsConfig: { searches: ['a'.repeat(63), 'b'.repeat(63), 'c'.repeat(63), 'd'.repeat(65)] } },
    `dnsConfig.searches: Invalid value: []string{"${'a'.repeat(63)}", "${'b'.repeat(63)}", "${'c'.repeat(63)}", "${'d'.repeat(65)}"}: must not have more than 256 characters (including spaces) in the search list`,
  ],
  [{ dnsConfig: { options: [{ value: 'x' }] } }, 'dnsConfig.options[0]: Required value: must not be empty'],
  [
    { hostAliases: [{ ip: 'x', hostnames: ['A'] }] },
    'hostAliases.ip: Invalid value: "x": must be valid IP address',
    `hostAliases.hostnames: Invalid value: "A": ${subdomain}`,
  ],
])('%j', (fields, ...expected) => {
  expect(faultsOf(fields)).toEqual(expected.map((text) => `spec.${text}`));
});
