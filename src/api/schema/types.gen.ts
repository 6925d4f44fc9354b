// Made from api-definitions by hack/generate-types.ts. Do not edit; run `npm run generate`.

export interface AppsV1ControllerRevision {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  data?: unknown;
  revision: number;
}

export interface AppsV1DaemonSet {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AppsV1DaemonSetSpec;
  status: AppsV1DaemonSetStatus;
}

export interface AppsV1DaemonSetCondition {
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface AppsV1DaemonSetSpec {
  selector: MetaV1LabelSelector | null;
  template: CoreV1PodTemplateSpec;
  updateStrategy: AppsV1DaemonSetUpdateStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
}

export interface AppsV1DaemonSetStatus {
  currentNumberScheduled: number;
  numberMisscheduled: number;
  desiredNumberScheduled: number;
  numberReady: number;
  observedGeneration?: number;
  updatedNumberScheduled?: number;
  numberAvailable?: number;
  numberUnavailable?: number;
  collisionCount?: number;
  conditions?: AppsV1DaemonSetCondition[];
}

export interface AppsV1DaemonSetUpdateStrategy {
  type?: string;
  rollingUpdate?: AppsV1RollingUpdateDaemonSet;
}

export interface AppsV1Deployment {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AppsV1DeploymentSpec;
  status: AppsV1DeploymentStatus;
}

export interface AppsV1DeploymentCondition {
  type: string;
  status: string;
  lastUpdateTime: string | null;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface AppsV1DeploymentSpec {
  replicas?: number;
  selector: MetaV1LabelSelector | null;
  template: CoreV1PodTemplateSpec;
  strategy: AppsV1DeploymentStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  paused?: boolean;
  progressDeadlineSeconds?: number;
}

export interface AppsV1DeploymentStatus {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  conditions?: AppsV1DeploymentCondition[];
  collisionCount?: number;
}

export interface AppsV1DeploymentStrategy {
  type?: string;
  rollingUpdate?: AppsV1RollingUpdateDeployment;
}

export interface AppsV1ReplicaSet {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AppsV1ReplicaSetSpec;
  status: AppsV1ReplicaSetStatus;
}

export interface AppsV1ReplicaSetCondition {
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface AppsV1ReplicaSetSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector: MetaV1LabelSelector | null;
  template: CoreV1PodTemplateSpec;
}

export interface AppsV1ReplicaSetStatus {
  replicas: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  observedGeneration?: number;
  conditions?: AppsV1ReplicaSetCondition[];
}

export interface AppsV1RollingUpdateDaemonSet {
  maxUnavailable?: number | string;
  maxSurge?: number | string;
}

export interface AppsV1RollingUpdateDeployment {
  maxUnavailable?: number | string;
  maxSurge?: number | string;
}

export interface AppsV1RollingUpdateStatefulSetStrategy {
  partition?: number;
}

export interface AppsV1StatefulSet {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AppsV1StatefulSetSpec;
  status: AppsV1StatefulSetStatus;
}

export interface AppsV1StatefulSetCondition {
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface AppsV1StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: string;
  whenScaled?: string;
}

export interface AppsV1StatefulSetSpec {
  replicas?: number;
  selector: MetaV1LabelSelector | null;
  template: CoreV1PodTemplateSpec;
  volumeClaimTemplates?: CoreV1PersistentVolumeClaim[];
  serviceName: string;
  podManagementPolicy?: string;
  updateStrategy: AppsV1StatefulSetUpdateStrategy;
  revisionHistoryLimit?: number;
  minReadySeconds?: number;
  persistentVolumeClaimRetentionPolicy?: AppsV1StatefulSetPersistentVolumeClaimRetentionPolicy;
}

export interface AppsV1StatefulSetStatus {
  observedGeneration?: number;
  replicas: number;
  readyReplicas?: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  currentRevision?: string;
  updateRevision?: string;
  collisionCount?: number;
  conditions?: AppsV1StatefulSetCondition[];
  availableReplicas: number;
}

export interface AppsV1StatefulSetUpdateStrategy {
  type?: string;
  rollingUpdate?: AppsV1RollingUpdateStatefulSetStrategy;
}

export interface AutoscalingV1Scale {
  metadata: MetaV1ObjectMeta;
  spec: AutoscalingV1ScaleSpec;
  status: AutoscalingV1ScaleStatus;
}

export interface AutoscalingV1ScaleSpec {
  replicas?: number;
}

export interface AutoscalingV1ScaleStatus {
  replicas: number;
  selector?: string;
}

export interface CoordinationV1Lease {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoordinationV1LeaseSpec;
}

export interface CoordinationV1LeaseSpec {
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: string;
  renewTime?: string;
  leaseTransitions?: number;
}

export interface CoreV1AWSElasticBlockStoreVolumeSource {
  volumeID: string;
  fsType?: string;
  partition?: number;
  readOnly?: boolean;
}

export interface CoreV1Affinity {
  nodeAffinity?: CoreV1NodeAffinity;
  podAffinity?: CoreV1PodAffinity;
  podAntiAffinity?: CoreV1PodAntiAffinity;
}

export interface CoreV1AttachedVolume {
  name: string;
  devicePath: string;
}

export interface CoreV1AvoidPods {
  preferAvoidPods?: CoreV1PreferAvoidPodsEntry[];
}

export interface CoreV1AzureDiskVolumeSource {
  diskName: string;
  diskURI: string;
  cachingMode?: string;
  fsType?: string;
  readOnly?: boolean;
  kind?: string;
}

export interface CoreV1AzureFilePersistentVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean;
  secretNamespace: string | null;
}

export interface CoreV1AzureFileVolumeSource {
  secretName: string;
  shareName: string;
  readOnly?: boolean;
}

export interface CoreV1Binding {
  metadata: MetaV1ObjectMeta;
  target: CoreV1ObjectReference;
}

export interface CoreV1CSIPersistentVolumeSource {
  driver: string;
  volumeHandle: string;
  readOnly?: boolean;
  fsType?: string;
  volumeAttributes?: Record<string, string>;
  controllerPublishSecretRef?: CoreV1SecretReference;
  nodeStageSecretRef?: CoreV1SecretReference;
  nodePublishSecretRef?: CoreV1SecretReference;
  controllerExpandSecretRef?: CoreV1SecretReference;
}

export interface CoreV1CSIVolumeSource {
  driver: string;
  readOnly?: boolean;
  fsType?: string;
  volumeAttributes?: Record<string, string>;
  nodePublishSecretRef?: CoreV1LocalObjectReference;
}

export interface CoreV1Capabilities {
  add?: string[];
  drop?: string[];
}

export interface CoreV1CephFSPersistentVolumeSource {
  monitors: string[] | null;
  path?: string;
  user?: string;
  secretFile?: string;
  secretRef?: CoreV1SecretReference;
  readOnly?: boolean;
}

export interface CoreV1CephFSVolumeSource {
  monitors: string[] | null;
  path?: string;
  user?: string;
  secretFile?: string;
  secretRef?: CoreV1LocalObjectReference;
  readOnly?: boolean;
}

export interface CoreV1CinderPersistentVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: CoreV1SecretReference;
}

