/** The types of workloads, in the notation of `pod-types.ts`. */
export const workloadTypes: Readonly<Record<string, string>> = {
  PodFailurePolicy: 'Rules[]PodFailurePolicyRule',
  PodFailurePolicyRule: [
    'Action OnExitCodes?PodFailurePolicyOnExitCodesRequirement',
    'OnPodConditions[]PodFailurePolicyOnPodConditionsPattern',
  ].join(' '),
  PodFailurePolicyOnExitCodesRequirement: 'ContainerName? Operator Values[]',
  PodFailurePolicyOnPodConditionsPattern: 'Type Status',
  SuccessPolicy: 'Rules[]SuccessPolicyRule',
  SuccessPolicyRule: 'SucceededIndexes? SucceededCount?',
  DaemonSetUpdateStrategy: 'Type RollingUpdate?RollingUpdateDaemonSet',
  RollingUpdateDaemonSet: 'MaxUnavailable:int MaxSurge:int',
  DeploymentStrategy: 'Type RollingUpdate?RollingUpdateDeployment',
  RollingUpdateDeployment: 'MaxUnavailable:int MaxSurge:int',
  StatefulSetUpdateStrategy: 'Type RollingUpdate?RollingUpdateStatefulSetStrategy',
  RollingUpdateStatefulSetStrategy: 'Partition:int MaxUnavailable?',
};
