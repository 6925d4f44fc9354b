import { expect, test } from 'vitest';
import { FlagValues } from '../util/flags.ts';
import { admissionFlags, chosenPlugins } from './create-chain.ts';

const chosenIn = (release: string, flags: Record<string, string> = {}): string[] =>
  chosenPlugins(new FlagValues(admissionFlags, flags), release).map(({ name }) => name);

/** Plugins on by default, in the order in which they are asked, and the release that brought each. */
const rows: readonly [name: string, since?: string][] = [
  ['NamespaceLifecycle'],
  ['LimitRanger'],
  ['ServiceAccount'],
  ['TaintNodesByCondition'],
  ['PodSecurity'],
  ['Priority'],
  ['DefaultTolerationSeconds'],
  ['DefaultStorageClass'],
  ['StorageObjectInUseProtection'],
  ['PodGroupProtection', '1.36'],
  ['PersistentVolumeClaimResize'],
  ['RuntimeClass'],
  ['CertificateApproval'],
  ['CertificateSigning'],
  ['ClusterTrustBundleAttest', '1.27'],
  ['CertificateSubjectRestriction'],
  ['DefaultIngressClass'],
  ['PodTopologyLabels', '1.33'],
  ['PodGroupWorkloadExists', '1.36'],
  ['NodeDeclaredFeatureValidator', '1.35'],
  ['JobValidation', '1.36'],
  ['PodResizeValidator', '1.36'],
  ['MutatingAdmissionPolicy', '1.32'],
  ['MutatingAdmissionWebhook'],
  ['ValidatingAdmissionPolicy', '1.26'],
  ['ValidatingAdmissionWebhook'],
  ['ResourceQuota'],
];

test.each(['1.23', '1.25', '1.26', '1.27', '1.30', '1.32', '1.33', '1.35', '1.36'])(
  'plugins that are on by default at %s',
  (release) => {
    const expected = rows.filter(([, since = '1.23']) => since <= release).map(([name]) => name);
    expect(chosenIn(release)).toEqual(expected);
  },
);

test.each([
  ['DenyEscalatingExec', '1.20', '1.21'],
  ['DenyExecOnPrivileged', '1.20', '1.21'],
  ['DenyServiceExternalIPs', '1.21', '1.20'],
  ['PodSecurity', '1.22', '1.21'],
  ['PodSecurityPolicy', '1.23', '1.25'],
  ['SecurityContextDeny', '1.27', '1.30'],
  ['PersistentVolumeLabel', '1.30', '1.31'],
  ['ClusterTrustBundleAttest', '1.27', '1.26'],
  ['PodTopologyLabels', '1.33', '1.32'],
  ['NodeDeclaredFeatureValidator', '1.35', '1.34'],
  ['JobValidation', '1.36', '1.35'],
])('%s is known at %s and not at %s', (name, known, unknown) => {
  const flags = { 'enable-admission-plugins': name };
  expect(chosenIn(known, flags)).toContain(name);
  expect(() => chosenIn(unknown, flags)).toThrow(`enable-admission-plugins plugin "${name}" is unknown`);
});

const known = [
  'AlwaysAdmit NamespaceAutoProvision NamespaceLifecycle NamespaceExists LimitPodHardAntiAffinityTopology',
  'LimitRanger ServiceAccount NodeRestriction TaintNodesByCondition AlwaysPullImages ImagePolicyWebhook',
  'PodSecurity PodNodeSelector Priority DefaultTolerationSeconds PodTolerationRestriction EventRateLimit',
  'ExtendedResourceToleration DefaultStorageClass StorageObjectInUseProtection PodGroupProtection',
  'OwnerReferencesPermissionEnforcement PersistentVolumeClaimResize RuntimeClass CertificateApproval',
  'CertificateSigning ClusterTrustBundleAttest CertificateSubjectRestriction DefaultIngressClass',
  'DenyServiceExternalIPs PodTopologyLabels PodGroupWorkloadExists NodeDeclaredFeatureValidator JobValidation',
  'PodResizeValidator MutatingAdmissionPolicy MutatingAdmissionWebhook ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook ResourceQuota AlwaysDeny',
].flatMap((line) => line.split(' '));

test('the plugins of 1.36 are asked in the order of that release', () => {
  expect(chosenIn('1.36', { 'enable-admission-plugins': known.join(',') })).toEqual(known);
});
