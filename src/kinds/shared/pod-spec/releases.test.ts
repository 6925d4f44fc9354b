import { describe, expect, test } from 'vitest';
import { container, dialect, podSpec, texts } from '../../../../test/support/unit/pod-specs.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Container, CoreV1PodSpec, CoreV1Probe } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { validatePodSpec } from './validation.ts';

const faults = (release: string, fields: Partial<CoreV1PodSpec>, gates: string[] = []): string[] =>
  texts(
    validatePodSpec(podSpec(fields), FieldPath.of('spec'), {
      dialect,
      gates: new FeatureGates(release, gates),
    }),
  );
const ofContainer = (fields: Partial<CoreV1Container>): Partial<CoreV1PodSpec> => ({
  containers: [container(fields)],
});
const ofInit = (fields: Partial<CoreV1Container>): Partial<CoreV1PodSpec> => ({
  initContainers: [container({ name: 'init', ...fields })],
});
const at = 'spec.containers[0]';
const init = 'spec.initContainers[0]';
const probe: CoreV1Probe = { tcpSocket: { port: 80 }, successThreshold: 1 };
const cache = { volumes: [{ name: 'cache', emptyDir: {} }] };
const fileKeyRef = { volumeName: 'cache', path: 'a', key: 'K' };

describe('containers', () => {
  test.each<[string, Partial<CoreV1PodSpec>, ...string[]]>([
    [
      '1.24',
      ofInit({ readinessProbe: probe }),
      `${init}.readinessProbe: Invalid value: ${JSON.stringify(probe)}: must not be set for init containers`,
    ],
    [
      '1.25',
      ofInit({ readinessProbe: probe }),
      `${init}.readinessProbe: Forbidden: may not be set for init containers`,
    ],
    [
      '1.28',
      ofInit({ readinessProbe: probe }),
      `${init}.readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always`,
    ],
    ['1.29', ofInit({ readinessProbe: probe, restartPolicy: 'Always' })],
    [
      '1.29',
      ofInit({ restartPolicy: 'Never' }),
      `${init}: Unsupported value: "Never": supported values: "Always"`,
    ],
    [
      '1.34',
      ofInit({ restartPolicy: 'Never' }),
      `${init}.restartPolicy: Unsupported value: "Never": supported values: "Always"`,
    ],
    ['1.35', ofInit({ restartPolicy: 'Never' })],
    [
      '1.29',
      ofContainer({ restartPolicy: 'Never' }),
      `${at}.restartPolicy: Forbidden: may not be set for non-init containers`,
    ],
    [
      '1.35',
      ofContainer({ restartPolicy: 'x' }),
      `${at}.restartPolicy: Unsupported value: "x": supported values: "Always", "Never", "OnFailure"`,
    ],
    [
      '1.35',
      ofContainer({ restartPolicyRules: [{ action: 'x' }] }),
      `${at}.restartPolicy: Required value: must specify restartPolicy when restart rules are used`,
      `${at}.restartPolicyRules[0].action: Unsupported value: "x": supported values: "Restart"`,
      `${at}.restartPolicyRules[0].exitCodes: Required value: must be specified`,
    ],
    [
      '1.36',
      ofContainer({
        restartPolicy: 'Never',
        restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }],
      }),
    ],
    [
      '1.25',
      { containers: [container({ lifecycle: { preStop: {} } }), container({ image: '' })] },
      `${at}.lifecycle.preStop: Required value: must specify a handler type`,
      'spec.containers[1].image: Required value',
      'spec.containers[1].name: Duplicate value: "app"',
    ],
    [
      '1.29',
      {
        initContainers: [
          container({ name: 'init', restartPolicy: 'Never', readinessProbe: probe }),
          container({ name: 'init', image: '' }),
        ],
      },
      `${init}: Unsupported value: "Never": supported values: "Always"`,
      `${init}.readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always`,
      'spec.initContainers[1].image: Required value',
      'spec.initContainers[1].name: Duplicate value: "init"',
    ],
    [
      '1.24',
      ofContainer({ terminationMessagePolicy: 'x' }),
      `${at}.terminationMessagePolicy: Invalid value: "x": must be 'File' or 'FallbackToLogsOnError'`,
    ],
    [
      '1.25',
      ofContainer({ terminationMessagePolicy: 'x' }),
      `${at}.terminationMessagePolicy: Unsupported value: "x": supported values: "File", "FallbackToLogsOnError"`,
    ],
    [
      '1.26',
      ofContainer({ resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } }),
      `${at}.resources.requests: Invalid value: "2": must be less than or equal to cpu limit`,
    ],
    [
      '1.27',
      ofContainer({ resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } }),
      `${at}.resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1`,
    ],
    [
      '1.36',
      ofContainer({ resources: { claims: [{ name: 'a' }] } }),
      `${at}.resources.claims[0]: Not found: "a": must be one of the names in pod.spec.resourceClaims which is empty`,
    ],
    [
      '1.36',
      ofContainer({ securityContext: { procMount: 'Unmasked' } }),
      `${at}.securityContext.procMount: Invalid value: "Unmasked": \`hostUsers\` must be false to use \`Unmasked\``,
    ],
    ['1.36', { ...ofContainer({ securityContext: { procMount: 'Unmasked' } }), hostUsers: false }],
    [
      '1.36',
      ofContainer({ lifecycle: { preStop: { sleep: { seconds: 31 } } } }),
      `${at}.lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)`,
    ],
    [
      '1.30',
      ofContainer({ lifecycle: { preStop: { sleep: { seconds: 0 } } } }),
      `${at}.lifecycle.preStop.sleep: Invalid value: 0: must be greater than 0 and less than terminationGracePeriodSeconds (30)`,
    ],
    [
      '1.36',
      ofContainer({ lifecycle: { stopSignal: 'SIGKILL' } }),
      `${at}.lifecycle.stopSignal: Forbidden: may not be set for containers with empty \`spec.os.name\``,
    ],
    ['1.36', { ...ofContainer({ lifecycle: { stopSignal: 'SIGRTMIN+15' } }), os: { name: 'linux' } }],
    [
      '1.36',
      { ...ofContainer({ lifecycle: { stopSignal: 'SIGHUP' } }), os: { name: 'windows' } },
      `${at}.lifecycle.stopSignal: Unsupported value: "SIGHUP": supported values: "SIGKILL", "SIGTERM"`,
    ],
    [
      '1.36',
      ofContainer({ resizePolicy: [{ resourceName: 'disk', restartPolicy: '' }] }),
      `${at}.resizePolicy: Unsupported value: "disk": supported values: "cpu", "memory"`,
      `${at}.resizePolicy: Required value`,
    ],
    [
      '1.36',
      ofInit({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
      `${init}.resizePolicy[0].restartPolicy: Invalid value: "RestartContainer": must not be set to 'RestartContainer' for non-sidecar initContainers`,
    ],
    [
      '1.36',
      {
        ...cache,
        ...ofContainer({ volumeMounts: [{ name: 'cache', mountPath: '/c', recursiveReadOnly: 'Enabled' }] }),
      },
      `${at}.volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true`,
    ],
    [
      '1.36',
      ofContainer({ securityContext: { appArmorProfile: { type: 'Localhost' } } }),
      `${at}.securityContext.appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost`,
    ],
  ])('%s: %j', (release, fields, ...expected) => {
    expect(faults(release, fields)).toEqual(expected);
  });
});

