import { describe, expect, it, test } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import type { PodShape } from './checks/check.ts';
import { podSecurityChecks } from './checks/index.ts';
import { evaluation, inFull } from './evaluate.ts';
import { type Level, PolicyReader, parseLevel, parseVersion, policyText } from './policy.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;

/** Violations of a release's policy, such as `restricted:v1.25`. */
function violations(release: string, policy: string, spec: object, annotations = {}, ...gates: string[]) {
  const [level = '', version = ''] = policy.split(':');
  const evaluate = evaluation(podSecurityChecks(new FeatureGates(release, gates)), dialect);
  const pod = { metadata: { annotations }, spec } as unknown as PodShape;
  return inFull(evaluate(pod, { level: parseLevel(level)!, version: parseVersion(version)! }));
}

const container = (fields: object) => ({ containers: [{ name: 'a', ...fields }] });
const sysctl = (name: string) => ({ securityContext: { sysctls: [{ name, value: '1' }] } });
const host = 'container "a" uses probe or lifecycle host "h"';
const unmasked = container({ securityContext: { procMount: 'Unmasked' } });
const procMount = 'procMount (container "a" must not set securityContext.procMount to "Unmasked")';
const root = container({ securityContext: { runAsUser: 0 } });

describe('the baseline', () => {
  test.each<[release: string, policy: string, spec: object, expected: string]>([
    [
      '1.36',
      'baseline:v1.26',
      sysctl('net.ipv4.ip_local_reserved_ports'),
      'forbidden sysctls (net.ipv4.ip_local_reserved_ports)',
    ],
    ['1.36', 'baseline:v1.27', sysctl('net.ipv4.ip_local_reserved_ports'), ''],
    [
      '1.36',
      'baseline:v1.28',
      sysctl('net.ipv4.tcp_fin_timeout'),
      'forbidden sysctls (net.ipv4.tcp_fin_timeout)',
    ],
    ['1.36', 'baseline:v1.29', sysctl('net.ipv4.tcp_fin_timeout'), ''],
    ['1.36', 'baseline:v1.31', sysctl('net.ipv4.tcp_rmem'), 'forbidden sysctls (net.ipv4.tcp_rmem)'],
    ['1.36', 'baseline:latest', sysctl('net.ipv4.tcp_rmem'), ''],
    ['1.31', 'baseline:latest', sysctl('net.ipv4.tcp_rmem'), 'forbidden sysctls (net.ipv4.tcp_rmem)'],
    [
      '1.36',
      'baseline:v1.30',
      { securityContext: { seLinuxOptions: { type: 'container_engine_t' } } },
      'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "container_engine_t")',
    ],
    ['1.36', 'baseline:v1.31', { securityContext: { seLinuxOptions: { type: 'container_engine_t' } } }, ''],
    ['1.36', 'baseline:v1.33', container({ livenessProbe: { httpGet: { port: 1, host: 'h' } } }), ''],
    [
      '1.36',
      'baseline:v1.34',
      container({ livenessProbe: { httpGet: { port: 1, host: 'h' } } }),
      `probe or lifecycle host (${host})`,
    ],
    [
      '1.36',
      'baseline:latest',
      container({ lifecycle: { preStop: { tcpSocket: { port: 1, host: 'h' } } } }),
      `probe or lifecycle host (${host})`,
    ],
    ['1.34', 'baseline:v1.99', { ...unmasked, hostUsers: false }, procMount],
    ['1.36', 'baseline:v1.34', { ...unmasked, hostUsers: false }, procMount],
    ['1.36', 'baseline:v1.35', { ...unmasked, hostUsers: false }, ''],
    ['1.36', 'baseline:v1.35', unmasked, procMount],
  ])('%s, %s: %j: %s', (release, policy, spec, expected) => {
    expect(violations(release, policy, spec)).toBe(expected);
  });

  it.each([
    ['1.29', 'forbidden AppArmor profile (container.apparmor.security.beta.kubernetes.io/a="x")'],
    [
      '1.30',
      'forbidden AppArmor profiles (pod and container "a" and annotation must not set AppArmor profile type to "Unconfined", "container.apparmor.security.beta.kubernetes.io/a="x"")',
    ],
  ])('%s tells of profiles of AppArmor: %s', (release, expected) => {
    const securityContext = { appArmorProfile: { type: 'Unconfined' } };
    const annotations = { 'container.apparmor.security.beta.kubernetes.io/a': 'x' };
    const spec = { securityContext, ...container({ securityContext }) };
    expect(violations(release, 'baseline:latest', spec, annotations)).toBe(expected);
  });
});

