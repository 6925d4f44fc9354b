import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { AddressRules } from '../addresses/address-rules.ts';

/** The gates and the changes of releases on which rules of pods depend. */
function readFeatures(gates: FeatureGates) {
  return {
    addresses: new AddressRules(gates),
    allowsRelaxedEnvNames: gates.isOn('RelaxedEnvironmentVariableValidation'),
    allowsRelaxedSearches: gates.isOn('RelaxedDNSSearchValidation'),
    allowsZeroSleep: gates.isOn('PodLifecycleSleepActionAllowZero'),
    appliesRestartRules: gates.isOn('ContainerRestartRules'),
    comparesTolerations: gates.isOn('TaintTolerationComparisonOperators'),
    envFiles: gates.isOn('EnvFiles'),
    hostNetworkInUserNamespace: gates.isOn('UserNamespacesHostNetworkSupport'),
    hostPortsInTemplates: gates.isOn('DefaultHostNetworkHostPortsInPodTemplates'),
    imageVolumes: gates.isOn('ImageVolume'),
    longSearches: gates.isOn('ExpandedDNSConfig'),
    matchesSpreadKeys: gates.isOn('MatchLabelKeysInPodTopologySpread'),
    mergesSpreadKeys:
      gates.isOn('MatchLabelKeysInPodTopologySpread') &&
      gates.isOn('MatchLabelKeysInPodTopologySpreadSelectorMerge'),
    mergesAffinityKeys: gates.isOn('MatchLabelKeysInPodAffinity'),
    mountsSELinux: gates.isOn('SELinuxMount'),
    podHostIPs: gates.isOn('PodHostIPs') || gates.isIn('1.32'),
    podLevelResources: gates.isOn('PodLevelResources'),
    procMount: gates.isOn('ProcMountType'),
    resizesInPlace: gates.isOn('InPlacePodVerticalScaling'),
    restartsAllContainers: gates.isOn('RestartAllContainersOnContainerExits'),
    sidecars: gates.isOn('SidecarContainers'),

    since24: gates.isIn('1.24'),
    since25: gates.isIn('1.25'),
    since26: gates.isIn('1.26'),
    since27: gates.isIn('1.27'),
    since28: gates.isIn('1.28'),
    since29: gates.isIn('1.29'),
    since30: gates.isIn('1.30'),
    since31: gates.isIn('1.31'),
    since32: gates.isIn('1.32'),
    since33: gates.isIn('1.33'),
    since34: gates.isIn('1.34'),
    since36: gates.isIn('1.36'),
  } as const;
}

export type PodFeatures = Readonly<ReturnType<typeof readFeatures>>;

const known = new WeakMap<FeatureGates, PodFeatures>();

/** Reads them once for each set of gates: pods are validated more often than gates change. */
export function podFeatures(gates: FeatureGates): PodFeatures {
  const before = known.get(gates);
  if (before !== undefined) return before;
  const features = readFeatures(gates);
  known.set(gates, features);
  return features;
}