describe('environment', () => {
  const named = (name: string) => ofContainer({ env: [{ name }] });
  const fromFile = { ...ofContainer({ env: [{ name: 'A', valueFrom: { fileKeyRef } }] }) };

  test.each<[string, Partial<CoreV1PodSpec>, RegExp | undefined]>([
    ['1.31', named('1 a'), /a valid environment variable name must consist of alphabetic characters/],
    ['1.32', named('1 a'), undefined],
    ['1.32', named('a=b'), /must consist only of printable ASCII characters other than '='$/],
    ['1.36', { ...cache, ...fromFile }, undefined],
    ['1.36', fromFile, /fileKeyRef\.volumeName: Not found: "cache"$/],
    ['1.35', ofContainer({ env: [{ name: 'A', valueFrom: {} }] }), /`secretKeyRef` or `fileKeyRef`$/],
    ['1.33', ofContainer({ env: [{ name: 'A', valueFrom: {} }] }), /`configMapKeyRef` or `secretKeyRef`$/],
  ])('%s: %j', (release, fields, expected) => {
    const [first] = faults(release, fields);
    if (expected === undefined) expect(first).toBeUndefined();
    else expect(first).toMatch(expected);
  });
});

describe('the pod', () => {
  const term = (operator: string, value: string) => ({ tolerations: [{ key: 'a', operator, value }] });
  const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' };

  test.each<[string, Partial<CoreV1PodSpec>, ...string[]]>([
    ['1.36', { hostUsers: false, hostPID: true }, 'spec.HostPID: Forbidden: when `hostUsers` is false'],
    [
      '1.32',
      { hostUsers: false, hostNetwork: true },
      'spec.hostNetwork: Forbidden: when `pod.Spec.HostUsers` is false',
    ],
    ['1.24', { os: { name: '' } }, 'spec.os.name: Required value: cannot be empty'],
    ['1.24', { os: { name: 'x' } }, 'spec.os: Unsupported value: "x": supported values: "linux", "windows"'],
    ['1.36', { os: { name: '' } }, 'spec.os.name: Required value'],
    [
      '1.36',
      { os: { name: 'linux' }, securityContext: { windowsOptions: {} } },
      'spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
    ],
    [
      '1.36',
      { os: { name: 'windows' }, hostUsers: true },
      'spec.hostUsers: Forbidden: cannot be set for a windows pod',
    ],
    [
      '1.36',
      { schedulingGates: [{ name: 'a' }, { name: 'a' }] },
      'spec.schedulingGates[1]: Duplicate value: "a"',
    ],
    ['1.36', { resourceClaims: [{ name: 'a', resourceClaimName: 'b' }] }],
    [
      '1.36',
      { hostnameOverride: 'a', setHostnameAsFQDN: true },
      'spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true',
    ],
    [
      '1.36',
      { securityContext: { seLinuxChangePolicy: 'MountOption' } },
      'spec.securityContext.seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"',
    ],
    [
      '1.36',
      { securityContext: { supplementalGroupsPolicy: 'x' } },
      'spec.securityContext.supplementalGroupsPolicy: Unsupported value: "x": supported values: "Merge", "Strict"',
    ],
    [
      '1.31',
      term('Lt', '1'),
      'spec.tolerations[0].operator: Unsupported value: "Lt": supported values: "Equal", "Exists"',
    ],
    [
      '1.36',
      term('Lt', '1'),
      'spec.tolerations[0].operator: Unsupported value: "Lt": supported values: "Equal", "Exists", "Lt", "Gt"',
    ],
    [
      '1.32',
      term('Exists', 'x'),
      `spec.tolerations[0].operator: Invalid value: "x": value must be empty when \`operator\` is 'Exists'`,
    ],
    [
      '1.36',
      { topologySpreadConstraints: [{ ...spread, minDomains: 2 }] },
      'spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
    ],
    [
      '1.36',
      { topologySpreadConstraints: [{ ...spread, matchLabelKeys: ['a'] }] },
      'spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set',
    ],
    [
      '1.29',
      { hostAliases: [{ ip: '::1', hostnames: ['A'] }] },
      expect.stringMatching(/^spec\.hostAliases\.hostnames: /),
    ],
    [
      '1.30',
      { hostAliases: [{ ip: '::1', hostnames: ['A'] }] },
      expect.stringMatching(/^spec\.hostAliases\[0\]\.hostnames\[0\]: /),
    ],
    ['1.33', { dnsConfig: { searches: ['.', '_a.b'] } }],
    [
      '1.25',
      { dnsConfig: { searches: Array(7).fill('a') } },
      expect.stringMatching(/must not have more than 6 search paths$/),
    ],
    ['1.26', { dnsConfig: { searches: Array(7).fill('a') } }],
    [
      '1.36',
      { resources: { requests: { cpu: '1' } }, ...ofContainer({ resources: { requests: { cpu: '2' } } }) },
      'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
    ],
    [
      '1.24',
      { securityContext: { sysctls: [{ name: 'a/b', value: '' }] } },
      expect.stringMatching(/must have at most 253 characters/),
    ],
    ['1.25', { securityContext: { sysctls: [{ name: 'a/b', value: '' }] } }],
    [
      '1.29',
      { hostNetwork: true, securityContext: { sysctls: [{ name: 'net.a', value: '' }] } },
      `spec.securityContext.sysctls[0].name: Invalid value: "net.a": may not be specified when 'hostNetwork' is true`,
    ],
  ])('%s: %j', (release, fields, ...expected) => {
    expect(faults(release, fields)).toEqual(expected);
  });

  test('tolerations compare numbers behind a gate', () => {
    const gates = ['TaintTolerationComparisonOperators=true'];
    expect(faults('1.36', term('Gt', '5'), gates)).toEqual([]);
    expect(faults('1.36', term('Gt', '05'), gates)).toEqual([
      'spec.tolerations[0].value: Invalid value: "05": must be a valid decimal integer in canonical form',
    ]);
  });
});

