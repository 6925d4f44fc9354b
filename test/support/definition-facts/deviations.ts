const unlisted = 'the facts leave out what is the same as in v1';
const otherList = 'the facts do not say what list it was';
const droppedOnce = '1.23, in which the gate was off, dropped it';
const inProse = 'facts in prose, of its kind, say when it is dropped';
const dropped = 'it is dropped of init containers alone, by code; elsewhere it is refused';
const documented = 'the documents of 1.36 say so';
const byCode = 'its few messages are read and written by code of their own';
const elsewhere = 'the facts leave out what another version has alike';
const ofProduct = 'one value has the name of the product in it, which the dialect fills in';
const empty = 'the facts leave out messages without fields';
const ended = 'facts of the time say that it ended';
const eitherWay = 'a gate that needs another one is on with it alone';
const partly = 'it has effect without the gate, which adds to what it can be or do';
const everyRelease = 'served in every release, for clients of any age';
const endedBefore = 'the version ended before this release';
const unused = 'nothing that travels has it';
const oldReplacement = 'while the version was served the one named was another';
const scalar = 'its JSON is written by code, as that of a moment or of every kind';
const recorded = 'a server of 1.36 was seen to keep it';
const ungated = 'a server of 1.36 was seen to serve it without the gate';
const unspoken = 'the language of its first releases is not spoken here: no gate opens it';
const withoutEffect = 'its gate is off at first, and nothing is accepted that has no effect';
const body = 'it is only the body of a sub-resource';

