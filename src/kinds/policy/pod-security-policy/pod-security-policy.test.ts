import { describe, expect, test } from 'vitest';
import { testedRelease } from '../../../../test/support/release.ts';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { podSecurityPolicy } from './index.ts';

const any = { rule: 'RunAsAny' };

const policy = {
  metadata: metadata('any', { namespace: undefined }),
  spec: { seLinux: any, runAsUser: any, supplementalGroups: any, fsGroup: any },
};
const bench = new Bench(podSecurityPolicy(dependencies), policy, testedRelease, dependencies.gates);

const tooLong = 'a'.repeat(254);

describe('a PodSecurityPolicy', () => {
  test.each<[string, Written, string[]]>([
    ['valid', { volumes: ['*'], allowedHostPaths: [{ pathPrefix: '/var' }] }, []],
    [
      'unknown rules',
      {
        runAsUser: { rule: 'A' },
        seLinux: { rule: 'B' },
        supplementalGroups: { rule: 'C' },
        fsGroup: { rule: 'D' },
      },
      [
        'spec.runAsUser.rule: Unsupported value: "A": supported values: "MustRunAs", "MustRunAsNonRoot", "RunAsAny"',
        'spec.seLinux.rule: Unsupported value: "B": supported values: "MustRunAs", "RunAsAny"',
        'spec.supplementalGroups.rule: Unsupported value: "C": supported values: "MayRunAs", "MustRunAs", "RunAsAny"',
        'spec.fsGroup.rule: Unsupported value: "D": supported values: "MayRunAs", "MustRunAs", "RunAsAny"',
      ],
    ],
    [
      'invalid ranges',
      { runAsUser: { rule: 'MustRunAs', ranges: [{ min: -1, max: -2 }] } },
      [
        'spec.runAsUser.ranges[0].min: Invalid value: -1: min cannot be negative',
        'spec.runAsUser.ranges[0].max: Invalid value: -2: max cannot be negative',
        'spec.runAsUser.ranges[0].min: Invalid value: -1: min cannot be greater than max',
      ],
    ],
    [
      'runAsGroup without ranges',
      { runAsGroup: { rule: 'MayRunAs' } },
      ['spec.runAsGroup.ranges: Invalid value: []policy.IDRange(nil): must provide at least one range'],
    ],
    [
      'runAsGroup RunAsAny with ranges',
      { runAsGroup: { rule: 'RunAsAny', ranges: [{ min: 1, max: 2 }] } },
      [
        'spec.runAsGroup.ranges: Invalid value: []policy.IDRange{policy.IDRange{Min:1, Max:2}}: Ranges must be empty',
      ],
    ],
    [
      'an unknown rule of runAsGroup',
      { runAsGroup: { rule: 'X' } },
      ['spec.runAsGroup.rule: Unsupported value: "X": supported values: "MustRunAs", "RunAsAny", "MayRunAs"'],
    ],
    [
      'an unknown volume type',
      { volumes: ['disk'] },
      [
        expect.stringMatching(
          /^spec\.volumes: Unsupported value: "disk": supported values: "\*", "awsElastic/,
        ) as never,
      ],
    ],
    [
      'dropped capabilities although all are allowed',
      { requiredDropCapabilities: ['KILL'], allowedCapabilities: ['*'] },
      [
        'requiredDropCapabilities: Invalid value: []core.Capability{"KILL"}: must be empty when all capabilities are allowed by a wildcard',
      ],
    ],
    [
      'capabilities both dropped and added',
      { requiredDropCapabilities: ['KILL'], allowedCapabilities: ['KILL'], defaultAddCapabilities: ['KILL'] },
      [
        'defaultAddCapabilities: Invalid value: "KILL": capability is listed in defaultAddCapabilities and requiredDropCapabilities',
        'allowedCapabilities: Invalid value: "KILL": capability is listed in allowedCapabilities and requiredDropCapabilities',
      ],
    ],
    [
      'a default of privilege escalation that is not allowed',
      { defaultAllowPrivilegeEscalation: true, allowPrivilegeEscalation: false },
      [
        'spec.defaultAllowPrivilegeEscalation: Invalid value: true: Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true',
      ],
    ],
    [
      'host paths with .. and without a prefix',
      { allowedHostPaths: [{ pathPrefix: '/a/../b' }, {}, { pathPrefix: '..' }] },
      [
        'spec.allowedHostPaths[0]: Invalid value: "/a/../b": must not contain \'..\'',
        'spec.allowedHostPaths[1]: Required value: is required',
      ],
    ],
    [
      'drivers without names',
      { allowedFlexVolumes: [{ driver: '' }], allowedCSIDrivers: [{ name: '' }] },
      [
        'spec.allowedFlexVolumes.allowedFlexVolumes[0].driver: Required value: must specify a driver',
        'spec.allowedCSIDrivers.allowedCSIDriver[0].name: Required value',
        expect.stringMatching(
          /^spec\.allowedCSIDrivers\.allowedCSIDriver\[0\]\.name: Invalid value: ""/,
        ) as never,
      ],
    ],
    ['valid sysctls', { allowedUnsafeSysctls: ['kernel.*', 'net/core.x-*', 'a_b'] }, []],
    [
      'invalid sysctls',
      { forbiddenSysctls: ['', 'K', 'a..b', 'a*b', '-*'] },
      [
        'spec.forbiddenSysctls[0]: Invalid value: "": empty sysctl not allowed',
        ...[1, 2, 3, 4].map(
          (index) =>
            expect.stringMatching(
              `^spec.forbiddenSysctls.${index}.: .* must have at most 253 characters and match regex \\(\\[a-z0-9\\]`,
            ) as never,
        ),
      ],
    ],
    [
      'the sysctl * beside others',
      { allowedUnsafeSysctls: ['*', 'a'] },
      ["spec.allowedUnsafeSysctls.items: Forbidden: if '*' is present, must not specify other sysctls"],
    ],
    [
      'every forbidden pattern that covers an allowed sysctl, in the order of the list',
      {
        allowedUnsafeSysctls: ['a.b.c'],
        forbiddenSysctls: ['a.b.c*', 'a.b.b', 'a.b', 'a.b.*', 'b', 'a.c*', 'a*'],
      },
      ['a.b.c*', 'a.b.*', 'a*'].map(
        (wider) => `spec.allowedUnsafeSysctls[0]: Invalid value: "a.b.c": sysctl overlaps with ${wider}`,
      ),
    ],
    [
      'sysctls both allowed and forbidden',
      {
        allowedUnsafeSysctls: ['a.b', 'net.*', 'x', 'kernel.*'],
        forbiddenSysctls: ['a.*', 'net.core', 'x', 'k*'],
      },
      [
        'spec.allowedUnsafeSysctls[0]: Invalid value: "a.b": sysctl overlaps with a.*',
        'spec.forbiddenSysctls[1]: Invalid value: "net.core": sysctl overlaps with net.*',
        'spec.allowedUnsafeSysctls[2]: Invalid value: "x": sysctl overlaps with x',
        'spec.allowedUnsafeSysctls[3]: Invalid value: "kernel.*": sysctl overlaps with k*',
      ],
    ],
    [
      'an overlap listed before sysctls that are too long',
      { allowedUnsafeSysctls: ['ab'], forbiddenSysctls: ['a*', tooLong, `${tooLong}a*`] },
      [
        ...[1, 2].map(
          (index) => expect.stringMatching(`^spec.forbiddenSysctls.${index}.: .* at most 253 `) as never,
        ),
        'spec.allowedUnsafeSysctls[0]: Invalid value: "ab": sysctl overlaps with a*',
      ],
    ],
    [
      'repeated runtime classes beside *',
      { runtimeClass: { allowedRuntimeClassNames: ['a', 'a', '*'], defaultRuntimeClassName: 'b' } },
      [
        'spec.runtimeClass.allowedRuntimeClassNames[1]: Duplicate value: "a"',
        'spec.runtimeClass.allowedRuntimeClassNames: Invalid value: []string{"a", "a", "*"}: if \'*\' is present, must not specify other RuntimeClass names',
      ],
    ],
    [
      'a default runtime class that is not allowed',
      { runtimeClass: { allowedRuntimeClassNames: [], defaultRuntimeClassName: 'b' } },
      ['spec.runtimeClass.allowedRuntimeClassNames: Required value: default "b" must be allowed'],
    ],
  ])('is validated on create and update: %s', (_, spec, errors) => {
    expect(bench.create({ spec }).errors).toEqual(errors);
    expect(bench.update({ spec }).errors).toEqual(errors);
  });

  test('is validated in its AppArmor and seccomp annotations', () => {
    const [appArmor, seccomp] = ['apparmor.security.beta.orch.io', 'seccomp.security.alpha.orch.io'];
    const annotations = {
      [`${appArmor}/defaultProfileName`]: 'x',
      [`${appArmor}/allowedProfileNames`]: 'runtime/default,y',
      [`${seccomp}/defaultProfileName`]: '*',
      [`${seccomp}/allowedProfileNames`]: '*,localhost/a,z',
    };
    expect(bench.create({ metadata: { annotations } }).errors).toEqual([
      `metadata.annotations[${appArmor}/defaultProfileName]: Invalid value: "x": invalid AppArmor profile name: "x"`,
      `metadata.annotations[${appArmor}/allowedProfileNames]: Invalid value: "runtime/default,y": invalid AppArmor profile name: "y"`,
      `metadata.annotations[${seccomp}/defaultProfileName]: Invalid value: "*": must be a valid seccomp profile`,
      `metadata.annotations[${seccomp}/allowedProfileNames]: Invalid value: "z": must be a valid seccomp profile`,
    ]);
  });
});