export interface CoreV1CinderVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: CoreV1LocalObjectReference;
}

export interface CoreV1ClientIPConfig {
  timeoutSeconds?: number;
}

export interface CoreV1ComponentCondition {
  type: string;
  status: string;
  message?: string;
  error?: string;
}

export interface CoreV1ComponentStatus {
  metadata: MetaV1ObjectMeta;
  conditions?: CoreV1ComponentCondition[];
}

export interface CoreV1ConfigMap {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  immutable?: boolean;
  data?: Record<string, string>;
  binaryData?: Record<string, string>;
}

export interface CoreV1ConfigMapEnvSource {
  name?: string;
  optional?: boolean;
}

export interface CoreV1ConfigMapKeySelector {
  name?: string;
  key: string;
  optional?: boolean;
}

export interface CoreV1ConfigMapNodeConfigSource {
  namespace: string;
  name: string;
  uid?: string;
  resourceVersion?: string;
  kubeletConfigKey: string;
}

export interface CoreV1ConfigMapProjection {
  name?: string;
  items?: CoreV1KeyToPath[];
  optional?: boolean;
}

export interface CoreV1ConfigMapVolumeSource {
  name?: string;
  items?: CoreV1KeyToPath[];
  defaultMode?: number;
  optional?: boolean;
}

export interface CoreV1Container {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  ports?: CoreV1ContainerPort[];
  envFrom?: CoreV1EnvFromSource[];
  env?: CoreV1EnvVar[];
  resources: CoreV1ResourceRequirements;
  volumeMounts?: CoreV1VolumeMount[];
  volumeDevices?: CoreV1VolumeDevice[];
  livenessProbe?: CoreV1Probe;
  readinessProbe?: CoreV1Probe;
  startupProbe?: CoreV1Probe;
  lifecycle?: CoreV1Lifecycle;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  imagePullPolicy?: string;
  securityContext?: CoreV1SecurityContext;
  stdin?: boolean;
  stdinOnce?: boolean;
  tty?: boolean;
}

export interface CoreV1ContainerImage {
  names: string[] | null;
  sizeBytes?: number;
}

export interface CoreV1ContainerPort {
  name?: string;
  hostPort?: number;
  containerPort: number;
  protocol?: string;
  hostIP?: string;
}

export interface CoreV1ContainerState {
  waiting?: CoreV1ContainerStateWaiting;
  running?: CoreV1ContainerStateRunning;
  terminated?: CoreV1ContainerStateTerminated;
}

export interface CoreV1ContainerStateRunning {
  startedAt: string | null;
}

export interface CoreV1ContainerStateTerminated {
  exitCode: number;
  signal?: number;
  reason?: string;
  message?: string;
  startedAt: string | null;
  finishedAt: string | null;
  containerID?: string;
}

export interface CoreV1ContainerStateWaiting {
  reason?: string;
  message?: string;
}

export interface CoreV1ContainerStatus {
  name: string;
  state: CoreV1ContainerState;
  lastState: CoreV1ContainerState;
  ready: boolean;
  restartCount: number;
  image: string;
  imageID: string;
  containerID?: string;
  started?: boolean;
}

export interface CoreV1DaemonEndpoint {
  Port: number;
}

export interface CoreV1DownwardAPIProjection {
  items?: CoreV1DownwardAPIVolumeFile[];
}

export interface CoreV1DownwardAPIVolumeFile {
  path: string;
  fieldRef?: CoreV1ObjectFieldSelector;
  resourceFieldRef?: CoreV1ResourceFieldSelector;
  mode?: number;
}

export interface CoreV1DownwardAPIVolumeSource {
  items?: CoreV1DownwardAPIVolumeFile[];
  defaultMode?: number;
}

export interface CoreV1EmptyDirVolumeSource {
  medium?: string;
  sizeLimit?: string;
}

export interface CoreV1EndpointAddress {
  ip: string;
  hostname?: string;
  nodeName?: string;
  targetRef?: CoreV1ObjectReference;
}

export interface CoreV1EndpointPort {
  name?: string;
  port: number;
  protocol?: string;
  appProtocol?: string;
}

export interface CoreV1EndpointSubset {
  addresses?: CoreV1EndpointAddress[];
  notReadyAddresses?: CoreV1EndpointAddress[];
  ports?: CoreV1EndpointPort[];
}

export interface CoreV1Endpoints {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  subsets?: CoreV1EndpointSubset[];
}

export interface CoreV1EnvFromSource {
  prefix?: string;
  configMapRef?: CoreV1ConfigMapEnvSource;
  secretRef?: CoreV1SecretEnvSource;
}

export interface CoreV1EnvVar {
  name: string;
  value?: string;
  valueFrom?: CoreV1EnvVarSource;
}

export interface CoreV1EnvVarSource {
  fieldRef?: CoreV1ObjectFieldSelector;
  resourceFieldRef?: CoreV1ResourceFieldSelector;
  configMapKeyRef?: CoreV1ConfigMapKeySelector;
  secretKeyRef?: CoreV1SecretKeySelector;
}

