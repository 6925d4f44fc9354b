import { describe, expect, test } from 'vitest';
import { container, faultsOf, faultsOfContainer } from '../../../../test/support/unit/pod-specs.ts';
import type {
  CoreV1PodSecurityContext,
  CoreV1PodSpec,
  CoreV1SecurityContext,
  CoreV1WindowsSecurityContextOptions,
} from '../../../api/schema/types.gen.ts';

const range = 'must be between 0 and 2147483647, inclusive';

test.each<[CoreV1SecurityContext, ...string[]]>([
  [{ privileged: true, runAsUser: 0, runAsGroup: 2147483647, procMount: 'Default' }],
  [
    { runAsUser: -1, runAsGroup: 2147483648 },
    `.runAsUser: Invalid value: -1: ${range}`,
    `.runAsGroup: Invalid value: 2147483648: ${range}`,
  ],
  [{ procMount: 'x' }, '.procMount: Unsupported value: "x": supported values: "Default", "Unmasked"'],
  [{ seccompProfile: { type: 'RuntimeDefault' } }],
  [{ seccompProfile: { type: 'Localhost', localhostProfile: 'a/b.json' } }],
  [
    { seccompProfile: { type: '' } },
    '.seccompProfile.type: Required value: type is required when seccompProfile is set',
  ],
  [
    { seccompProfile: { type: 'x' } },
    '.seccompProfile.type: Unsupported value: "x": supported values: "Localhost", "RuntimeDefault", "Unconfined"',
  ],
  [
    { seccompProfile: { type: 'Localhost' } },
    '.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
  ],
  [
    { seccompProfile: { type: 'Localhost', localhostProfile: '/a' } },
    '.seccompProfile.localhostProfile: Invalid value: "/a": must be a relative path',
  ],
  [
    { seccompProfile: { type: 'Unconfined', localhostProfile: 'a' } },
    '.seccompProfile.localhostProfile: Invalid value: {"type":"Unconfined","localhostProfile":"a"}: can only be set when seccomp type is Localhost',
  ],
  [
    { allowPrivilegeEscalation: false, privileged: true },
    ': Invalid value: {"allowPrivilegeEscalation":false,"privileged":true}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
  ],
  [
    { allowPrivilegeEscalation: false, capabilities: { add: ['CAP_SYS_ADMIN'] } },
    ': Invalid value: {"allowPrivilegeEscalation":false,"capabilities":{"add":["CAP_SYS_ADMIN"]}}: cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
  ],
])('of a container: %j', (securityContext, ...expected) => {
  expect(faultsOfContainer({ securityContext })).toEqual(
    expected.map((text) => `spec.containers[0].securityContext${text}`),
  );
});

test('privileged containers can be refused altogether', () => {
  const containers = [container({ securityContext: { privileged: true } })];
  expect(faultsOf({ containers }, { allowPrivileged: false })).toEqual([
    'spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy',
  ]);
});

const sysctl =
  'must have at most 253 characters and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?\\.)*[a-z0-9]([-_a-z0-9]*[a-z0-9])?';

test.each<[CoreV1PodSecurityContext, ...string[]]>([
  [{ fsGroup: 0, sysctls: [{ name: 'kernel.shm_rmid-forced', value: '1' }], fsGroupChangePolicy: 'Always' }],
  [{ fsGroup: -1 }, `fsGroup: Invalid value: -1: ${range}`],
  [
    { runAsUser: -1, runAsGroup: -1 },
    `runAsUser: Invalid value: -1: ${range}`,
    `runAsGroup: Invalid value: -1: ${range}`,
  ],
  [{ supplementalGroups: [1, -1] }, `supplementalGroups[1]: Invalid value: -1: ${range}`],
  [
    { fsGroupChangePolicy: 'x' },
    'fsGroupChangePolicy: Unsupported value: "x": supported values: "Always", "OnRootMismatch"',
  ],
  [
    {
      sysctls: ['', 'a.b', 'a.b', 'A', 'a..b', '-a'].map((name) => ({ name, value: '' })),
    },
    'sysctls[0].name: Required value',
    'sysctls[2].name: Duplicate value: "a.b"',
    `sysctls[3].name: Invalid value: "A": ${sysctl}`,
    `sysctls[4].name: Invalid value: "a..b": ${sysctl}`,
    `sysctls[5].name: Invalid value: "-a": ${sysctl}`,
  ],
  [
    { seccompProfile: { type: '' } },
    'seccompProfile.type: Required value: type is required when seccompProfile is set',
  ],
])('of a pod: %j', (securityContext, ...expected) => {
  expect(faultsOf({ securityContext })).toEqual(expected.map((text) => `spec.securityContext.${text}`));
});