const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 1 };
const onlyHard = 'can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway';

test('a constraint on the spread that comes twice is told of before what is in it', () => {
  const path = 'spec.topologySpreadConstraints';
  expect(faults('1.30', { topologySpreadConstraints: [spread, spread] })).toEqual([
    `${path}[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, ScheduleAnyway}"`,
    `${path}[0].minDomains: Invalid value: 1: ${onlyHard}`,
    `${path}[1].minDomains: Invalid value: 1: ${onlyHard}`,
  ]);
});

const source = { resourceClaimTemplateName: 't' };

test.each<[string, string, ...string[]]>([
  ['1.26', 'p', 'resourceClaims[1].name: Required value', 'resourceClaims[2].name: Required value'],
  [
    '1.30',
    'p_',
    'resourceClaims[0].name: Invalid value: "p_-a": final ResourceClaim name: a lowercase RFC 1123 subdomain',
    'resourceClaims[1].name: Required value',
    'resourceClaims[2].name: Required value',
  ],
])('in %s the claim that is made for a pod %s has a name', (release, name, ...expected) => {
  const claims = ['a', '', ''].map((each) => ({ name: each, source }));
  const api = { dialect, gates: new FeatureGates(release) };
  const metadata = { name, creationTimestamp: null };
  const spec = podSpec({ resourceClaims: claims });
  const found = texts(validatePodSpec(spec, FieldPath.root, api, { metadata }));
  expect(found).toEqual(expected.map((text) => expect.stringContaining(text)));
});