export interface CoreV1EphemeralContainer {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  ports?: CoreV1ContainerPort[];
  envFrom?: CoreV1EnvFromSource[];
  env?: CoreV1EnvVar[];
  resources: CoreV1ResourceRequirements;
  volumeMounts?: CoreV1VolumeMount[];
  volumeDevices?: CoreV1VolumeDevice[];
  livenessProbe?: CoreV1Probe;
  readinessProbe?: CoreV1Probe;
  startupProbe?: CoreV1Probe;
  lifecycle?: CoreV1Lifecycle;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  imagePullPolicy?: string;
  securityContext?: CoreV1SecurityContext;
  stdin?: boolean;
  stdinOnce?: boolean;
  tty?: boolean;
  targetContainerName?: string;
}

export interface CoreV1EphemeralContainerCommon {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  ports?: CoreV1ContainerPort[];
  envFrom?: CoreV1EnvFromSource[];
  env?: CoreV1EnvVar[];
  resources: CoreV1ResourceRequirements;
  volumeMounts?: CoreV1VolumeMount[];
  volumeDevices?: CoreV1VolumeDevice[];
  livenessProbe?: CoreV1Probe;
  readinessProbe?: CoreV1Probe;
  startupProbe?: CoreV1Probe;
  lifecycle?: CoreV1Lifecycle;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  imagePullPolicy?: string;
  securityContext?: CoreV1SecurityContext;
  stdin?: boolean;
  stdinOnce?: boolean;
  tty?: boolean;
}

export interface CoreV1EphemeralVolumeSource {
  volumeClaimTemplate?: CoreV1PersistentVolumeClaimTemplate;
}

export interface CoreV1Event {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  involvedObject: CoreV1ObjectReference;
  reason?: string;
  message?: string;
  source: CoreV1EventSource;
  firstTimestamp: string | null;
  lastTimestamp: string | null;
  count?: number;
  type?: string;
  eventTime: string | null;
  series?: CoreV1EventSeries;
  action?: string;
  related?: CoreV1ObjectReference;
  reportingComponent: string;
  reportingInstance: string;
}

export interface CoreV1EventSeries {
  count?: number;
  lastObservedTime: string | null;
}

export interface CoreV1EventSource {
  component?: string;
  host?: string;
}

export interface CoreV1ExecAction {
  command?: string[];
}

export interface CoreV1FCVolumeSource {
  targetWWNs?: string[];
  lun?: number;
  fsType?: string;
  readOnly?: boolean;
  wwids?: string[];
}

export interface CoreV1FlexPersistentVolumeSource {
  driver: string;
  fsType?: string;
  secretRef?: CoreV1SecretReference;
  readOnly?: boolean;
  options?: Record<string, string>;
}

export interface CoreV1FlexVolumeSource {
  driver: string;
  fsType?: string;
  secretRef?: CoreV1LocalObjectReference;
  readOnly?: boolean;
  options?: Record<string, string>;
}

export interface CoreV1FlockerVolumeSource {
  datasetName?: string;
  datasetUUID?: string;
}

export interface CoreV1GCEPersistentDiskVolumeSource {
  pdName: string;
  fsType?: string;
  partition?: number;
  readOnly?: boolean;
}

export interface CoreV1GRPCAction {
  port: number;
  service: string | null;
}

export interface CoreV1GitRepoVolumeSource {
  repository: string;
  revision?: string;
  directory?: string;
}

export interface CoreV1GlusterfsPersistentVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
  endpointsNamespace?: string;
}

export interface CoreV1GlusterfsVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean;
}

export interface CoreV1HTTPGetAction {
  path?: string;
  port: number | string;
  host?: string;
  scheme?: string;
  httpHeaders?: CoreV1HTTPHeader[];
}

export interface CoreV1HTTPHeader {
  name: string;
  value: string;
}

export interface CoreV1HostAlias {
  ip?: string;
  hostnames?: string[];
}

export interface CoreV1HostPathVolumeSource {
  path: string;
  type?: string;
}

export interface CoreV1ISCSIPersistentVolumeSource {
  targetPortal: string;
  iqn: string;
  lun: number;
  iscsiInterface?: string;
  fsType?: string;
  readOnly?: boolean;
  portals?: string[];
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  secretRef?: CoreV1SecretReference;
  initiatorName?: string;
}

export interface CoreV1ISCSIVolumeSource {
  targetPortal: string;
  iqn: string;
  lun: number;
  iscsiInterface?: string;
  fsType?: string;
  readOnly?: boolean;
  portals?: string[];
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  secretRef?: CoreV1LocalObjectReference;
  initiatorName?: string;
}

export interface CoreV1KeyToPath {
  key: string;
  path: string;
  mode?: number;
}

export interface CoreV1Lifecycle {
  postStart?: CoreV1LifecycleHandler;
  preStop?: CoreV1LifecycleHandler;
}

export interface CoreV1LifecycleHandler {
  exec?: CoreV1ExecAction;
  httpGet?: CoreV1HTTPGetAction;
  tcpSocket?: CoreV1TCPSocketAction;
}

export interface CoreV1LimitRange {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoreV1LimitRangeSpec;
}

export interface CoreV1LimitRangeItem {
  type: string;
  max?: Record<string, string>;
  min?: Record<string, string>;
  default?: Record<string, string>;
  defaultRequest?: Record<string, string>;
  maxLimitRequestRatio?: Record<string, string>;
}

export interface CoreV1LimitRangeSpec {
  limits: CoreV1LimitRangeItem[] | null;
}

export interface CoreV1LoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ports?: CoreV1PortStatus[];
}

export interface CoreV1LoadBalancerStatus {
  ingress?: CoreV1LoadBalancerIngress[];
}

export interface CoreV1LocalObjectReference {
  name?: string;
}

export interface CoreV1LocalVolumeSource {
  path: string;
  fsType?: string;
}

export interface CoreV1NFSVolumeSource {
  server: string;
  path: string;
  readOnly?: boolean;
}

export interface CoreV1Namespace {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoreV1NamespaceSpec;
  status: CoreV1NamespaceStatus;
}