/** Differences between definitions and facts that are meant, by group-version, each with its reason. */
export const deviations: Record<string, Record<string, string>> = {
  'networking.v1': {
    'HTTPIngressPath.pathType 1.23..1.36: values: none, not Exact,ImplementationSpecific,Prefix': documented,
  },
  'discovery.v1': {
    'Endpoint.nodeName 1.23..1.36: drop: false, not true': inProse,
    'EndpointConditions.serving 1.23..1.36: drop: false, not true': inProse,
    'EndpointConditions.terminating 1.23..1.36: drop: false, not true': inProse,
    'EndpointSlice.addressType 1.23..1.36: values: none, not FQDN,IPv4,IPv6': documented,
  },
  'certificates.v1': {
    'CertificateSigningRequestSpec.usages 1.23..1.36: values: none, not any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping':
      documented,
  },
  'certificates.v1beta1': {
    'CertificateSigningRequestSpec.usages 1.23..1.36: values: none, not any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping':
      documented,
  },
  'node.v1alpha1': {
    'RuntimeClass 1.23..1.36: removed: none, not 1.24': ended,
  },
  'rbac.v1alpha1': {
    'Role 1.23..1.36: removed: none, not 1.24': ended,
    'RoleBinding 1.23..1.36: removed: none, not 1.24': ended,
    'ClusterRole 1.23..1.36: removed: none, not 1.24': ended,
    'ClusterRoleBinding 1.23..1.36: removed: none, not 1.24': ended,
  },
  'resource.v1alpha3': {
    'DeviceTaintRule 1.33..1.36: gate: DRADeviceTaintRules, not none': ungated,
    'DeviceRequest.allocationMode 1.31..1.33: values: none, not All,ExactCount': documented,
    'DeviceSubRequest.allocationMode 1.33: values: none, not All,ExactCount': documented,
  },
  'admission.v1': {
    'admission.v1 1.23..1.36: is not defined': byCode,
  },
  'admission.v1beta1': {
    'admission.v1beta1 1.23..1.36: is not defined': byCode,
  },
  'admissionregistration.v1alpha1': {
    'MutatingAdmissionPolicySpec.reinvocationPolicy 1.36: presence: required, not none': documented,
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
    'MutatingAdmissionPolicySpec.reinvocationPolicy 1.36: presence: required, not none': documented,
    'MutatingAdmissionPolicySpec.reinvocationPolicy 1.34..1.36: values: none, not IfNeeded,Never': unlisted,
    'MutatingWebhook.reinvocationPolicy 1.34..1.36: values: none, not IfNeeded,Never': elsewhere,
  },
  'apiextensions.v1': {
    'ValidationRule.optionalOldSelf 1.29..1.36: drop: false, not true': withoutEffect,
    'CustomResourceDefinitionVersion.selectableFields 1.30..1.36: drop: false, not true': withoutEffect,
    'CustomResourceDefinitionCondition.observedGeneration 1.35..1.36: drop: false, not true': inProse,
    'CustomResourceDefinitionStatus.observedGeneration 1.35..1.36: drop: false, not true': inProse,
    'JSONSchemaProps.x-kubernetes-validations 1.23..1.24: gates: CustomResourceValidationExpressions, not none':
      unspoken,
    'JSONSchemaProps.x-kubernetes-validations 1.23..1.36: drop: false, not true': inProse,
    'CustomResourceDefinitionCondition.type 1.23..1.35: values: Established,KubernetesAPIApprovalPolicyConformant,NamesAccepted,NonStructuralSchema,Terminating, not Established,NamesAccepted,NonStructuralSchema,Terminating':
      ofProduct,
    'CustomResourceSubresources.status 1.23..1.36: type: string, not apiextensions.v1.CustomResourceSubresourceStatus':
      empty,
    'CustomResourceSubresourceStatus 1.23..1.36: is not in the facts': empty,
    'CustomResourceDefinitionCondition.type 1.36: values: Established,KubernetesAPIApprovalPolicyConformant,NamesAccepted,NonStructuralSchema,StorageMigrating,Terminating, not Established,NamesAccepted,NonStructuralSchema,StorageMigrating,Terminating':
      ofProduct,
  },
  'apiextensions.v1beta1': {
    'CustomResourceDefinitionSpec.selectableFields 1.30..1.36: drop: false, not true': withoutEffect,
    'ValidationRule.optionalOldSelf 1.29..1.36: drop: false, not true': withoutEffect,
    'CustomResourceDefinitionVersion.selectableFields 1.30..1.36: drop: false, not true': withoutEffect,
    'CustomResourceDefinitionCondition.observedGeneration 1.35..1.36: drop: false, not true': inProse,
    'CustomResourceDefinitionStatus.observedGeneration 1.35..1.36: drop: false, not true': inProse,
    'JSONSchemaProps.x-kubernetes-validations 1.23..1.24: gates: CustomResourceValidationExpressions, not none':
      unspoken,
    'JSONSchemaProps.x-kubernetes-validations 1.23..1.36: drop: false, not true': inProse,
    'CustomResourceDefinitionCondition.type 1.23..1.35: values: Established,KubernetesAPIApprovalPolicyConformant,NamesAccepted,NonStructuralSchema,Terminating, not Established,NamesAccepted,NonStructuralSchema,Terminating':
      ofProduct,
    'CustomResourceSubresources.status 1.23..1.36: type: string, not apiextensions.v1beta1.CustomResourceSubresourceStatus':
      empty,
    'CustomResourceSubresourceStatus 1.23..1.36: is not in the facts': empty,
    'CustomResourceDefinitionCondition.type 1.36: values: Established,KubernetesAPIApprovalPolicyConformant,NamesAccepted,NonStructuralSchema,Terminating, not Established,NamesAccepted,NonStructuralSchema,StorageMigrating,Terminating':
      ofProduct,
  },
  'apiregistration.v1beta1': {
    'APIService 1.23..1.36: removed: none, not 1.22': ended,
  },
  'apiserverinternal.v1alpha1': {
    'StorageVersion.spec 1.23..1.36: type: string, not apiserverinternal.v1alpha1.StorageVersionSpec': empty,
    'StorageVersionSpec 1.23..1.36: is not in the facts': empty,
  },
  'apps.v1': {
    'StatefulSetSpec.minReadySeconds 1.23..1.36: drop: false, not true': withoutEffect,
    'RollingUpdateDaemonSet.maxSurge 1.23..1.36: drop: false, not true': withoutEffect,
    'StatefulSetStatus.availableReplicas 1.23..1.36: gates: StatefulSetMinReadySeconds, not none': partly,
  },
  'apps.v1beta1': {
    'StatefulSetSpec.minReadySeconds 1.23..1.36: drop: false, not true': withoutEffect,
    'StatefulSetStatus.availableReplicas 1.23..1.36: gates: StatefulSetMinReadySeconds, not none': partly,
  },
  'apps.v1beta2': {
    'StatefulSetSpec.minReadySeconds 1.23..1.36: drop: false, not true': withoutEffect,
    'RollingUpdateDaemonSet.maxSurge 1.23..1.36: drop: false, not true': withoutEffect,
    'StatefulSetStatus.availableReplicas 1.23..1.36: gates: StatefulSetMinReadySeconds, not none': partly,
  },
  'audit.v1': {
    'audit.v1 1.23..1.36: is not defined': byCode,
  },
  'authentication.v1': {
    'SelfSubjectReview 1.28..1.36: introduced: 1.28, not none': everyRelease,
    'SelfSubjectReview 1.28..1.36: gate: APISelfSubjectReview, not none': everyRelease,
  },
  'authorization.v1beta1': {
    'FieldSelectorAttributes 1.23..1.36: is not in the facts': endedBefore,
    'LabelSelectorAttributes 1.23..1.36: is not in the facts': endedBefore,
    'ResourceAttributes.fieldSelector 1.31..1.36: type: string, not authorization.v1beta1.FieldSelectorAttributes':
      endedBefore,
    'ResourceAttributes.labelSelector 1.31..1.36: type: string, not authorization.v1beta1.LabelSelectorAttributes':
      endedBefore,
  },
  'autoscaling.v1': {
    'MetricSpec 1.23..1.36: is not defined': unused,
    'ObjectMetricSource 1.23..1.36: is not defined': unused,
    'PodsMetricSource 1.23..1.36: is not defined': unused,
    'ResourceMetricSource 1.23..1.36: is not defined': unused,
    'ContainerResourceMetricSource 1.23..1.36: is not defined': unused,
    'ExternalMetricSource 1.23..1.36: is not defined': unused,
    'MetricStatus 1.23..1.36: is not defined': unused,
    'HorizontalPodAutoscalerCondition 1.23..1.36: is not defined': unused,
    'ObjectMetricStatus 1.23..1.36: is not defined': unused,
    'PodsMetricStatus 1.23..1.36: is not defined': unused,
    'ResourceMetricStatus 1.23..1.36: is not defined': unused,
    'ContainerResourceMetricStatus 1.23..1.36: is not defined': unused,
    'ExternalMetricStatus 1.23..1.36: is not defined': unused,
  },
  'autoscaling.v2': {
    'MetricSpec.containerResource 1.23..1.36: drop: false, not true': inProse,
    'MetricSpec.type 1.23..1.36: gates: HPAContainerMetrics, not none': partly,
    'MetricStatus.type 1.23..1.36: gates: HPAContainerMetrics, not none': partly,
  },
  'autoscaling.v2beta1': {
    'MetricSpec.containerResource 1.23..1.35: drop: false, not true': inProse,
    'MetricSpec.type 1.23..1.35: gates: HPAContainerMetrics, not none': partly,
    'MetricStatus.type 1.23..1.35: gates: HPAContainerMetrics, not none': partly,
  },
  'autoscaling.v2beta2': {
    'MetricSpec.containerResource 1.23..1.35: drop: false, not true': inProse,
    'MetricSpec.type 1.23..1.35: gates: HPAContainerMetrics, not none': partly,
    'MetricStatus.type 1.23..1.35: gates: HPAContainerMetrics, not none': partly,
  },
  'batch.v1beta1': {
    'JobTemplate 1.23..1.26: is not defined': unused,
  },
  'core.v1': {
    'ServiceSpec.allocateLoadBalancerNodePorts 1.23..1.36: drop: false, not true': withoutEffect,
    'ServiceSpec.internalTrafficPolicy 1.23..1.36: drop: false, not true': withoutEffect,
    'Probe.terminationGracePeriodSeconds 1.23..1.36: drop: false, not true': inProse,
    'ServiceStatus.conditions 1.23..1.36: gates: none, not MixedProtocolLBService': inProse,
    'ServiceStatus.conditions 1.23..1.36: drop: false, not true': inProse,
    'LoadBalancerIngress.ports 1.23..1.36: gates: none, not MixedProtocolLBService': inProse,
    'LoadBalancerIngress.ports 1.23..1.36: drop: false, not true': inProse,
    'NodeSpec.configSource 1.23..1.36: drop: false, not true': inProse,
    'NodeStatus.config 1.23..1.36: drop: false, not true': inProse,
    'PersistentVolumeStatus.lastPhaseTransitionTime 1.28..1.36: drop: false, not true': inProse,
    'ProbeHandler.grpc 1.23..1.36: drop: false, not true': droppedOnce,
    'Container.restartPolicy 1.28..1.36: drop: true, not false': dropped,
    'EphemeralContainerCommon.restartPolicy 1.28..1.36: drop: true, not false': dropped,
    'ContainerStatus.stopSignal 1.33..1.36: drop: true, not false': recorded,
    'PersistentVolumeClaimStatus.allocatedResourceStatuses 1.28..1.36: values: none, not ControllerResizeInProgress,ControllerResizeInfeasible,NodeResizeInProgress,NodeResizeInfeasible,NodeResizePending':
      documented,
    'AzureDiskVolumeSource.cachingMode 1.31..1.36: default: none, not "ReadWrite"': documented,
    'AzureDiskVolumeSource.kind 1.31..1.36: default: none, not "Shared"': documented,
    'VolumeSource.portworxVolume 1.23..1.36: gates: CSIMigrationPortworx, not none': partly,
    'PersistentVolumeSource.portworxVolume 1.23..1.36: gates: CSIMigrationPortworx, not none': partly,
    'PersistentVolumeSpec.nodeAffinity 1.23..1.36: gates: MutablePVNodeAffinity, not none': partly,
    'PersistentVolumeClaimSpec.resources 1.23..1.36: gates: RecoverVolumeExpansionFailure, not none': partly,
    'PersistentVolumeClaimSpec.dataSource 1.23..1.36: gates: AnyVolumeDataSource, not none': partly,
    'Toleration.operator 1.23..1.36: gates: TaintTolerationComparisonOperators, not none': partly,
    'PodSecurityContext.supplementalGroups 1.23..1.36: gates: SupplementalGroupsPolicy, not none': partly,
    'NodeResources 1.23..1.29: is not defined': unused,
    'PodResourceClaimStatus.resourceClaimName 1.28..1.36: gates: DRAWorkloadResourceClaims, not none': partly,
  },
  'discovery.v1beta1': {
    'Endpoint.nodeName 1.23..1.36: drop: false, not true': inProse,
    'EndpointConditions.serving 1.23..1.36: drop: false, not true': inProse,
    'EndpointConditions.terminating 1.23..1.36: drop: false, not true': inProse,
    'EndpointSlice.addressType 1.23..1.36: values: none, not FQDN,IPv4,IPv6': documented,
    'EndpointSlice.endpoints 1.36: presence: required, not always': endedBefore,
  },
  'extensions.v1beta1': {
    'RollingUpdateDaemonSet.maxSurge 1.23..1.36: drop: false, not true': withoutEffect,
    'PodSecurityPolicySpec.allowedProcMountTypes 1.23..1.26: drop: false, not true': inProse,
    'NetworkPolicy.status 1.24..1.27: gates: none, not NetworkPolicyStatus': endedBefore,
    'NetworkPolicy.status 1.24..1.27: drop: false, not true': endedBefore,
  },
  'flowcontrol.v1alpha1': {
    'FlowSchema 1.23..1.28: replacement: flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema, not flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema':
      oldReplacement,
    'PriorityLevelConfiguration 1.23..1.28: replacement: flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration, not flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration':
      oldReplacement,
  },
  'flowcontrol.v1beta1': {
    'FlowSchema 1.23..1.36: replacement: flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema, not flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema':
      oldReplacement,
    'PriorityLevelConfiguration 1.23..1.36: replacement: flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration, not flowcontrol.apiserver.k8s.io/v1beta2 PriorityLevelConfiguration':
      oldReplacement,
  },
  'meta.v1': {
    'Timestamp 1.23..1.36: is not defined': scalar,
    'TypeMeta 1.23..1.36: is not defined': scalar,
  },
  'networking.v1alpha1': {
    'ServiceCIDR 1.29..1.33: introduced: 1.27, not 1.29': 'the kind came later than its version says',
  },
  'policy.v1': {
    'Eviction 1.23..1.36: is no kind': body,
  },
  'policy.v1beta1': {
    'PodSecurityPolicySpec.allowedProcMountTypes 1.23..1.28: drop: false, not true': inProse,
    'Eviction 1.23..1.36: is no kind': body,
  },
  'resource.v1': {
    'ExactDeviceRequest.allocationMode 1.34..1.36: values: none, not All,ExactCount': documented,
    'DeviceSubRequest.allocationMode 1.34..1.36: values: none, not All,ExactCount': documented,
    'Device.bindsToNode 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'Device.bindingConditions 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'Device.bindingFailureConditions 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'AllocationResult.allocationTimestamp 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'CELDeviceSelector.expression 1.34..1.36: gates: DRAConsumableCapacity,DRAListTypeAttributes, not none':
      partly,
    'DeviceConstraint.matchAttribute 1.34..1.36: gates: DRAListTypeAttributes, not none': partly,
  },
  'resource.v1alpha2': {
    'PodSchedulingContextSpec.potentialNodes 1.27..1.28: list: none, not set': otherList,
    'ResourceClaimSchedulingStatus.unsuitableNodes 1.27..1.28: list: none, not set': otherList,
  },
  'resource.v1beta1': {
    'DeviceRequest.allocationMode 1.32..1.36: values: none, not All,ExactCount': documented,
    'DeviceSubRequest.allocationMode 1.33..1.36: values: none, not All,ExactCount': documented,
    'BasicDevice.bindsToNode 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'BasicDevice.bindingConditions 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'BasicDevice.bindingFailureConditions 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'AllocationResult.allocationTimestamp 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'CELDeviceSelector.expression 1.32..1.36: gates: DRAConsumableCapacity,DRAListTypeAttributes, not none':
      partly,
    'DeviceConstraint.matchAttribute 1.32..1.36: gates: DRAListTypeAttributes, not none': partly,
    'ResourceClaimStatus.devices 1.32..1.33: list: none, not map': otherList,
    'ResourceClaimStatus.devices 1.32..1.33: keys: none, not driver,device,pool': otherList,
  },
  'resource.v1beta2': {
    'DeviceTaintRule 1.36: gate: DRADeviceTaintRules, not none': ungated,
    'ExactDeviceRequest.allocationMode 1.33..1.36: values: none, not All,ExactCount': documented,
    'DeviceSubRequest.allocationMode 1.33..1.36: values: none, not All,ExactCount': documented,
    'Device.bindsToNode 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'Device.bindingConditions 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'Device.bindingFailureConditions 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'AllocationResult.allocationTimestamp 1.34..1.36: gates: DRADeviceBindingConditions,DRAResourceClaimDeviceStatus, not DRADeviceBindingConditions':
      eitherWay,
    'CELDeviceSelector.expression 1.33..1.36: gates: DRAConsumableCapacity,DRAListTypeAttributes, not none':
      partly,
    'DeviceConstraint.matchAttribute 1.33..1.36: gates: DRAListTypeAttributes, not none': partly,
    'ResourceClaimStatus.devices 1.33: list: none, not map': otherList,
    'ResourceClaimStatus.devices 1.33: keys: none, not driver,device,pool': otherList,
  },
  'scheduling.v1alpha1': {
    'PriorityClass 1.23..1.35: removed: none, not 1.24': ended,
    'PodGroupPolicy.basic 1.35: type: string, not scheduling.v1alpha1.BasicSchedulingPolicy': empty,
    'BasicSchedulingPolicy 1.23..1.35: is not in the facts': empty,
  },
  'scheduling.v1alpha2': {
    'PodGroupSchedulingPolicy.basic 1.36: type: string, not scheduling.v1alpha2.BasicSchedulingPolicy': empty,
    'BasicSchedulingPolicy 1.36: is not in the facts': empty,
  },
  'storage.v1': {
    'CSIDriverSpec.storageCapacity 1.23..1.36: drop: false, not true': withoutEffect,
  },
  'storage.v1beta1': {
    'CSIDriverSpec.storageCapacity 1.23..1.36: drop: false, not true': withoutEffect,
  },
};
/** Gates of releases before those that the facts are about. */
export const gatesOfOlderReleases: ReadonlySet<string> = new Set([
  'CSIServiceAccountToken',
  'CSIVolumeFSGroupPolicy',
  'CSRDuration',
  'ConfigurableFSGroupPolicy',
  'EndpointSliceNodeName',
  'GenericEphemeralVolume',
  'IPv6DualStack',
  'IndexedJob',
  'IngressClassNamespacedParams',
  'PodAffinityNamespaceSelector',
  'ServiceLoadBalancerClass',
  'SetHostnameAsFQDN',
  'SuspendJob',
  'TTLAfterFinished',
]);