test('allowedProcMountTypes is dropped from a PodSecurityPolicy unless the stored one has it', () => {
  const spec = { allowedProcMountTypes: ['Unmasked', 'Half'] };
  expect(bench.create({ spec }).object.spec.allowedProcMountTypes).toBeUndefined();
  expect(bench.update({ spec }, { spec }).errors).toEqual([
    'spec.allowedProcMountTypes[1]: Unsupported value: "Half": supported values: "Default", "Unmasked"',
  ]);
});

test('allowPrivilegeEscalation of a PodSecurityPolicy defaults to true', () => {
  expect(bench.decode().spec.allowPrivilegeEscalation).toBe(true);
  expect(bench.decode({ spec: { allowPrivilegeEscalation: false } }).spec.allowPrivilegeEscalation).toBe(
    false,
  );
});

test('the table of PodSecurityPolicies shows the rules and no age', () => {
  expect(
    bench.row({ spec: { privileged: true, allowedCapabilities: ['A', 'B'], volumes: ['nfs', 'rbd'] } }),
  ).toEqual({
    Name: 'any',
    Priv: 'true',
    Caps: 'A,B',
    SELinux: 'RunAsAny',
    RunAsUser: 'RunAsAny',
    FsGroup: 'RunAsAny',
    SupGroup: 'RunAsAny',
    ReadOnlyRootFs: false,
    Volumes: 'nfs,rbd',
  });
});