export interface CoreV1NamespaceCondition {
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface CoreV1NamespaceSpec {
  finalizers?: string[];
}

export interface CoreV1NamespaceStatus {
  phase?: string;
  conditions?: CoreV1NamespaceCondition[];
}

export interface CoreV1Node {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoreV1NodeSpec;
  status: CoreV1NodeStatus;
}

export interface CoreV1NodeAddress {
  type: string;
  address: string;
}

export interface CoreV1NodeAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: CoreV1NodeSelector;
  preferredDuringSchedulingIgnoredDuringExecution?: CoreV1PreferredSchedulingTerm[];
}

export interface CoreV1NodeCondition {
  type: string;
  status: string;
  lastHeartbeatTime: string | null;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface CoreV1NodeConfigSource {
  configMap?: CoreV1ConfigMapNodeConfigSource;
}

export interface CoreV1NodeConfigStatus {
  assigned?: CoreV1NodeConfigSource;
  active?: CoreV1NodeConfigSource;
  lastKnownGood?: CoreV1NodeConfigSource;
  error?: string;
}

export interface CoreV1NodeDaemonEndpoints {
  kubeletEndpoint: CoreV1DaemonEndpoint;
}

export interface CoreV1NodeProxyOptions {
  path?: string;
}

export interface CoreV1NodeSelector {
  nodeSelectorTerms: CoreV1NodeSelectorTerm[] | null;
}

export interface CoreV1NodeSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

export interface CoreV1NodeSelectorTerm {
  matchExpressions?: CoreV1NodeSelectorRequirement[];
  matchFields?: CoreV1NodeSelectorRequirement[];
}

export interface CoreV1NodeSpec {
  podCIDR?: string;
  podCIDRs?: string[];
  providerID?: string;
  unschedulable?: boolean;
  taints?: CoreV1Taint[];
  configSource?: CoreV1NodeConfigSource;
  externalID?: string;
}

export interface CoreV1NodeStatus {
  capacity?: Record<string, string>;
  allocatable?: Record<string, string>;
  phase?: string;
  conditions?: CoreV1NodeCondition[];
  addresses?: CoreV1NodeAddress[];
  daemonEndpoints: CoreV1NodeDaemonEndpoints;
  nodeInfo: CoreV1NodeSystemInfo;
  images?: CoreV1ContainerImage[];
  volumesInUse?: string[];
  volumesAttached?: CoreV1AttachedVolume[];
  config?: CoreV1NodeConfigStatus;
}

export interface CoreV1NodeSystemInfo {
  machineID: string;
  systemUUID: string;
  bootID: string;
  kernelVersion: string;
  osImage: string;
  containerRuntimeVersion: string;
  kubeletVersion: string;
  kubeProxyVersion: string;
  operatingSystem: string;
  architecture: string;
}

export interface CoreV1ObjectFieldSelector {
  apiVersion?: string;
  fieldPath: string;
}

export interface CoreV1ObjectReference {
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiVersion?: string;
  resourceVersion?: string;
  fieldPath?: string;
}

export interface CoreV1PersistentVolume {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoreV1PersistentVolumeSpec;
  status: CoreV1PersistentVolumeStatus;
}

export interface CoreV1PersistentVolumeClaim {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoreV1PersistentVolumeClaimSpec;
  status: CoreV1PersistentVolumeClaimStatus;
}

export interface CoreV1PersistentVolumeClaimCondition {
  type: string;
  status: string;
  lastProbeTime: string | null;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface CoreV1PersistentVolumeClaimSpec {
  accessModes?: string[];
  selector?: MetaV1LabelSelector;
  resources: CoreV1ResourceRequirements;
  volumeName?: string;
  storageClassName?: string;
  volumeMode?: string;
  dataSource?: CoreV1TypedLocalObjectReference;
  dataSourceRef?: CoreV1TypedLocalObjectReference;
}

export interface CoreV1PersistentVolumeClaimStatus {
  phase?: string;
  accessModes?: string[];
  capacity?: Record<string, string>;
  conditions?: CoreV1PersistentVolumeClaimCondition[];
  allocatedResources?: Record<string, string>;
  resizeStatus?: string;
}

export interface CoreV1PersistentVolumeClaimTemplate {
  metadata: MetaV1ObjectMeta;
  spec: CoreV1PersistentVolumeClaimSpec;
}

export interface CoreV1PersistentVolumeClaimVolumeSource {
  claimName: string;
  readOnly?: boolean;
}

export interface CoreV1PersistentVolumeSource {
  gcePersistentDisk?: CoreV1GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: CoreV1AWSElasticBlockStoreVolumeSource;
  hostPath?: CoreV1HostPathVolumeSource;
  glusterfs?: CoreV1GlusterfsPersistentVolumeSource;
  nfs?: CoreV1NFSVolumeSource;
  rbd?: CoreV1RBDPersistentVolumeSource;
  iscsi?: CoreV1ISCSIPersistentVolumeSource;
  cinder?: CoreV1CinderPersistentVolumeSource;
  cephfs?: CoreV1CephFSPersistentVolumeSource;
  fc?: CoreV1FCVolumeSource;
  flocker?: CoreV1FlockerVolumeSource;
  flexVolume?: CoreV1FlexPersistentVolumeSource;
  azureFile?: CoreV1AzureFilePersistentVolumeSource;
  vsphereVolume?: CoreV1VsphereVirtualDiskVolumeSource;
  quobyte?: CoreV1QuobyteVolumeSource;
  azureDisk?: CoreV1AzureDiskVolumeSource;
  photonPersistentDisk?: CoreV1PhotonPersistentDiskVolumeSource;
  portworxVolume?: CoreV1PortworxVolumeSource;
  scaleIO?: CoreV1ScaleIOPersistentVolumeSource;
  local?: CoreV1LocalVolumeSource;
  storageos?: CoreV1StorageOSPersistentVolumeSource;
  csi?: CoreV1CSIPersistentVolumeSource;
}

export interface CoreV1PersistentVolumeSpec {
  capacity?: Record<string, string>;
  gcePersistentDisk?: CoreV1GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: CoreV1AWSElasticBlockStoreVolumeSource;
  hostPath?: CoreV1HostPathVolumeSource;
  glusterfs?: CoreV1GlusterfsPersistentVolumeSource;
  nfs?: CoreV1NFSVolumeSource;
  rbd?: CoreV1RBDPersistentVolumeSource;
  iscsi?: CoreV1ISCSIPersistentVolumeSource;
  cinder?: CoreV1CinderPersistentVolumeSource;
  cephfs?: CoreV1CephFSPersistentVolumeSource;
  fc?: CoreV1FCVolumeSource;
  flocker?: CoreV1FlockerVolumeSource;
  flexVolume?: CoreV1FlexPersistentVolumeSource;
  azureFile?: CoreV1AzureFilePersistentVolumeSource;
  vsphereVolume?: CoreV1VsphereVirtualDiskVolumeSource;
  quobyte?: CoreV1QuobyteVolumeSource;
  azureDisk?: CoreV1AzureDiskVolumeSource;
  photonPersistentDisk?: CoreV1PhotonPersistentDiskVolumeSource;
  portworxVolume?: CoreV1PortworxVolumeSource;
  scaleIO?: CoreV1ScaleIOPersistentVolumeSource;
  local?: CoreV1LocalVolumeSource;
  storageos?: CoreV1StorageOSPersistentVolumeSource;
  csi?: CoreV1CSIPersistentVolumeSource;
  accessModes?: string[];
  claimRef?: CoreV1ObjectReference;
  persistentVolumeReclaimPolicy?: string;
  storageClassName?: string;
  mountOptions?: string[];
  volumeMode?: string;
  nodeAffinity?: CoreV1VolumeNodeAffinity;
}

export interface CoreV1PersistentVolumeStatus {
  phase?: string;
  message?: string;
  reason?: string;
}

export interface CoreV1PhotonPersistentDiskVolumeSource {
  pdID: string;
  fsType?: string;
}

export interface CoreV1Pod {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoreV1PodSpec;
  status: CoreV1PodStatus;
}

export interface CoreV1PodAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: CoreV1PodAffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution?: CoreV1WeightedPodAffinityTerm[];
}

export interface CoreV1PodAffinityTerm {
  labelSelector?: MetaV1LabelSelector;
  namespaces?: string[];
  topologyKey: string;
  namespaceSelector?: MetaV1LabelSelector;
}

export interface CoreV1PodAntiAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: CoreV1PodAffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution?: CoreV1WeightedPodAffinityTerm[];
}

