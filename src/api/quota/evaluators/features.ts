import type { FeatureGates } from '../../gates/feature-gates.ts';

/** What counts differently by release and gates. */
export interface QuotaFeatures {
  /** What a pod takes beside its containers counts: 1.24. */
  readonly countsOverhead: boolean;
  /** The overhead is added only to limits that there are: 1.27. */
  readonly boundsOverhead: boolean;
  /** Containers without the requests that a quota demands are named: 1.24. */
  readonly namesContainers: boolean;
  /** Of a load balancer without ports of nodes only the ports that are set count: 1.24. */
  readonly countsSetPorts: boolean;
  /** What a pod has been given counts until a resize is done, and a resize is charged. */
  readonly resizes: boolean;
  /** A pod that moves into another scope is charged, and each quota counts what is new to it: 1.33. */
  readonly followsScopes: boolean;
  /** Claims are in scopes by the class of their attributes. */
  readonly knowsAttributesClasses: boolean;
  /** Devices that are claimed count. */
  readonly countsDevices: boolean;
  /** Devices that are asked for by their class are resources of containers. */
  readonly countsDeviceClasses: boolean;
}

/** Those of the newest release, where no gates are known. */
export const newestFeatures: QuotaFeatures = {
  countsOverhead: true,
  boundsOverhead: true,
  namesContainers: true,
  countsSetPorts: true,
  resizes: true,
  followsScopes: true,
  knowsAttributesClasses: true,
  countsDevices: true,
  countsDeviceClasses: true,
};

export const quotaFeatures = (gates: FeatureGates): QuotaFeatures => ({
  countsOverhead: gates.isIn('1.24'),
  boundsOverhead: gates.isIn('1.27'),
  namesContainers: gates.isIn('1.24'),
  countsSetPorts: gates.isIn('1.24'),
  resizes: gates.isIn('1.32') && gates.isOn('InPlacePodVerticalScaling'),
  followsScopes: gates.isIn('1.33'),
  knowsAttributesClasses: gates.isIn('1.33') && gates.isOn('VolumeAttributesClass'),
  countsDevices: gates.isIn('1.31') && gates.isOn('DynamicResourceAllocation'),
  countsDeviceClasses: gates.isIn('1.35') && gates.isOn('DRAExtendedResource'),
});
