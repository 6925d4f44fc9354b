const unlisted = 'the facts leave out what is the same as in v1';
const empty = 'the facts leave out messages without fields';
const otherList = 'the facts do not say what list it was';
const partly = 'it has effect without them, which add to what expressions see or to what can be compared';

/** Differences between definitions and facts that are meant, by group-version, each with its reason. */
export const deviations: Record<string, Record<string, string>> = {
  'admissionregistration.v1alpha1': {
    'NamedRuleWithOperations.RuleWithOperations 1.26..1.36: type: string, not admissionregistration.v1alpha1.RuleWithOperations':
      unlisted,
    'ValidatingAdmissionPolicySpec.matchConditions 1.27..1.36: type: []string, not []admissionregistration.v1alpha1.MatchCondition':
      unlisted,
    'MutatingAdmissionPolicySpec.matchConditions 1.32..1.36: type: []string, not []admissionregistration.v1alpha1.MatchCondition':
      unlisted,
    'MutatingAdmissionPolicySpec.reinvocationPolicy 1.32..1.36: values: none, not IfNeeded,Never': unlisted,
    'MatchCondition 1.26..1.36: is not in the facts': unlisted,
    'RuleWithOperations 1.26..1.36: is not in the facts': unlisted,
    'Rule 1.26..1.36: is not in the facts': unlisted,
  },
  'admissionregistration.v1beta1': {
    'MutatingAdmissionPolicySpec.reinvocationPolicy 1.34..1.36: values: none, not IfNeeded,Never': unlisted,
  },
  'networking.v1alpha1': {
    'ServiceCIDR 1.29..1.33: introduced: 1.27, not 1.29': 'the kind came later than its version says',
  },
  'resource.v1': {
    'CELDeviceSelector.expression 1.34..1.36: gates: DRAConsumableCapacity,DRAListTypeAttributes, not none':
      partly,
    'DeviceConstraint.matchAttribute 1.34..1.36: gates: DRAListTypeAttributes, not none': partly,
  },
  'resource.v1alpha2': {
    'PodSchedulingContextSpec.potentialNodes 1.27..1.28: list: none, not set': otherList,
    'ResourceClaimSchedulingStatus.unsuitableNodes 1.27..1.28: list: none, not set': otherList,
  },
  'resource.v1beta1': {
    'CELDeviceSelector.expression 1.32..1.36: gates: DRAConsumableCapacity,DRAListTypeAttributes, not none':
      partly,
    'DeviceConstraint.matchAttribute 1.32..1.36: gates: DRAListTypeAttributes, not none': partly,
    'ResourceClaimStatus.devices 1.32..1.33: list: none, not map': otherList,
    'ResourceClaimStatus.devices 1.32..1.33: keys: none, not driver,device,pool': otherList,
  },
  'resource.v1beta2': {
    'CELDeviceSelector.expression 1.33..1.36: gates: DRAConsumableCapacity,DRAListTypeAttributes, not none':
      partly,
    'DeviceConstraint.matchAttribute 1.33..1.36: gates: DRAListTypeAttributes, not none': partly,
    'ResourceClaimStatus.devices 1.33: list: none, not map': otherList,
    'ResourceClaimStatus.devices 1.33: keys: none, not driver,device,pool': otherList,
  },
  'scheduling.v1alpha1': {
    'PodGroupPolicy.basic 1.35: type: string, not scheduling.v1alpha1.BasicSchedulingPolicy': empty,
    'BasicSchedulingPolicy 1.23..1.35: is not in the facts': empty,
  },
  'scheduling.v1alpha2': {
    'PodGroupSchedulingPolicy.basic 1.36: type: string, not scheduling.v1alpha2.BasicSchedulingPolicy': empty,
    'BasicSchedulingPolicy 1.36: is not in the facts': empty,
  },
};