export interface CoreV1PodAttachOptions {
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  tty?: boolean;
  container?: string;
}

export interface CoreV1PodCondition {
  type: string;
  status: string;
  lastProbeTime: string | null;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface CoreV1PodDNSConfig {
  nameservers?: string[];
  searches?: string[];
  options?: CoreV1PodDNSConfigOption[];
}

export interface CoreV1PodDNSConfigOption {
  name?: string;
  value?: string;
}

export interface CoreV1PodExecOptions {
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  tty?: boolean;
  container?: string;
  command: string[] | null;
}

export interface CoreV1PodIP {
  ip?: string;
}

export interface CoreV1PodLogOptions {
  container?: string;
  follow?: boolean;
  previous?: boolean;
  sinceSeconds?: number;
  sinceTime?: string;
  timestamps?: boolean;
  tailLines?: number;
  limitBytes?: number;
  insecureSkipTLSVerifyBackend?: boolean;
}

export interface CoreV1PodOS {
  name: string;
}

export interface CoreV1PodPortForwardOptions {
  ports?: number[];
}

export interface CoreV1PodProxyOptions {
  path?: string;
}

export interface CoreV1PodReadinessGate {
  conditionType: string;
}

export interface CoreV1PodSecurityContext {
  seLinuxOptions?: CoreV1SELinuxOptions;
  windowsOptions?: CoreV1WindowsSecurityContextOptions;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  supplementalGroups?: number[];
  fsGroup?: number;
  sysctls?: CoreV1Sysctl[];
  fsGroupChangePolicy?: string;
  seccompProfile?: CoreV1SeccompProfile;
}

export interface CoreV1PodSignature {
  podController?: MetaV1OwnerReference;
}

export interface CoreV1PodSpec {
  volumes?: CoreV1Volume[];
  initContainers?: CoreV1Container[];
  containers: CoreV1Container[] | null;
  ephemeralContainers?: CoreV1EphemeralContainer[];
  restartPolicy?: string;
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  dnsPolicy?: string;
  nodeSelector?: Record<string, string>;
  serviceAccountName?: string;
  serviceAccount?: string;
  automountServiceAccountToken?: boolean;
  nodeName?: string;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  shareProcessNamespace?: boolean;
  securityContext?: CoreV1PodSecurityContext;
  imagePullSecrets?: CoreV1LocalObjectReference[];
  hostname?: string;
  subdomain?: string;
  affinity?: CoreV1Affinity;
  schedulerName?: string;
  tolerations?: CoreV1Toleration[];
  hostAliases?: CoreV1HostAlias[];
  priorityClassName?: string;
  priority?: number;
  dnsConfig?: CoreV1PodDNSConfig;
  readinessGates?: CoreV1PodReadinessGate[];
  runtimeClassName?: string;
  enableServiceLinks?: boolean;
  preemptionPolicy?: string;
  overhead?: Record<string, string>;
  topologySpreadConstraints?: CoreV1TopologySpreadConstraint[];
  setHostnameAsFQDN?: boolean;
  os?: CoreV1PodOS;
}

export interface CoreV1PodStatus {
  phase?: string;
  conditions?: CoreV1PodCondition[];
  message?: string;
  reason?: string;
  nominatedNodeName?: string;
  hostIP?: string;
  podIP?: string;
  podIPs?: CoreV1PodIP[];
  startTime?: string;
  initContainerStatuses?: CoreV1ContainerStatus[];
  containerStatuses?: CoreV1ContainerStatus[];
  qosClass?: string;
  ephemeralContainerStatuses?: CoreV1ContainerStatus[];
}

export interface CoreV1PodStatusResult {
  metadata: MetaV1ObjectMeta;
  status: CoreV1PodStatus;
}

export interface CoreV1PodTemplate {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  template: CoreV1PodTemplateSpec;
}

export interface CoreV1PodTemplateSpec {
  metadata: MetaV1ObjectMeta;
  spec: CoreV1PodSpec;
}

export interface CoreV1PortStatus {
  port: number;
  protocol: string;
  error?: string;
}

export interface CoreV1PortworxVolumeSource {
  volumeID: string;
  fsType?: string;
  readOnly?: boolean;
}

export interface CoreV1Preconditions {
  uid?: string;
}

export interface CoreV1PreferAvoidPodsEntry {
  podSignature: CoreV1PodSignature;
  evictionTime: string | null;
  reason?: string;
  message?: string;
}

export interface CoreV1PreferredSchedulingTerm {
  weight: number;
  preference: CoreV1NodeSelectorTerm;
}

export interface CoreV1Probe {
  exec?: CoreV1ExecAction;
  httpGet?: CoreV1HTTPGetAction;
  tcpSocket?: CoreV1TCPSocketAction;
  grpc?: CoreV1GRPCAction;
  initialDelaySeconds?: number;
  timeoutSeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  failureThreshold?: number;
  terminationGracePeriodSeconds?: number;
}

export interface CoreV1ProbeHandler {
  exec?: CoreV1ExecAction;
  httpGet?: CoreV1HTTPGetAction;
  tcpSocket?: CoreV1TCPSocketAction;
  grpc?: CoreV1GRPCAction;
}

export interface CoreV1ProjectedVolumeSource {
  sources: CoreV1VolumeProjection[] | null;
  defaultMode?: number;
}

export interface CoreV1QuobyteVolumeSource {
  registry: string;
  volume: string;
  readOnly?: boolean;
  user?: string;
  group?: string;
  tenant?: string;
}

export interface CoreV1RBDPersistentVolumeSource {
  monitors: string[] | null;
  image: string;
  fsType?: string;
  pool?: string;
  user?: string;
  keyring?: string;
  secretRef?: CoreV1SecretReference;
  readOnly?: boolean;
}

export interface CoreV1RBDVolumeSource {
  monitors: string[] | null;
  image: string;
  fsType?: string;
  pool?: string;
  user?: string;
  keyring?: string;
  secretRef?: CoreV1LocalObjectReference;
  readOnly?: boolean;
}

export interface CoreV1RangeAllocation {
  metadata: MetaV1ObjectMeta;
  range: string;
  data: string;
}

export interface CoreV1ReplicationController {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoreV1ReplicationControllerSpec;
  status: CoreV1ReplicationControllerStatus;
}

export interface CoreV1ReplicationControllerCondition {
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface CoreV1ReplicationControllerSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector?: Record<string, string>;
  template?: CoreV1PodTemplateSpec;
}

export interface CoreV1ReplicationControllerStatus {
  replicas: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  observedGeneration?: number;
  conditions?: CoreV1ReplicationControllerCondition[];
}

export interface CoreV1ResourceFieldSelector {
  containerName?: string;
  resource: string;
  divisor: string;
}

export interface CoreV1ResourceQuota {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoreV1ResourceQuotaSpec;
  status: CoreV1ResourceQuotaStatus;
}

export interface CoreV1ResourceQuotaSpec {
  hard?: Record<string, string>;
  scopes?: string[];
  scopeSelector?: CoreV1ScopeSelector;
}

export interface CoreV1ResourceQuotaStatus {
  hard?: Record<string, string>;
  used?: Record<string, string>;
}

export interface CoreV1ResourceRequirements {
  limits?: Record<string, string>;
  requests?: Record<string, string>;
}

export interface CoreV1SELinuxOptions {
  user?: string;
  role?: string;
  type?: string;
  level?: string;
}

export interface CoreV1ScaleIOPersistentVolumeSource {
  gateway: string;
  system: string;
  secretRef: CoreV1SecretReference | null;
  sslEnabled?: boolean;
  protectionDomain?: string;
  storagePool?: string;
  storageMode?: string;
  volumeName?: string;
  fsType?: string;
  readOnly?: boolean;
}

export interface CoreV1ScaleIOVolumeSource {
  gateway: string;
  system: string;
  secretRef: CoreV1LocalObjectReference | null;
  sslEnabled?: boolean;
  protectionDomain?: string;
  storagePool?: string;
  storageMode?: string;
  volumeName?: string;
  fsType?: string;
  readOnly?: boolean;
}

export interface CoreV1ScopeSelector {
  matchExpressions?: CoreV1ScopedResourceSelectorRequirement[];
}

export interface CoreV1ScopedResourceSelectorRequirement {
  scopeName: string;
  operator: string;
  values?: string[];
}

export interface CoreV1SeccompProfile {
  type: string;
  localhostProfile?: string;
}

export interface CoreV1Secret {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  immutable?: boolean;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  type?: string;
}

export interface CoreV1SecretEnvSource {
  name?: string;
  optional?: boolean;
}

export interface CoreV1SecretKeySelector {
  name?: string;
  key: string;
  optional?: boolean;
}

export interface CoreV1SecretProjection {
  name?: string;
  items?: CoreV1KeyToPath[];
  optional?: boolean;
}

export interface CoreV1SecretReference {
  name?: string;
  namespace?: string;
}

export interface CoreV1SecretVolumeSource {
  secretName?: string;
  items?: CoreV1KeyToPath[];
  defaultMode?: number;
  optional?: boolean;
}

export interface CoreV1SecurityContext {
  capabilities?: CoreV1Capabilities;
  privileged?: boolean;
  seLinuxOptions?: CoreV1SELinuxOptions;
  windowsOptions?: CoreV1WindowsSecurityContextOptions;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  readOnlyRootFilesystem?: boolean;
  allowPrivilegeEscalation?: boolean;
  procMount?: string;
  seccompProfile?: CoreV1SeccompProfile;
}

export interface CoreV1SerializedReference {
  reference: CoreV1ObjectReference;
}

export interface CoreV1Service {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoreV1ServiceSpec;
  status: CoreV1ServiceStatus;
}

export interface CoreV1ServiceAccount {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  secrets?: CoreV1ObjectReference[];
  imagePullSecrets?: CoreV1LocalObjectReference[];
  automountServiceAccountToken?: boolean;
}

export interface CoreV1ServiceAccountTokenProjection {
  audience?: string;
  expirationSeconds?: number;
  path: string;
}

export interface CoreV1ServicePort {
  name?: string;
  protocol?: string;
  appProtocol?: string;
  port: number;
  targetPort: number | string;
  nodePort?: number;
}

export interface CoreV1ServiceProxyOptions {
  path?: string;
}

export interface CoreV1ServiceSpec {
  ports?: CoreV1ServicePort[];
  selector?: Record<string, string>;
  clusterIP?: string;
  clusterIPs?: string[];
  type?: string;
  externalIPs?: string[];
  sessionAffinity?: string;
  loadBalancerIP?: string;
  loadBalancerSourceRanges?: string[];
  externalName?: string;
  externalTrafficPolicy?: string;
  healthCheckNodePort?: number;
  publishNotReadyAddresses?: boolean;
  sessionAffinityConfig?: CoreV1SessionAffinityConfig;
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  allocateLoadBalancerNodePorts?: boolean;
  loadBalancerClass?: string;
  internalTrafficPolicy?: string;
}

export interface CoreV1ServiceStatus {
  loadBalancer: CoreV1LoadBalancerStatus;
  conditions?: MetaV1Condition[];
}

export interface CoreV1SessionAffinityConfig {
  clientIP?: CoreV1ClientIPConfig;
}

export interface CoreV1StorageOSPersistentVolumeSource {
  volumeName?: string;
  volumeNamespace?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: CoreV1ObjectReference;
}

export interface CoreV1StorageOSVolumeSource {
  volumeName?: string;
  volumeNamespace?: string;
  fsType?: string;
  readOnly?: boolean;
  secretRef?: CoreV1LocalObjectReference;
}

export interface CoreV1Sysctl {
  name: string;
  value: string;
}

export interface CoreV1TCPSocketAction {
  port: number | string;
  host?: string;
}

export interface CoreV1Taint {
  key: string;
  value?: string;
  effect: string;
  timeAdded?: string;
}

export interface CoreV1Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

export interface CoreV1TopologySelectorLabelRequirement {
  key: string;
  values: string[] | null;
}

export interface CoreV1TopologySelectorTerm {
  matchLabelExpressions?: CoreV1TopologySelectorLabelRequirement[];
}

export interface CoreV1TopologySpreadConstraint {
  maxSkew: number;
  topologyKey: string;
  whenUnsatisfiable: string;
  labelSelector?: MetaV1LabelSelector;
}

export interface CoreV1TypedLocalObjectReference {
  apiGroup: string | null;
  kind: string;
  name: string;
}

export interface CoreV1Volume {
  name: string;
  hostPath?: CoreV1HostPathVolumeSource;
  emptyDir?: CoreV1EmptyDirVolumeSource;
  gcePersistentDisk?: CoreV1GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: CoreV1AWSElasticBlockStoreVolumeSource;
  gitRepo?: CoreV1GitRepoVolumeSource;
  secret?: CoreV1SecretVolumeSource;
  nfs?: CoreV1NFSVolumeSource;
  iscsi?: CoreV1ISCSIVolumeSource;
  glusterfs?: CoreV1GlusterfsVolumeSource;
  persistentVolumeClaim?: CoreV1PersistentVolumeClaimVolumeSource;
  rbd?: CoreV1RBDVolumeSource;
  flexVolume?: CoreV1FlexVolumeSource;
  cinder?: CoreV1CinderVolumeSource;
  cephfs?: CoreV1CephFSVolumeSource;
  flocker?: CoreV1FlockerVolumeSource;
  downwardAPI?: CoreV1DownwardAPIVolumeSource;
  fc?: CoreV1FCVolumeSource;
  azureFile?: CoreV1AzureFileVolumeSource;
  configMap?: CoreV1ConfigMapVolumeSource;
  vsphereVolume?: CoreV1VsphereVirtualDiskVolumeSource;
  quobyte?: CoreV1QuobyteVolumeSource;
  azureDisk?: CoreV1AzureDiskVolumeSource;
  photonPersistentDisk?: CoreV1PhotonPersistentDiskVolumeSource;
  projected?: CoreV1ProjectedVolumeSource;
  portworxVolume?: CoreV1PortworxVolumeSource;
  scaleIO?: CoreV1ScaleIOVolumeSource;
  storageos?: CoreV1StorageOSVolumeSource;
  csi?: CoreV1CSIVolumeSource;
  ephemeral?: CoreV1EphemeralVolumeSource;
}

export interface CoreV1VolumeDevice {
  name: string;
  devicePath: string;
}

export interface CoreV1VolumeMount {
  name: string;
  readOnly?: boolean;
  mountPath: string;
  subPath?: string;
  mountPropagation?: string;
  subPathExpr?: string;
}

export interface CoreV1VolumeNodeAffinity {
  required?: CoreV1NodeSelector;
}

export interface CoreV1VolumeProjection {
  secret?: CoreV1SecretProjection;
  downwardAPI?: CoreV1DownwardAPIProjection;
  configMap?: CoreV1ConfigMapProjection;
  serviceAccountToken?: CoreV1ServiceAccountTokenProjection;
}

export interface CoreV1VolumeSource {
  hostPath?: CoreV1HostPathVolumeSource;
  emptyDir?: CoreV1EmptyDirVolumeSource;
  gcePersistentDisk?: CoreV1GCEPersistentDiskVolumeSource;
  awsElasticBlockStore?: CoreV1AWSElasticBlockStoreVolumeSource;
  gitRepo?: CoreV1GitRepoVolumeSource;
  secret?: CoreV1SecretVolumeSource;
  nfs?: CoreV1NFSVolumeSource;
  iscsi?: CoreV1ISCSIVolumeSource;
  glusterfs?: CoreV1GlusterfsVolumeSource;
  persistentVolumeClaim?: CoreV1PersistentVolumeClaimVolumeSource;
  rbd?: CoreV1RBDVolumeSource;
  flexVolume?: CoreV1FlexVolumeSource;
  cinder?: CoreV1CinderVolumeSource;
  cephfs?: CoreV1CephFSVolumeSource;
  flocker?: CoreV1FlockerVolumeSource;
  downwardAPI?: CoreV1DownwardAPIVolumeSource;
  fc?: CoreV1FCVolumeSource;
  azureFile?: CoreV1AzureFileVolumeSource;
  configMap?: CoreV1ConfigMapVolumeSource;
  vsphereVolume?: CoreV1VsphereVirtualDiskVolumeSource;
  quobyte?: CoreV1QuobyteVolumeSource;
  azureDisk?: CoreV1AzureDiskVolumeSource;
  photonPersistentDisk?: CoreV1PhotonPersistentDiskVolumeSource;
  projected?: CoreV1ProjectedVolumeSource;
  portworxVolume?: CoreV1PortworxVolumeSource;
  scaleIO?: CoreV1ScaleIOVolumeSource;
  storageos?: CoreV1StorageOSVolumeSource;
  csi?: CoreV1CSIVolumeSource;
  ephemeral?: CoreV1EphemeralVolumeSource;
}

export interface CoreV1VsphereVirtualDiskVolumeSource {
  volumePath: string;
  fsType?: string;
  storagePolicyName?: string;
  storagePolicyID?: string;
}

export interface CoreV1WeightedPodAffinityTerm {
  weight: number;
  podAffinityTerm: CoreV1PodAffinityTerm;
}

export interface CoreV1WindowsSecurityContextOptions {
  gmsaCredentialSpecName?: string;
  gmsaCredentialSpec?: string;
  runAsUserName?: string;
  hostProcess?: boolean;
}

export interface MetaV1APIGroup {
  name: string;
  versions: MetaV1GroupVersionForDiscovery[] | null;
  preferredVersion: MetaV1GroupVersionForDiscovery;
  serverAddressByClientCIDRs?: MetaV1ServerAddressByClientCIDR[];
}

export interface MetaV1APIGroupList {
  groups: MetaV1APIGroup[] | null;
}

export interface MetaV1APIResource {
  name: string;
  singularName: string;
  namespaced: boolean;
  group?: string;
  version?: string;
  kind: string;
  verbs: string[] | null;
  shortNames?: string[];
  categories?: string[];
  storageVersionHash?: string;
}

export interface MetaV1APIResourceList {
  groupVersion: string;
  resources: MetaV1APIResource[] | null;
}

export interface MetaV1APIVersions {
  versions: string[] | null;
  serverAddressByClientCIDRs: MetaV1ServerAddressByClientCIDR[] | null;
}

export interface MetaV1ApplyOptions {
  dryRun?: string[];
  force: boolean;
  fieldManager: string;
}

export interface MetaV1Condition {
  type: string;
  status: string;
  observedGeneration?: number;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}

export interface MetaV1CreateOptions {
  dryRun?: string[];
  fieldManager?: string;
  fieldValidation?: string;
}

export interface MetaV1DeleteOptions {
  gracePeriodSeconds?: number;
  preconditions?: MetaV1Preconditions;
  orphanDependents?: boolean;
  propagationPolicy?: string;
  dryRun?: string[];
}

export interface MetaV1GetOptions {
  resourceVersion?: string;
}

export interface MetaV1GroupKind {
  group: string;
  kind: string;
}

export interface MetaV1GroupResource {
  group: string;
  resource: string;
}

export interface MetaV1GroupVersion {
  group: string;
  version: string;
}

export interface MetaV1GroupVersionForDiscovery {
  groupVersion: string;
  version: string;
}

export interface MetaV1GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

export interface MetaV1GroupVersionResource {
  group: string;
  version: string;
  resource: string;
}

export interface MetaV1LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: MetaV1LabelSelectorRequirement[];
}