describe('the restricted level', () => {
  const windows = { os: { name: 'windows' }, ...container({ securityContext: { runAsNonRoot: true } }) };
  it.each([
    ['v1.24', /^allowPrivilegeEscalation != false .*unrestricted capabilities .*seccompProfile /],
    ['v1.25', /^$/],
  ])('%s and a pod for Windows: %s', (version, expected) => {
    expect(violations('1.36', `restricted:${version}`, windows)).toMatch(expected);
  });

  it.each([
    ['1.36', 'v1.34', {}, /runAsNonRoot.*runAsUser=0/],
    ['1.36', 'v1.35', {}, /^(?!.*runAs)/],
    ['1.32', 'latest', {}, /runAsNonRoot.*runAsUser=0/],
    ['1.32', 'latest', { gate: 'UserNamespacesPodSecurityStandards=true' }, /^(?!.*runAs)/],
  ])(
    '%s, %s and a pod with users of its own: %j',
    (release, version, { gate }: { gate?: string }, expected) => {
      const spec = { ...root, hostUsers: false };
      expect(violations(release, `restricted:${version}`, spec, {}, ...(gate ? [gate] : []))).toMatch(
        expected,
      );
    },
  );

  it('lets no pod see more of the processes', () => {
    expect(violations('1.36', 'restricted:v1.35', { ...unmasked, hostUsers: false })).toContain(procMount);
  });

  it.each([
    ['1.32', true],
    ['1.33', false],
  ])('%s forbids volumes that are images: %s', (release, isForbidden) => {
    const spec = { volumes: [{ name: 'v', image: { reference: 'x' } }], containers: [] };
    expect(violations(release, 'restricted:latest', spec).includes('restricted volume type')).toBe(
      isForbidden,
    );
  });
});

describe('the labels of a namespace', () => {
  const level = (name: Level) => ({ level: name, version: Infinity });
  const defaults = { enforce: level('privileged'), audit: level('privileged'), warn: level('privileged') };
  const prefix = 'pod-security.kubernetes.io/';
  it.each([
    [true, { enforce: 'restricted', 'enforce-version': 'v1.30' }, { level: 'restricted', version: 30 }],
    [true, { enforce: 'restricted', 'warn-version': 'v1.25' }, { level: 'restricted', version: 25 }],
    [true, { enforce: 'restricted', warn: 'baseline' }, { level: 'baseline', version: Infinity }],
    [true, { audit: 'restricted' }, { level: 'privileged', version: Infinity }],
    [false, { enforce: 'restricted' }, { level: 'privileged', version: Infinity }],
  ])('that warn of what is enforced (%s): %j', (warnsOfEnforced, labels, expected) => {
    const named = Object.fromEntries(Object.entries(labels).map(([key, value]) => [prefix + key, value]));
    const { policy } = new PolicyReader(defaults, dialect, warnsOfEnforced).read(named);
    expect(policy.warn).toEqual(expected);
  });

  it('are told as far as they are asked for', () => {
    const policy = {
      ...defaults,
      enforce: level('baseline'),
      warn: { level: 'restricted', version: 24 } as const,
    };
    expect(policyText(policy, (mode) => mode === 'warn')).toBe('warn=restricted:v1.24');
  });
});