test('processes are shared with the pod or with the node', () => {
  expect(faultsOf({ hostPID: true, shareProcessNamespace: true })).toEqual([
    'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
  ]);
});

describe('windows', () => {
  const at = 'spec.securityContext.windowsOptions';
  const user = (
    runAsUserName: string,
    ...texts: string[]
  ): [CoreV1WindowsSecurityContextOptions, ...string[]] => {
    const shown = JSON.stringify(runAsUserName);
    return [{ runAsUserName }, ...texts.map((text) => `runAsUserName: Invalid value: ${shown}: ${text}`)];
  };

  test.each<[CoreV1WindowsSecurityContextOptions, ...string[]]>([
    [{ gmsaCredentialSpecName: 'a.b', gmsaCredentialSpec: 'x' }],
    [
      { gmsaCredentialSpec: '' },
      'gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string',
    ],
    user('ContainerUser'),
    user('NT AUTHORITY\\NETWORK SERVICE'),
    user('ad.example.com\\me'),
    user('', 'runAsUserName cannot be an empty string'),
    user('a\tb', 'runAsUserName cannot contain control characters'),
    user('a\\b\\c', 'runAsUserName cannot contain more than one backslash'),
    user('.a\\b', "runAsUserName's Domain doesn't match the NetBios nor the DNS format"),
    user('a\\', "runAsUserName's User cannot be empty"),
    user('u'.repeat(105), "runAsUserName's User length must not be longer than 104 characters"),
    user('a@b', `runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`),
    user('. .', "runAsUserName's User cannot contain only periods or spaces"),
  ])('%j', (windowsOptions, ...expected) => {
    expect(faultsOf({ securityContext: { windowsOptions } })).toEqual(
      expected.map((text) => `${at}.${text}`),
    );
  });

  test('Windows credential specs have a largest size', () => {
    const [problem] = faultsOf({
      securityContext: { windowsOptions: { gmsaCredentialSpec: 'x'.repeat(65537) } },
    });
    expect(problem).toMatch(/: gmsaCredentialSpec size must be under 64 KiB$/);
  });

  const onHost = { windowsOptions: { hostProcess: true } };
  const inPod = { windowsOptions: { hostProcess: false } };

  test.each<[Partial<CoreV1PodSpec>, ...string[]]>([
    [{ securityContext: onHost, hostNetwork: true }],
    [
      { securityContext: onHost },
      'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers',
    ],
    [
      {
        hostNetwork: true,
        containers: [container({ name: 'a', securityContext: onHost }), container({ name: 'b' })],
      },
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
    ],
    [
      { securityContext: onHost, hostNetwork: true, containers: [container({ securityContext: inPod })] },
      'spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be identical if both are specified, was true',
    ],
  ])('on the host: %j', (fields, ...expected) => {
    expect(faultsOf(fields)).toEqual(expected);
  });

  test('on the host is privileged', () => {
    expect(faultsOf({ securityContext: onHost, hostNetwork: true }, { allowPrivileged: false })).toEqual([
      'spec: Forbidden: hostProcess containers are disallowed by cluster policy',
    ]);
  });
});
