/**
 * The types of pods as the original server has them, which messages show as JSON: the fields of each in order, with
 * their kind when it is empty. Read by `go-json.ts`.
 *
 *     Name            a text, a number or a boolean by its value: "" when empty
 *     Stdin:bool      false when empty
 *     Port:int        0 when empty
 *     Priority?       null when absent
 *     Args[]          a list, null when absent
 *     Items[]KeyToPath   a list of such
 *     OS?PodOS        null when absent, else such a message
 *     Resources:ResourceRequirements   a message that is always there
 *     Limits{}        a map, null when absent
 */
export const podTypes: Readonly<Record<string, string>> = {
  PodTemplateSpec: 'ObjectMeta:ObjectMeta Spec:PodSpec',
  PodSpec: [
    'Volumes[]Volume InitContainers[]Container Containers[]Container EphemeralContainers[]EphemeralContainer',
    'RestartPolicy TerminationGracePeriodSeconds? ActiveDeadlineSeconds? DNSPolicy NodeSelector{}',
    'ServiceAccountName AutomountServiceAccountToken? NodeName SecurityContext?PodSecurityContext',
    'ImagePullSecrets[]LocalObjectReference Hostname Subdomain SetHostnameAsFQDN? Affinity?Affinity',
    'SchedulerName Tolerations[]Toleration HostAliases[]HostAlias PriorityClassName Priority?',
    'PreemptionPolicy? DNSConfig?PodDNSConfig ReadinessGates[]PodReadinessGate RuntimeClassName? Overhead{}',
    'EnableServiceLinks? TopologySpreadConstraints[]TopologySpreadConstraint OS?PodOS',
    'SchedulingGates[]PodSchedulingGate ResourceClaims[]PodResourceClaim Resources?ResourceRequirements',
    'HostnameOverride? SchedulingGroup?PodSchedulingGroup',
  ].join(' '),
  PodSecurityContext: [
    'HostNetwork:bool HostPID:bool HostIPC:bool ShareProcessNamespace? HostUsers? SELinuxOptions?SELinuxOptions',
    'WindowsOptions?WindowsSecurityContextOptions RunAsUser? RunAsGroup? RunAsNonRoot? SupplementalGroups[]',
    'SupplementalGroupsPolicy? FSGroup? FSGroupChangePolicy? Sysctls[]Sysctl SeccompProfile?SeccompProfile',
    'AppArmorProfile?AppArmorProfile SELinuxChangePolicy?',
  ].join(' '),
  Container: [
    'Name Image Command[] Args[] WorkingDir Ports[]ContainerPort EnvFrom[]EnvFromSource Env[]EnvVar',
    'Resources:ResourceRequirements ResizePolicy[]ContainerResizePolicy RestartPolicy?',
    'RestartPolicyRules[]ContainerRestartRule VolumeMounts[]VolumeMount VolumeDevices[]VolumeDevice',
    'LivenessProbe?Probe ReadinessProbe?Probe StartupProbe?Probe Lifecycle?Lifecycle TerminationMessagePath',
    'TerminationMessagePolicy ImagePullPolicy SecurityContext?SecurityContext Stdin:bool StdinOnce:bool TTY:bool',
  ].join(' '),
  EphemeralContainer: '...Container TargetContainerName',
  ContainerPort: 'Name HostPort:int ContainerPort:int Protocol HostIP',
  EnvFromSource: 'Prefix ConfigMapRef?OptionalName SecretRef?OptionalName',
  OptionalName: 'Name Optional?',
  EnvVar: 'Name Value ValueFrom?EnvVarSource',
  EnvVarSource: [
    'FieldRef?ObjectFieldSelector ResourceFieldRef?ResourceFieldSelector ConfigMapKeyRef?KeySelector',
    'SecretKeyRef?KeySelector FileKeyRef?FileKeySelector',
  ].join(' '),
  ObjectFieldSelector: 'APIVersion FieldPath',
  ResourceFieldSelector: 'ContainerName Resource Divisor:quantity',
  KeySelector: 'Name Key Optional?',
  FileKeySelector: 'VolumeName Path Key Optional?',
  ResourceRequirements: 'Limits{} Requests{} Claims[]ResourceClaim',
  ResourceClaim: 'Name Request',
  ContainerResizePolicy: 'ResourceName RestartPolicy',
  ContainerRestartRule: 'Action ExitCodes?ContainerRestartRuleOnExitCodes',
  ContainerRestartRuleOnExitCodes: 'Operator Values[]',
  VolumeMount: 'Name ReadOnly:bool RecursiveReadOnly? MountPath SubPath MountPropagation? SubPathExpr',
  VolumeDevice: 'Name DevicePath',
  Probe: [
    '...ProbeHandler InitialDelaySeconds:int TimeoutSeconds:int PeriodSeconds:int SuccessThreshold:int',
    'FailureThreshold:int TerminationGracePeriodSeconds?',
  ].join(' '),
  ProbeHandler: 'Exec?ExecAction HTTPGet?HTTPGetAction TCPSocket?TCPSocketAction GRPC?GRPCAction',
  LifecycleHandler: 'Exec?ExecAction HTTPGet?HTTPGetAction TCPSocket?TCPSocketAction Sleep?SleepAction',
  Lifecycle: 'PostStart?LifecycleHandler PreStop?LifecycleHandler StopSignal?',
  ExecAction: 'Command[]',
  HTTPGetAction: 'Path Port:int Host Scheme HTTPHeaders[]HTTPHeader',
  HTTPHeader: 'Name Value',
  TCPSocketAction: 'Port:int Host',
  GRPCAction: 'Port:int Service?',
  SleepAction: 'Seconds:int',
  SecurityContext: [
    'Capabilities?Capabilities Privileged? SELinuxOptions?SELinuxOptions',
    'WindowsOptions?WindowsSecurityContextOptions RunAsUser? RunAsGroup? RunAsNonRoot? ReadOnlyRootFilesystem?',
    'AllowPrivilegeEscalation? ProcMount? SeccompProfile?SeccompProfile AppArmorProfile?AppArmorProfile',
  ].join(' '),
  Capabilities: 'Add[] Drop[]',
  SELinuxOptions: 'User Role Type Level',
  WindowsSecurityContextOptions: 'GMSACredentialSpecName? GMSACredentialSpec? RunAsUserName? HostProcess?',
  SeccompProfile: 'Type LocalhostProfile?',
  AppArmorProfile: 'Type LocalhostProfile?',
  Sysctl: 'Name Value',
  LocalObjectReference: 'Name',
  Affinity: 'NodeAffinity?NodeAffinity PodAffinity?PodAffinity PodAntiAffinity?PodAffinity',
  NodeAffinity: [
    'RequiredDuringSchedulingIgnoredDuringExecution?NodeSelector',
    'PreferredDuringSchedulingIgnoredDuringExecution[]PreferredSchedulingTerm',
  ].join(' '),
  NodeSelector: 'NodeSelectorTerms[]NodeSelectorTerm',
  NodeSelectorTerm: 'MatchExpressions[]NodeSelectorRequirement MatchFields[]NodeSelectorRequirement',
  NodeSelectorRequirement: 'Key Operator Values[]',
  PreferredSchedulingTerm: 'Weight:int Preference:NodeSelectorTerm',
  PodAffinity: [
    'RequiredDuringSchedulingIgnoredDuringExecution[]PodAffinityTerm',
    'PreferredDuringSchedulingIgnoredDuringExecution[]WeightedPodAffinityTerm',
  ].join(' '),
  PodAffinityTerm: [
    'LabelSelector?LabelSelector Namespaces[] TopologyKey NamespaceSelector?LabelSelector MatchLabelKeys[]',
    'MismatchLabelKeys[]',
  ].join(' '),
  WeightedPodAffinityTerm: 'Weight:int PodAffinityTerm:PodAffinityTerm',
  Toleration: 'Key Operator Value Effect TolerationSeconds?',
  HostAlias: 'IP Hostnames[]',
  PodDNSConfig: 'Nameservers[] Searches[] Options[]PodDNSConfigOption',
  PodDNSConfigOption: 'Name Value?',
  PodReadinessGate: 'ConditionType',
  TopologySpreadConstraint: [
    'MaxSkew:int TopologyKey WhenUnsatisfiable LabelSelector?LabelSelector MinDomains? NodeAffinityPolicy?',
    'NodeTaintsPolicy? MatchLabelKeys[]',
  ].join(' '),
  PodOS: 'Name',
  PodSchedulingGate: 'Name',
  PodResourceClaim: 'Name ResourceClaimName? ResourceClaimTemplateName?',
  PodSchedulingGroup: 'PodGroupName?',
};