export interface MetaV1LabelSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
}

export interface MetaV1List {
  metadata: MetaV1ListMeta;
  items: unknown[] | null;
}

export interface MetaV1ListMeta {
  selfLink?: string;
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
}

export interface MetaV1ListOptions {
  labelSelector?: string;
  fieldSelector?: string;
  watch?: boolean;
  allowWatchBookmarks?: boolean;
  resourceVersion?: string;
  resourceVersionMatch?: string;
  timeoutSeconds?: number;
  limit?: number;
  continue?: string;
}

export interface MetaV1ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: unknown;
  subresource?: string;
}

export interface MetaV1ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp: string | null;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: MetaV1OwnerReference[];
  finalizers?: string[];
  clusterName?: string;
  managedFields?: MetaV1ManagedFieldsEntry[];
}

export interface MetaV1OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface MetaV1PartialObjectMetadata {
  metadata: MetaV1ObjectMeta;
}

export interface MetaV1PartialObjectMetadataList {
  metadata: MetaV1ListMeta;
  items: MetaV1PartialObjectMetadata[] | null;
}

export interface MetaV1PatchOptions {
  dryRun?: string[];
  force?: boolean;
  fieldManager?: string;
  fieldValidation?: string;
}

export interface MetaV1Preconditions {
  uid?: string;
  resourceVersion?: string;
}

export interface MetaV1RootPaths {
  paths: string[] | null;
}

export interface MetaV1ServerAddressByClientCIDR {
  clientCIDR: string;
  serverAddress: string;
}

export interface MetaV1Status {
  metadata: MetaV1ListMeta;
  status?: string;
  message?: string;
  reason?: string;
  details?: MetaV1StatusDetails;
  code?: number;
}

export interface MetaV1StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

export interface MetaV1StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: MetaV1StatusCause[];
  retryAfterSeconds?: number;
}

export interface MetaV1Table {
  metadata: MetaV1ListMeta;
  columnDefinitions: MetaV1TableColumnDefinition[] | null;
  rows: MetaV1TableRow[] | null;
}

export interface MetaV1TableColumnDefinition {
  name: string;
  type: string;
  format: string;
  description: string;
  priority: number;
}

export interface MetaV1TableOptions {
  includeObject?: string;
}

export interface MetaV1TableRow {
  conditions?: MetaV1TableRowCondition[];
  object?: unknown;
}

export interface MetaV1TableRowCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
}

export interface MetaV1UpdateOptions {
  dryRun?: string[];
  fieldManager?: string;
  fieldValidation?: string;
}

export interface MetaV1WatchEvent {
  type: string;
  object: unknown | null;
}
