// Made from api-definitions by hack/generate-types.ts. Do not edit; run `npm run generate`.

export interface AdmissionregistrationV1ApplyConfiguration {
  expression?: string;
}

export interface AdmissionregistrationV1AuditAnnotation {
  key: string;
  valueExpression: string;
}

export interface AdmissionregistrationV1ExpressionWarning {
  fieldRef: string;
  warning: string;
}

export interface AdmissionregistrationV1JSONPatch {
  expression?: string;
}

export interface AdmissionregistrationV1MatchCondition {
  name: string;
  expression: string;
}

export interface AdmissionregistrationV1MatchResources {
  namespaceSelector?: MetaV1LabelSelector;
  objectSelector?: MetaV1LabelSelector;
  resourceRules?: AdmissionregistrationV1NamedRuleWithOperations[];
  excludeResourceRules?: AdmissionregistrationV1NamedRuleWithOperations[];
  matchPolicy?: string;
}

export interface AdmissionregistrationV1MutatingAdmissionPolicy {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AdmissionregistrationV1MutatingAdmissionPolicySpec;
}

export interface AdmissionregistrationV1MutatingAdmissionPolicyBinding {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AdmissionregistrationV1MutatingAdmissionPolicyBindingSpec;
}

export interface AdmissionregistrationV1MutatingAdmissionPolicyBindingSpec {
  policyName?: string;
  paramRef?: AdmissionregistrationV1ParamRef;
  matchResources?: AdmissionregistrationV1MatchResources;
}

export interface AdmissionregistrationV1MutatingAdmissionPolicySpec {
  paramKind?: AdmissionregistrationV1ParamKind;
  matchConstraints?: AdmissionregistrationV1MatchResources;
  variables?: AdmissionregistrationV1Variable[];
  mutations?: AdmissionregistrationV1Mutation[];
  failurePolicy?: string;
  matchConditions?: AdmissionregistrationV1MatchCondition[];
  reinvocationPolicy?: string;
}

export interface AdmissionregistrationV1MutatingWebhook {
  name: string;
  clientConfig: AdmissionregistrationV1WebhookClientConfig;
  rules?: AdmissionregistrationV1RuleWithOperations[];
  failurePolicy?: string;
  matchPolicy?: string;
  namespaceSelector?: MetaV1LabelSelector;
  objectSelector?: MetaV1LabelSelector;
  sideEffects: string | null;
  timeoutSeconds?: number;
  admissionReviewVersions: string[] | null;
  reinvocationPolicy?: string;
  matchConditions?: AdmissionregistrationV1MatchCondition[];
}

export interface AdmissionregistrationV1MutatingWebhookConfiguration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  webhooks?: AdmissionregistrationV1MutatingWebhook[];
}

export interface AdmissionregistrationV1Mutation {
  patchType: string;
  applyConfiguration?: AdmissionregistrationV1ApplyConfiguration;
  jsonPatch?: AdmissionregistrationV1JSONPatch;
}

export interface AdmissionregistrationV1NamedRuleWithOperations {
  resourceNames?: string[];
  operations?: string[];
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
  scope?: string;
}

export interface AdmissionregistrationV1ParamKind {
  apiVersion?: string;
  kind?: string;
}

export interface AdmissionregistrationV1ParamRef {
  name?: string;
  namespace?: string;
  selector?: MetaV1LabelSelector;
  parameterNotFoundAction?: string;
}

export interface AdmissionregistrationV1Rule {
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
  scope?: string;
}

export interface AdmissionregistrationV1RuleWithOperations {
  operations?: string[];
  apiGroups?: string[];
  apiVersions?: string[];
  resources?: string[];
  scope?: string;
}

export interface AdmissionregistrationV1ServiceReference {
  namespace: string;
  name: string;
  path?: string;
  port?: number;
}

export interface AdmissionregistrationV1TypeChecking {
  expressionWarnings?: AdmissionregistrationV1ExpressionWarning[];
}

export interface AdmissionregistrationV1ValidatingAdmissionPolicy {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AdmissionregistrationV1ValidatingAdmissionPolicySpec;
  status?: AdmissionregistrationV1ValidatingAdmissionPolicyStatus;
}

export interface AdmissionregistrationV1ValidatingAdmissionPolicyBinding {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AdmissionregistrationV1ValidatingAdmissionPolicyBindingSpec;
}

export interface AdmissionregistrationV1ValidatingAdmissionPolicyBindingSpec {
  policyName?: string;
  paramRef?: AdmissionregistrationV1ParamRef;
  matchResources?: AdmissionregistrationV1MatchResources;
  validationActions?: string[];
}

export interface AdmissionregistrationV1ValidatingAdmissionPolicySpec {
  paramKind?: AdmissionregistrationV1ParamKind;
  matchConstraints?: AdmissionregistrationV1MatchResources;
  validations?: AdmissionregistrationV1Validation[] | null;
  failurePolicy?: string;
  auditAnnotations?: AdmissionregistrationV1AuditAnnotation[];
  matchConditions?: AdmissionregistrationV1MatchCondition[];
  variables?: AdmissionregistrationV1Variable[] | null;
}

export interface AdmissionregistrationV1ValidatingAdmissionPolicyStatus {
  observedGeneration?: number;
  typeChecking?: AdmissionregistrationV1TypeChecking;
  conditions?: MetaV1Condition[];
}

export interface AdmissionregistrationV1ValidatingWebhook {
  name: string;
  clientConfig: AdmissionregistrationV1WebhookClientConfig;
  rules?: AdmissionregistrationV1RuleWithOperations[];
  failurePolicy?: string;
  matchPolicy?: string;
  namespaceSelector?: MetaV1LabelSelector;
  objectSelector?: MetaV1LabelSelector;
  sideEffects: string | null;
  timeoutSeconds?: number;
  admissionReviewVersions: string[] | null;
  matchConditions?: AdmissionregistrationV1MatchCondition[];
}

export interface AdmissionregistrationV1ValidatingWebhookConfiguration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  webhooks?: AdmissionregistrationV1ValidatingWebhook[];
}

export interface AdmissionregistrationV1Validation {
  expression: string;
  message?: string;
  reason?: string;
  messageExpression?: string;
}

export interface AdmissionregistrationV1Variable {
  name: string;
  expression: string;
}

export interface AdmissionregistrationV1WebhookClientConfig {
  url?: string;
  service?: AdmissionregistrationV1ServiceReference;
  caBundle?: string;
}

export type AdmissionregistrationV1alpha1ApplyConfiguration = AdmissionregistrationV1ApplyConfiguration;

export type AdmissionregistrationV1alpha1AuditAnnotation = AdmissionregistrationV1AuditAnnotation;

export type AdmissionregistrationV1alpha1ExpressionWarning = AdmissionregistrationV1ExpressionWarning;

export type AdmissionregistrationV1alpha1JSONPatch = AdmissionregistrationV1JSONPatch;

export type AdmissionregistrationV1alpha1MatchCondition = AdmissionregistrationV1MatchCondition;

export type AdmissionregistrationV1alpha1MatchResources = AdmissionregistrationV1MatchResources;

export interface AdmissionregistrationV1alpha1MutatingAdmissionPolicy {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AdmissionregistrationV1alpha1MutatingAdmissionPolicySpec;
}

export type AdmissionregistrationV1alpha1MutatingAdmissionPolicyBinding = AdmissionregistrationV1MutatingAdmissionPolicyBinding;

export type AdmissionregistrationV1alpha1MutatingAdmissionPolicyBindingSpec = AdmissionregistrationV1MutatingAdmissionPolicyBindingSpec;

export interface AdmissionregistrationV1alpha1MutatingAdmissionPolicySpec {
  paramKind?: AdmissionregistrationV1alpha1ParamKind;
  matchConstraints?: AdmissionregistrationV1alpha1MatchResources;
  variables?: AdmissionregistrationV1alpha1Variable[];
  mutations?: AdmissionregistrationV1alpha1Mutation[];
  failurePolicy?: string;
  matchConditions?: AdmissionregistrationV1alpha1MatchCondition[];
  reinvocationPolicy: string;
}

export type AdmissionregistrationV1alpha1Mutation = AdmissionregistrationV1Mutation;

export type AdmissionregistrationV1alpha1NamedRuleWithOperations = AdmissionregistrationV1NamedRuleWithOperations;

export type AdmissionregistrationV1alpha1ParamKind = AdmissionregistrationV1ParamKind;

export type AdmissionregistrationV1alpha1ParamRef = AdmissionregistrationV1ParamRef;

export type AdmissionregistrationV1alpha1Rule = AdmissionregistrationV1Rule;

export type AdmissionregistrationV1alpha1RuleWithOperations = AdmissionregistrationV1RuleWithOperations;

export type AdmissionregistrationV1alpha1TypeChecking = AdmissionregistrationV1TypeChecking;

export type AdmissionregistrationV1alpha1ValidatingAdmissionPolicy = AdmissionregistrationV1ValidatingAdmissionPolicy;

export type AdmissionregistrationV1alpha1ValidatingAdmissionPolicyBinding = AdmissionregistrationV1ValidatingAdmissionPolicyBinding;

export type AdmissionregistrationV1alpha1ValidatingAdmissionPolicyBindingSpec = AdmissionregistrationV1ValidatingAdmissionPolicyBindingSpec;

export type AdmissionregistrationV1alpha1ValidatingAdmissionPolicySpec = AdmissionregistrationV1ValidatingAdmissionPolicySpec;

export type AdmissionregistrationV1alpha1ValidatingAdmissionPolicyStatus = AdmissionregistrationV1ValidatingAdmissionPolicyStatus;

export type AdmissionregistrationV1alpha1Validation = AdmissionregistrationV1Validation;

export type AdmissionregistrationV1alpha1Variable = AdmissionregistrationV1Variable;

export type AdmissionregistrationV1beta1ApplyConfiguration = AdmissionregistrationV1ApplyConfiguration;

export type AdmissionregistrationV1beta1AuditAnnotation = AdmissionregistrationV1AuditAnnotation;

export type AdmissionregistrationV1beta1ExpressionWarning = AdmissionregistrationV1ExpressionWarning;

export type AdmissionregistrationV1beta1JSONPatch = AdmissionregistrationV1JSONPatch;

export type AdmissionregistrationV1beta1MatchCondition = AdmissionregistrationV1MatchCondition;

export type AdmissionregistrationV1beta1MatchResources = AdmissionregistrationV1MatchResources;

export interface AdmissionregistrationV1beta1MutatingAdmissionPolicy {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AdmissionregistrationV1beta1MutatingAdmissionPolicySpec;
}

export type AdmissionregistrationV1beta1MutatingAdmissionPolicyBinding = AdmissionregistrationV1MutatingAdmissionPolicyBinding;

export type AdmissionregistrationV1beta1MutatingAdmissionPolicyBindingSpec = AdmissionregistrationV1MutatingAdmissionPolicyBindingSpec;

export type AdmissionregistrationV1beta1MutatingAdmissionPolicySpec = AdmissionregistrationV1alpha1MutatingAdmissionPolicySpec;

export interface AdmissionregistrationV1beta1MutatingWebhook {
  name: string;
  clientConfig: AdmissionregistrationV1beta1WebhookClientConfig;
  rules?: AdmissionregistrationV1beta1RuleWithOperations[];
  failurePolicy?: string;
  matchPolicy?: string;
  namespaceSelector?: MetaV1LabelSelector;
  objectSelector?: MetaV1LabelSelector;
  sideEffects?: string;
  timeoutSeconds?: number;
  admissionReviewVersions?: string[];
  reinvocationPolicy?: string;
  matchConditions?: AdmissionregistrationV1beta1MatchCondition[];
}

export interface AdmissionregistrationV1beta1MutatingWebhookConfiguration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  webhooks?: AdmissionregistrationV1beta1MutatingWebhook[];
}

export type AdmissionregistrationV1beta1Mutation = AdmissionregistrationV1Mutation;

export type AdmissionregistrationV1beta1NamedRuleWithOperations = AdmissionregistrationV1NamedRuleWithOperations;

export type AdmissionregistrationV1beta1ParamKind = AdmissionregistrationV1ParamKind;

export type AdmissionregistrationV1beta1ParamRef = AdmissionregistrationV1ParamRef;

export type AdmissionregistrationV1beta1Rule = AdmissionregistrationV1Rule;

export type AdmissionregistrationV1beta1RuleWithOperations = AdmissionregistrationV1RuleWithOperations;

export type AdmissionregistrationV1beta1ServiceReference = AdmissionregistrationV1ServiceReference;

export type AdmissionregistrationV1beta1TypeChecking = AdmissionregistrationV1TypeChecking;

export type AdmissionregistrationV1beta1ValidatingAdmissionPolicy = AdmissionregistrationV1ValidatingAdmissionPolicy;

export type AdmissionregistrationV1beta1ValidatingAdmissionPolicyBinding = AdmissionregistrationV1ValidatingAdmissionPolicyBinding;

export type AdmissionregistrationV1beta1ValidatingAdmissionPolicyBindingSpec = AdmissionregistrationV1ValidatingAdmissionPolicyBindingSpec;

export type AdmissionregistrationV1beta1ValidatingAdmissionPolicySpec = AdmissionregistrationV1ValidatingAdmissionPolicySpec;

export type AdmissionregistrationV1beta1ValidatingAdmissionPolicyStatus = AdmissionregistrationV1ValidatingAdmissionPolicyStatus;

export interface AdmissionregistrationV1beta1ValidatingWebhook {
  name: string;
  clientConfig: AdmissionregistrationV1beta1WebhookClientConfig;
  rules?: AdmissionregistrationV1beta1RuleWithOperations[];
  failurePolicy?: string;
  matchPolicy?: string;
  namespaceSelector?: MetaV1LabelSelector;
  objectSelector?: MetaV1LabelSelector;
  sideEffects?: string;
  timeoutSeconds?: number;
  admissionReviewVersions?: string[];
  matchConditions?: AdmissionregistrationV1beta1MatchCondition[];
}

export interface AdmissionregistrationV1beta1ValidatingWebhookConfiguration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  webhooks?: AdmissionregistrationV1beta1ValidatingWebhook[];
}

export type AdmissionregistrationV1beta1Validation = AdmissionregistrationV1Validation;

export type AdmissionregistrationV1beta1Variable = AdmissionregistrationV1Variable;

export type AdmissionregistrationV1beta1WebhookClientConfig = AdmissionregistrationV1WebhookClientConfig;

export interface ApidiscoveryV2APIGroupDiscovery {
  metadata: MetaV1ObjectMeta;
  versions?: ApidiscoveryV2APIVersionDiscovery[];
}

export interface ApidiscoveryV2APIGroupDiscoveryList {
  metadata: MetaV1ListMeta;
  items: ApidiscoveryV2APIGroupDiscovery[] | null;
}

export interface ApidiscoveryV2APIResourceDiscovery {
  resource: string;
  responseKind?: MetaV1GroupVersionKind;
  scope: string;
  singularResource: string;
  verbs: string[] | null;
  shortNames?: string[];
  categories?: string[];
  subresources?: ApidiscoveryV2APISubresourceDiscovery[];
}

export interface ApidiscoveryV2APISubresourceDiscovery {
  subresource: string;
  responseKind?: MetaV1GroupVersionKind;
  acceptedTypes?: MetaV1GroupVersionKind[];
  verbs: string[] | null;
}

export interface ApidiscoveryV2APIVersionDiscovery {
  version: string;
  resources?: ApidiscoveryV2APIResourceDiscovery[];
  freshness?: string;
}

export type ApidiscoveryV2beta1APIGroupDiscovery = ApidiscoveryV2APIGroupDiscovery;

export type ApidiscoveryV2beta1APIGroupDiscoveryList = ApidiscoveryV2APIGroupDiscoveryList;

export type ApidiscoveryV2beta1APIResourceDiscovery = ApidiscoveryV2APIResourceDiscovery;

export type ApidiscoveryV2beta1APISubresourceDiscovery = ApidiscoveryV2APISubresourceDiscovery;

export type ApidiscoveryV2beta1APIVersionDiscovery = ApidiscoveryV2APIVersionDiscovery;

export interface ApiextensionsV1ConversionRequest {
  uid: string;
  desiredAPIVersion: string;
  objects: unknown[] | null;
}

export interface ApiextensionsV1ConversionResponse {
  uid: string;
  convertedObjects: unknown[] | null;
  result: MetaV1Status;
}

export interface ApiextensionsV1ConversionReview {
  request?: ApiextensionsV1ConversionRequest;
  response?: ApiextensionsV1ConversionResponse;
}

export interface ApiextensionsV1CustomResourceColumnDefinition {
  name: string;
  type: string;
  format?: string;
  description?: string;
  priority?: number;
  jsonPath: string;
}

export interface ApiextensionsV1CustomResourceConversion {
  strategy: string;
  webhook?: ApiextensionsV1WebhookConversion;
}

export interface ApiextensionsV1CustomResourceDefinition {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ApiextensionsV1CustomResourceDefinitionSpec;
  status: ApiextensionsV1CustomResourceDefinitionStatus;
}

export interface ApiextensionsV1CustomResourceDefinitionCondition {
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
  observedGeneration?: number;
}

export interface ApiextensionsV1CustomResourceDefinitionNames {
  plural: string;
  singular?: string;
  shortNames?: string[];
  kind: string;
  listKind?: string;
  categories?: string[];
}

export interface ApiextensionsV1CustomResourceDefinitionSpec {
  group: string;
  names: ApiextensionsV1CustomResourceDefinitionNames;
  scope: string;
  versions: ApiextensionsV1CustomResourceDefinitionVersion[] | null;
  conversion?: ApiextensionsV1CustomResourceConversion;
  preserveUnknownFields?: boolean;
}

export interface ApiextensionsV1CustomResourceDefinitionStatus {
  conditions: ApiextensionsV1CustomResourceDefinitionCondition[] | null;
  acceptedNames: ApiextensionsV1CustomResourceDefinitionNames;
  storedVersions: string[] | null;
  observedGeneration?: number;
}

export interface ApiextensionsV1CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: ApiextensionsV1CustomResourceValidation;
  subresources?: ApiextensionsV1CustomResourceSubresources;
  additionalPrinterColumns?: ApiextensionsV1CustomResourceColumnDefinition[];
  selectableFields?: ApiextensionsV1SelectableField[];
}

export interface ApiextensionsV1CustomResourceSubresourceScale {
  specReplicasPath: string;
  statusReplicasPath: string;
  labelSelectorPath?: string;
}

export interface ApiextensionsV1CustomResourceSubresourceStatus {

}

export interface ApiextensionsV1CustomResourceSubresources {
  status?: ApiextensionsV1CustomResourceSubresourceStatus;
  scale?: ApiextensionsV1CustomResourceSubresourceScale;
}

export interface ApiextensionsV1CustomResourceValidation {
  openAPIV3Schema?: ApiextensionsV1JSONSchemaProps;
}

export interface ApiextensionsV1ExternalDocumentation {
  description?: string;
  url?: string;
}

export interface ApiextensionsV1JSONSchemaProps {
  id?: string;
  '$schema'?: string;
  '$ref'?: string;
  description?: string;
  type?: string;
  format?: string;
  title?: string;
  default?: unknown;
  maximum?: number;
  exclusiveMaximum?: boolean;
  minimum?: number;
  exclusiveMinimum?: boolean;
  maxLength?: number;
  minLength?: number;
  pattern?: string;
  maxItems?: number;
  minItems?: number;
  uniqueItems?: boolean;
  multipleOf?: number;
  enum?: unknown[];
  maxProperties?: number;
  minProperties?: number;
  required?: string[];
  items?: unknown;
  allOf?: ApiextensionsV1JSONSchemaProps[];
  oneOf?: ApiextensionsV1JSONSchemaProps[];
  anyOf?: ApiextensionsV1JSONSchemaProps[];
  not?: ApiextensionsV1JSONSchemaProps;
  properties?: Record<string, ApiextensionsV1JSONSchemaProps>;
  additionalProperties?: unknown;
  patternProperties?: Record<string, ApiextensionsV1JSONSchemaProps>;
  dependencies?: Record<string, unknown>;
  additionalItems?: unknown;
  definitions?: Record<string, ApiextensionsV1JSONSchemaProps>;
  externalDocs?: ApiextensionsV1ExternalDocumentation;
  example?: unknown;
  nullable?: boolean;
  'x-orch-preserve-unknown-fields'?: boolean;
  'x-orch-embedded-resource'?: boolean;
  'x-orch-int-or-string'?: boolean;
  'x-orch-list-map-keys'?: string[];
  'x-orch-list-type'?: string;
  'x-orch-map-type'?: string;
  'x-orch-validations'?: ApiextensionsV1ValidationRule[];
}

export interface ApiextensionsV1SelectableField {
  jsonPath: string;
}

export type ApiextensionsV1ServiceReference = AdmissionregistrationV1ServiceReference;

export interface ApiextensionsV1ValidationRule {
  rule: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
  fieldPath?: string;
  optionalOldSelf?: boolean;
}

export type ApiextensionsV1WebhookClientConfig = AdmissionregistrationV1WebhookClientConfig;

export interface ApiextensionsV1WebhookConversion {
  clientConfig?: ApiextensionsV1WebhookClientConfig;
  conversionReviewVersions: string[] | null;
}

export type ApiextensionsV1beta1ConversionRequest = ApiextensionsV1ConversionRequest;

export type ApiextensionsV1beta1ConversionResponse = ApiextensionsV1ConversionResponse;

export type ApiextensionsV1beta1ConversionReview = ApiextensionsV1ConversionReview;

export interface ApiextensionsV1beta1CustomResourceColumnDefinition {
  name: string;
  type: string;
  format?: string;
  description?: string;
  priority?: number;
  JSONPath: string;
}

export interface ApiextensionsV1beta1CustomResourceConversion {
  strategy: string;
  webhookClientConfig?: ApiextensionsV1beta1WebhookClientConfig;
  conversionReviewVersions?: string[];
}

export interface ApiextensionsV1beta1CustomResourceDefinition {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ApiextensionsV1beta1CustomResourceDefinitionSpec;
  status: ApiextensionsV1beta1CustomResourceDefinitionStatus;
}

export type ApiextensionsV1beta1CustomResourceDefinitionCondition = ApiextensionsV1CustomResourceDefinitionCondition;

export type ApiextensionsV1beta1CustomResourceDefinitionNames = ApiextensionsV1CustomResourceDefinitionNames;

export interface ApiextensionsV1beta1CustomResourceDefinitionSpec {
  group: string;
  version?: string;
  names: ApiextensionsV1beta1CustomResourceDefinitionNames;
  scope: string;
  validation?: ApiextensionsV1beta1CustomResourceValidation;
  subresources?: ApiextensionsV1beta1CustomResourceSubresources;
  versions?: ApiextensionsV1beta1CustomResourceDefinitionVersion[];
  additionalPrinterColumns?: ApiextensionsV1beta1CustomResourceColumnDefinition[];
  selectableFields?: ApiextensionsV1beta1SelectableField[];
  conversion?: ApiextensionsV1beta1CustomResourceConversion;
  preserveUnknownFields?: boolean;
}

export type ApiextensionsV1beta1CustomResourceDefinitionStatus = ApiextensionsV1CustomResourceDefinitionStatus;

export interface ApiextensionsV1beta1CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: ApiextensionsV1beta1CustomResourceValidation;
  subresources?: ApiextensionsV1beta1CustomResourceSubresources;
  additionalPrinterColumns?: ApiextensionsV1beta1CustomResourceColumnDefinition[];
  selectableFields?: ApiextensionsV1beta1SelectableField[];
}

export type ApiextensionsV1beta1CustomResourceSubresourceScale = ApiextensionsV1CustomResourceSubresourceScale;

export type ApiextensionsV1beta1CustomResourceSubresourceStatus = ApiextensionsV1CustomResourceSubresourceStatus;

export type ApiextensionsV1beta1CustomResourceSubresources = ApiextensionsV1CustomResourceSubresources;

export type ApiextensionsV1beta1CustomResourceValidation = ApiextensionsV1CustomResourceValidation;

export type ApiextensionsV1beta1ExternalDocumentation = ApiextensionsV1ExternalDocumentation;

export type ApiextensionsV1beta1JSONSchemaProps = ApiextensionsV1JSONSchemaProps;

export type ApiextensionsV1beta1SelectableField = ApiextensionsV1SelectableField;

export type ApiextensionsV1beta1ServiceReference = AdmissionregistrationV1ServiceReference;

export type ApiextensionsV1beta1ValidationRule = ApiextensionsV1ValidationRule;

export type ApiextensionsV1beta1WebhookClientConfig = AdmissionregistrationV1WebhookClientConfig;

export interface ApiregistrationV1APIService {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ApiregistrationV1APIServiceSpec;
  status: ApiregistrationV1APIServiceStatus;
}

export interface ApiregistrationV1APIServiceCondition {
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface ApiregistrationV1APIServiceSpec {
  service?: ApiregistrationV1ServiceReference;
  group?: string;
  version?: string;
  insecureSkipTLSVerify?: boolean;
  caBundle?: string;
  groupPriorityMinimum: number;
  versionPriority: number;
}

export interface ApiregistrationV1APIServiceStatus {
  conditions?: ApiregistrationV1APIServiceCondition[];
}

export interface ApiregistrationV1ServiceReference {
  namespace?: string;
  name?: string;
  port?: number;
}

export type ApiregistrationV1beta1APIService = ApiregistrationV1APIService;

export type ApiregistrationV1beta1APIServiceCondition = ApiregistrationV1APIServiceCondition;

export type ApiregistrationV1beta1APIServiceSpec = ApiregistrationV1APIServiceSpec;

export type ApiregistrationV1beta1APIServiceStatus = ApiregistrationV1APIServiceStatus;

export type ApiregistrationV1beta1ServiceReference = ApiregistrationV1ServiceReference;

export interface ApiserverinternalV1alpha1ServerStorageVersion {
  apiServerID?: string;
  encodingVersion?: string;
  decodableVersions?: string[];
  servedVersions?: string[];
}

export interface ApiserverinternalV1alpha1StorageVersion {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ApiserverinternalV1alpha1StorageVersionSpec;
  status: ApiserverinternalV1alpha1StorageVersionStatus;
}

export interface ApiserverinternalV1alpha1StorageVersionCondition {
  type: string;
  status: string;
  observedGeneration?: number;
  lastTransitionTime: string | null;
  reason: string;
  message?: string;
}

export interface ApiserverinternalV1alpha1StorageVersionSpec {

}

export interface ApiserverinternalV1alpha1StorageVersionStatus {
  storageVersions?: ApiserverinternalV1alpha1ServerStorageVersion[];
  commonEncodingVersion?: string;
  conditions?: ApiserverinternalV1alpha1StorageVersionCondition[];
}

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
  terminatingReplicas?: number;
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
  terminatingReplicas?: number;
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
  maxUnavailable?: number | string;
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

export interface AppsV1StatefulSetOrdinals {
  start: number;
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
  ordinals?: AppsV1StatefulSetOrdinals;
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
  availableReplicas?: number;
}

export interface AppsV1StatefulSetUpdateStrategy {
  type?: string;
  rollingUpdate?: AppsV1RollingUpdateStatefulSetStrategy;
}

export type AppsV1beta1ControllerRevision = AppsV1ControllerRevision;

export interface AppsV1beta1Deployment {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AppsV1beta1DeploymentSpec;
  status: AppsV1beta1DeploymentStatus;
}

export type AppsV1beta1DeploymentCondition = AppsV1DeploymentCondition;

export interface AppsV1beta1DeploymentRollback {
  name: string;
  updatedAnnotations?: Record<string, string>;
  rollbackTo: AppsV1beta1RollbackConfig;
}

export interface AppsV1beta1DeploymentSpec {
  replicas?: number;
  selector?: MetaV1LabelSelector;
  template: CoreV1PodTemplateSpec;
  strategy: AppsV1beta1DeploymentStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  paused?: boolean;
  rollbackTo?: AppsV1beta1RollbackConfig;
  progressDeadlineSeconds?: number;
}

export type AppsV1beta1DeploymentStatus = AppsV1DeploymentStatus;

export type AppsV1beta1DeploymentStrategy = AppsV1DeploymentStrategy;

export interface AppsV1beta1RollbackConfig {
  revision?: number;
}

export type AppsV1beta1RollingUpdateDeployment = AppsV1RollingUpdateDeployment;

export type AppsV1beta1RollingUpdateStatefulSetStrategy = AppsV1RollingUpdateStatefulSetStrategy;

export interface AppsV1beta1Scale {
  metadata: MetaV1ObjectMeta;
  spec: AppsV1beta1ScaleSpec;
  status: AppsV1beta1ScaleStatus;
}

export interface AppsV1beta1ScaleSpec {
  replicas?: number;
}

export interface AppsV1beta1ScaleStatus {
  replicas: number;
  selector?: Record<string, string>;
  targetSelector?: string;
}

export interface AppsV1beta1StatefulSet {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AppsV1beta1StatefulSetSpec;
  status: AppsV1beta1StatefulSetStatus;
}

export type AppsV1beta1StatefulSetCondition = AppsV1StatefulSetCondition;

export type AppsV1beta1StatefulSetOrdinals = AppsV1StatefulSetOrdinals;

export type AppsV1beta1StatefulSetPersistentVolumeClaimRetentionPolicy = AppsV1StatefulSetPersistentVolumeClaimRetentionPolicy;

export interface AppsV1beta1StatefulSetSpec {
  replicas?: number;
  selector?: MetaV1LabelSelector;
  template: CoreV1PodTemplateSpec;
  volumeClaimTemplates?: CoreV1PersistentVolumeClaim[];
  serviceName: string;
  podManagementPolicy?: string;
  updateStrategy: AppsV1beta1StatefulSetUpdateStrategy;
  revisionHistoryLimit?: number;
  minReadySeconds?: number;
  persistentVolumeClaimRetentionPolicy?: AppsV1beta1StatefulSetPersistentVolumeClaimRetentionPolicy;
  ordinals?: AppsV1beta1StatefulSetOrdinals;
}

export type AppsV1beta1StatefulSetStatus = AppsV1StatefulSetStatus;

export type AppsV1beta1StatefulSetUpdateStrategy = AppsV1StatefulSetUpdateStrategy;

export type AppsV1beta2ControllerRevision = AppsV1ControllerRevision;

export type AppsV1beta2DaemonSet = AppsV1DaemonSet;

export type AppsV1beta2DaemonSetCondition = AppsV1DaemonSetCondition;

export type AppsV1beta2DaemonSetSpec = AppsV1DaemonSetSpec;

export type AppsV1beta2DaemonSetStatus = AppsV1DaemonSetStatus;

export type AppsV1beta2DaemonSetUpdateStrategy = AppsV1DaemonSetUpdateStrategy;

export type AppsV1beta2Deployment = AppsV1Deployment;

export type AppsV1beta2DeploymentCondition = AppsV1DeploymentCondition;

export type AppsV1beta2DeploymentSpec = AppsV1DeploymentSpec;

export type AppsV1beta2DeploymentStatus = AppsV1DeploymentStatus;

export type AppsV1beta2DeploymentStrategy = AppsV1DeploymentStrategy;

export type AppsV1beta2ReplicaSet = AppsV1ReplicaSet;

export type AppsV1beta2ReplicaSetCondition = AppsV1ReplicaSetCondition;

export type AppsV1beta2ReplicaSetSpec = AppsV1ReplicaSetSpec;

export type AppsV1beta2ReplicaSetStatus = AppsV1ReplicaSetStatus;

export type AppsV1beta2RollingUpdateDaemonSet = AppsV1RollingUpdateDaemonSet;

export type AppsV1beta2RollingUpdateDeployment = AppsV1RollingUpdateDeployment;

export type AppsV1beta2RollingUpdateStatefulSetStrategy = AppsV1RollingUpdateStatefulSetStrategy;

export type AppsV1beta2Scale = AppsV1beta1Scale;

export type AppsV1beta2ScaleSpec = AppsV1beta1ScaleSpec;

export type AppsV1beta2ScaleStatus = AppsV1beta1ScaleStatus;

export type AppsV1beta2StatefulSet = AppsV1StatefulSet;

export type AppsV1beta2StatefulSetCondition = AppsV1StatefulSetCondition;

export type AppsV1beta2StatefulSetOrdinals = AppsV1StatefulSetOrdinals;

export type AppsV1beta2StatefulSetPersistentVolumeClaimRetentionPolicy = AppsV1StatefulSetPersistentVolumeClaimRetentionPolicy;

export type AppsV1beta2StatefulSetSpec = AppsV1StatefulSetSpec;

export type AppsV1beta2StatefulSetStatus = AppsV1StatefulSetStatus;

export type AppsV1beta2StatefulSetUpdateStrategy = AppsV1StatefulSetUpdateStrategy;

export interface AuthenticationV1BoundObjectReference {
  kind?: string;
  apiVersion?: string;
  name?: string;
  uid?: string;
}

export interface AuthenticationV1SelfSubjectReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  status: AuthenticationV1SelfSubjectReviewStatus;
}

export interface AuthenticationV1SelfSubjectReviewStatus {
  userInfo: AuthenticationV1UserInfo;
}

export interface AuthenticationV1TokenRequest {
  metadata: MetaV1ObjectMeta;
  spec: AuthenticationV1TokenRequestSpec;
  status: AuthenticationV1TokenRequestStatus;
}

export interface AuthenticationV1TokenRequestSpec {
  audiences: string[] | null;
  expirationSeconds: number | null;
  boundObjectRef: AuthenticationV1BoundObjectReference | null;
}

export interface AuthenticationV1TokenRequestStatus {
  token: string;
  expirationTimestamp: string | null;
}

export interface AuthenticationV1TokenReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AuthenticationV1TokenReviewSpec;
  status: AuthenticationV1TokenReviewStatus;
}

export interface AuthenticationV1TokenReviewSpec {
  token?: string;
  audiences?: string[];
}

export interface AuthenticationV1TokenReviewStatus {
  authenticated?: boolean;
  user: AuthenticationV1UserInfo;
  audiences?: string[];
  error?: string;
}

export interface AuthenticationV1UserInfo {
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, string[]>;
}

export interface AuthenticationV1alpha1SelfSubjectReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  status: AuthenticationV1alpha1SelfSubjectReviewStatus;
}

export interface AuthenticationV1alpha1SelfSubjectReviewStatus {
  userInfo: AuthenticationV1UserInfo;
}

export interface AuthenticationV1beta1SelfSubjectReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  status: AuthenticationV1beta1SelfSubjectReviewStatus;
}

export type AuthenticationV1beta1SelfSubjectReviewStatus = AuthenticationV1alpha1SelfSubjectReviewStatus;

export type AuthenticationV1beta1TokenReview = AuthenticationV1TokenReview;

export type AuthenticationV1beta1TokenReviewSpec = AuthenticationV1TokenReviewSpec;

export type AuthenticationV1beta1TokenReviewStatus = AuthenticationV1TokenReviewStatus;

export type AuthenticationV1beta1UserInfo = AuthenticationV1UserInfo;

export interface AuthorizationV1FieldSelectorAttributes {
  rawSelector?: string;
  requirements?: MetaV1FieldSelectorRequirement[];
}

export interface AuthorizationV1LabelSelectorAttributes {
  rawSelector?: string;
  requirements?: MetaV1LabelSelectorRequirement[];
}

export interface AuthorizationV1LocalSubjectAccessReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AuthorizationV1SubjectAccessReviewSpec;
  status: AuthorizationV1SubjectAccessReviewStatus;
}

export interface AuthorizationV1NonResourceAttributes {
  path?: string;
  verb?: string;
}

export interface AuthorizationV1NonResourceRule {
  verbs: string[] | null;
  nonResourceURLs?: string[];
}

export interface AuthorizationV1ResourceAttributes {
  namespace?: string;
  verb?: string;
  group?: string;
  version?: string;
  resource?: string;
  subresource?: string;
  name?: string;
  fieldSelector?: AuthorizationV1FieldSelectorAttributes;
  labelSelector?: AuthorizationV1LabelSelectorAttributes;
}

export interface AuthorizationV1ResourceRule {
  verbs: string[] | null;
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
}

export interface AuthorizationV1SelfSubjectAccessReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AuthorizationV1SelfSubjectAccessReviewSpec;
  status: AuthorizationV1SubjectAccessReviewStatus;
}

export interface AuthorizationV1SelfSubjectAccessReviewSpec {
  resourceAttributes?: AuthorizationV1ResourceAttributes;
  nonResourceAttributes?: AuthorizationV1NonResourceAttributes;
}

export interface AuthorizationV1SelfSubjectRulesReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AuthorizationV1SelfSubjectRulesReviewSpec;
  status: AuthorizationV1SubjectRulesReviewStatus;
}

export interface AuthorizationV1SelfSubjectRulesReviewSpec {
  namespace?: string;
}

export interface AuthorizationV1SubjectAccessReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AuthorizationV1SubjectAccessReviewSpec;
  status: AuthorizationV1SubjectAccessReviewStatus;
}

export interface AuthorizationV1SubjectAccessReviewSpec {
  resourceAttributes?: AuthorizationV1ResourceAttributes;
  nonResourceAttributes?: AuthorizationV1NonResourceAttributes;
  user?: string;
  groups?: string[];
  extra?: Record<string, string[]>;
  uid?: string;
}

export interface AuthorizationV1SubjectAccessReviewStatus {
  allowed: boolean;
  denied?: boolean;
  reason?: string;
  evaluationError?: string;
}

export interface AuthorizationV1SubjectRulesReviewStatus {
  resourceRules: AuthorizationV1ResourceRule[] | null;
  nonResourceRules: AuthorizationV1NonResourceRule[] | null;
  incomplete: boolean;
  evaluationError?: string;
}

export type AuthorizationV1beta1FieldSelectorAttributes = AuthorizationV1FieldSelectorAttributes;

export type AuthorizationV1beta1LabelSelectorAttributes = AuthorizationV1LabelSelectorAttributes;

export interface AuthorizationV1beta1LocalSubjectAccessReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AuthorizationV1beta1SubjectAccessReviewSpec;
  status: AuthorizationV1beta1SubjectAccessReviewStatus;
}

export type AuthorizationV1beta1NonResourceAttributes = AuthorizationV1NonResourceAttributes;

export type AuthorizationV1beta1NonResourceRule = AuthorizationV1NonResourceRule;

export type AuthorizationV1beta1ResourceAttributes = AuthorizationV1ResourceAttributes;

export type AuthorizationV1beta1ResourceRule = AuthorizationV1ResourceRule;

export type AuthorizationV1beta1SelfSubjectAccessReview = AuthorizationV1SelfSubjectAccessReview;

export type AuthorizationV1beta1SelfSubjectAccessReviewSpec = AuthorizationV1SelfSubjectAccessReviewSpec;

export type AuthorizationV1beta1SelfSubjectRulesReview = AuthorizationV1SelfSubjectRulesReview;

export type AuthorizationV1beta1SelfSubjectRulesReviewSpec = AuthorizationV1SelfSubjectRulesReviewSpec;

export interface AuthorizationV1beta1SubjectAccessReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AuthorizationV1beta1SubjectAccessReviewSpec;
  status: AuthorizationV1beta1SubjectAccessReviewStatus;
}

export interface AuthorizationV1beta1SubjectAccessReviewSpec {
  resourceAttributes?: AuthorizationV1beta1ResourceAttributes;
  nonResourceAttributes?: AuthorizationV1beta1NonResourceAttributes;
  user?: string;
  group?: string[];
  extra?: Record<string, string[]>;
  uid?: string;
}

export type AuthorizationV1beta1SubjectAccessReviewStatus = AuthorizationV1SubjectAccessReviewStatus;

export type AuthorizationV1beta1SubjectRulesReviewStatus = AuthorizationV1SubjectRulesReviewStatus;

export interface AutoscalingV1CrossVersionObjectReference {
  kind: string;
  name: string;
  apiVersion?: string;
}

export interface AutoscalingV1HorizontalPodAutoscaler {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AutoscalingV1HorizontalPodAutoscalerSpec;
  status: AutoscalingV1HorizontalPodAutoscalerStatus;
}

export interface AutoscalingV1HorizontalPodAutoscalerSpec {
  scaleTargetRef: AutoscalingV1CrossVersionObjectReference;
  minReplicas?: number;
  maxReplicas: number;
  targetCPUUtilizationPercentage?: number;
}

export interface AutoscalingV1HorizontalPodAutoscalerStatus {
  observedGeneration?: number;
  lastScaleTime?: string;
  currentReplicas: number;
  desiredReplicas: number;
  currentCPUUtilizationPercentage?: number;
}

export interface AutoscalingV1Scale {
  metadata: MetaV1ObjectMeta;
  spec: AutoscalingV1ScaleSpec;
  status: AutoscalingV1ScaleStatus;
}

export type AutoscalingV1ScaleSpec = AppsV1beta1ScaleSpec;

export interface AutoscalingV1ScaleStatus {
  replicas: number;
  selector?: string;
}

export interface AutoscalingV2ContainerResourceMetricSource {
  name: string;
  target: AutoscalingV2MetricTarget;
  container: string;
}

export interface AutoscalingV2ContainerResourceMetricStatus {
  name: string;
  current: AutoscalingV2MetricValueStatus;
  container: string;
}

export type AutoscalingV2CrossVersionObjectReference = AutoscalingV1CrossVersionObjectReference;

export interface AutoscalingV2ExternalMetricSource {
  metric: AutoscalingV2MetricIdentifier;
  target: AutoscalingV2MetricTarget;
}

export interface AutoscalingV2ExternalMetricStatus {
  metric: AutoscalingV2MetricIdentifier;
  current: AutoscalingV2MetricValueStatus;
}

export interface AutoscalingV2HPAScalingPolicy {
  type: string;
  value: number;
  periodSeconds: number;
}

export interface AutoscalingV2HPAScalingRules {
  stabilizationWindowSeconds?: number;
  selectPolicy?: string;
  policies?: AutoscalingV2HPAScalingPolicy[];
  tolerance?: string;
}

export interface AutoscalingV2HorizontalPodAutoscaler {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AutoscalingV2HorizontalPodAutoscalerSpec;
  status: AutoscalingV2HorizontalPodAutoscalerStatus;
}

export interface AutoscalingV2HorizontalPodAutoscalerBehavior {
  scaleUp?: AutoscalingV2HPAScalingRules;
  scaleDown?: AutoscalingV2HPAScalingRules;
}

export interface AutoscalingV2HorizontalPodAutoscalerCondition {
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface AutoscalingV2HorizontalPodAutoscalerSpec {
  scaleTargetRef: AutoscalingV2CrossVersionObjectReference;
  minReplicas?: number;
  maxReplicas: number;
  metrics?: AutoscalingV2MetricSpec[];
  behavior?: AutoscalingV2HorizontalPodAutoscalerBehavior;
}

export interface AutoscalingV2HorizontalPodAutoscalerStatus {
  observedGeneration?: number;
  lastScaleTime?: string;
  currentReplicas?: number;
  desiredReplicas: number;
  currentMetrics: AutoscalingV2MetricStatus[] | null;
  conditions?: AutoscalingV2HorizontalPodAutoscalerCondition[];
}

export interface AutoscalingV2MetricIdentifier {
  name: string;
  selector?: MetaV1LabelSelector;
}

export interface AutoscalingV2MetricSpec {
  type: string;
  object?: AutoscalingV2ObjectMetricSource;
  pods?: AutoscalingV2PodsMetricSource;
  resource?: AutoscalingV2ResourceMetricSource;
  containerResource?: AutoscalingV2ContainerResourceMetricSource;
  external?: AutoscalingV2ExternalMetricSource;
}

export interface AutoscalingV2MetricStatus {
  type: string;
  object?: AutoscalingV2ObjectMetricStatus;
  pods?: AutoscalingV2PodsMetricStatus;
  resource?: AutoscalingV2ResourceMetricStatus;
  containerResource?: AutoscalingV2ContainerResourceMetricStatus;
  external?: AutoscalingV2ExternalMetricStatus;
}

export interface AutoscalingV2MetricTarget {
  type: string;
  value?: string;
  averageValue?: string;
  averageUtilization?: number;
}

export interface AutoscalingV2MetricValueStatus {
  value?: string;
  averageValue?: string;
  averageUtilization?: number;
}

export interface AutoscalingV2ObjectMetricSource {
  describedObject: AutoscalingV2CrossVersionObjectReference;
  target: AutoscalingV2MetricTarget;
  metric: AutoscalingV2MetricIdentifier;
}

export interface AutoscalingV2ObjectMetricStatus {
  metric: AutoscalingV2MetricIdentifier;
  current: AutoscalingV2MetricValueStatus;
  describedObject: AutoscalingV2CrossVersionObjectReference;
}

export interface AutoscalingV2PodsMetricSource {
  metric: AutoscalingV2MetricIdentifier;
  target: AutoscalingV2MetricTarget;
}

export interface AutoscalingV2PodsMetricStatus {
  metric: AutoscalingV2MetricIdentifier;
  current: AutoscalingV2MetricValueStatus;
}

export interface AutoscalingV2ResourceMetricSource {
  name: string;
  target: AutoscalingV2MetricTarget;
}

export interface AutoscalingV2ResourceMetricStatus {
  name: string;
  current: AutoscalingV2MetricValueStatus;
}

export interface AutoscalingV2beta1ContainerResourceMetricSource {
  name: string;
  targetAverageUtilization?: number;
  targetAverageValue?: string;
  container: string;
}

export interface AutoscalingV2beta1ContainerResourceMetricStatus {
  name: string;
  currentAverageUtilization?: number;
  currentAverageValue: string;
  container: string;
}

export type AutoscalingV2beta1CrossVersionObjectReference = AutoscalingV1CrossVersionObjectReference;

export interface AutoscalingV2beta1ExternalMetricSource {
  metricName: string;
  metricSelector?: MetaV1LabelSelector;
  targetValue?: string;
  targetAverageValue?: string;
}

export interface AutoscalingV2beta1ExternalMetricStatus {
  metricName: string;
  metricSelector?: MetaV1LabelSelector;
  currentValue: string;
  currentAverageValue?: string;
}

export interface AutoscalingV2beta1HorizontalPodAutoscaler {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AutoscalingV2beta1HorizontalPodAutoscalerSpec;
  status: AutoscalingV2beta1HorizontalPodAutoscalerStatus;
}

export type AutoscalingV2beta1HorizontalPodAutoscalerCondition = AutoscalingV2HorizontalPodAutoscalerCondition;

export interface AutoscalingV2beta1HorizontalPodAutoscalerSpec {
  scaleTargetRef: AutoscalingV2beta1CrossVersionObjectReference;
  minReplicas?: number;
  maxReplicas: number;
  metrics?: AutoscalingV2beta1MetricSpec[];
}

export interface AutoscalingV2beta1HorizontalPodAutoscalerStatus {
  observedGeneration?: number;
  lastScaleTime?: string;
  currentReplicas: number;
  desiredReplicas: number;
  currentMetrics: AutoscalingV2beta1MetricStatus[] | null;
  conditions: AutoscalingV2beta1HorizontalPodAutoscalerCondition[] | null;
}

export interface AutoscalingV2beta1MetricSpec {
  type: string;
  object?: AutoscalingV2beta1ObjectMetricSource;
  pods?: AutoscalingV2beta1PodsMetricSource;
  resource?: AutoscalingV2beta1ResourceMetricSource;
  containerResource?: AutoscalingV2beta1ContainerResourceMetricSource;
  external?: AutoscalingV2beta1ExternalMetricSource;
}

export interface AutoscalingV2beta1MetricStatus {
  type: string;
  object?: AutoscalingV2beta1ObjectMetricStatus;
  pods?: AutoscalingV2beta1PodsMetricStatus;
  resource?: AutoscalingV2beta1ResourceMetricStatus;
  containerResource?: AutoscalingV2beta1ContainerResourceMetricStatus;
  external?: AutoscalingV2beta1ExternalMetricStatus;
}

export interface AutoscalingV2beta1ObjectMetricSource {
  target: AutoscalingV2beta1CrossVersionObjectReference;
  metricName: string;
  targetValue: string;
  selector?: MetaV1LabelSelector;
  averageValue?: string;
}

export interface AutoscalingV2beta1ObjectMetricStatus {
  target: AutoscalingV2beta1CrossVersionObjectReference;
  metricName: string;
  currentValue: string;
  selector?: MetaV1LabelSelector;
  averageValue?: string;
}

export interface AutoscalingV2beta1PodsMetricSource {
  metricName: string;
  targetAverageValue: string;
  selector?: MetaV1LabelSelector;
}

export interface AutoscalingV2beta1PodsMetricStatus {
  metricName: string;
  currentAverageValue: string;
  selector?: MetaV1LabelSelector;
}

export interface AutoscalingV2beta1ResourceMetricSource {
  name: string;
  targetAverageUtilization?: number;
  targetAverageValue?: string;
}

export interface AutoscalingV2beta1ResourceMetricStatus {
  name: string;
  currentAverageUtilization?: number;
  currentAverageValue: string;
}

export type AutoscalingV2beta2ContainerResourceMetricSource = AutoscalingV2ContainerResourceMetricSource;

export type AutoscalingV2beta2ContainerResourceMetricStatus = AutoscalingV2ContainerResourceMetricStatus;

export type AutoscalingV2beta2CrossVersionObjectReference = AutoscalingV1CrossVersionObjectReference;

export type AutoscalingV2beta2ExternalMetricSource = AutoscalingV2ExternalMetricSource;

export type AutoscalingV2beta2ExternalMetricStatus = AutoscalingV2ExternalMetricStatus;

export type AutoscalingV2beta2HPAScalingPolicy = AutoscalingV2HPAScalingPolicy;

export interface AutoscalingV2beta2HPAScalingRules {
  stabilizationWindowSeconds?: number;
  selectPolicy?: string;
  policies?: AutoscalingV2beta2HPAScalingPolicy[];
}

export interface AutoscalingV2beta2HorizontalPodAutoscaler {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: AutoscalingV2beta2HorizontalPodAutoscalerSpec;
  status: AutoscalingV2beta2HorizontalPodAutoscalerStatus;
}

export interface AutoscalingV2beta2HorizontalPodAutoscalerBehavior {
  scaleUp?: AutoscalingV2beta2HPAScalingRules;
  scaleDown?: AutoscalingV2beta2HPAScalingRules;
}

export type AutoscalingV2beta2HorizontalPodAutoscalerCondition = AutoscalingV2HorizontalPodAutoscalerCondition;

export interface AutoscalingV2beta2HorizontalPodAutoscalerSpec {
  scaleTargetRef: AutoscalingV2beta2CrossVersionObjectReference;
  minReplicas?: number;
  maxReplicas: number;
  metrics?: AutoscalingV2beta2MetricSpec[];
  behavior?: AutoscalingV2beta2HorizontalPodAutoscalerBehavior;
}

export interface AutoscalingV2beta2HorizontalPodAutoscalerStatus {
  observedGeneration?: number;
  lastScaleTime?: string;
  currentReplicas: number;
  desiredReplicas: number;
  currentMetrics: AutoscalingV2beta2MetricStatus[] | null;
  conditions: AutoscalingV2beta2HorizontalPodAutoscalerCondition[] | null;
}

export type AutoscalingV2beta2MetricIdentifier = AutoscalingV2MetricIdentifier;

export type AutoscalingV2beta2MetricSpec = AutoscalingV2MetricSpec;

export type AutoscalingV2beta2MetricStatus = AutoscalingV2MetricStatus;

export type AutoscalingV2beta2MetricTarget = AutoscalingV2MetricTarget;

export type AutoscalingV2beta2MetricValueStatus = AutoscalingV2MetricValueStatus;

export type AutoscalingV2beta2ObjectMetricSource = AutoscalingV2ObjectMetricSource;

export type AutoscalingV2beta2ObjectMetricStatus = AutoscalingV2ObjectMetricStatus;

export type AutoscalingV2beta2PodsMetricSource = AutoscalingV2PodsMetricSource;

export type AutoscalingV2beta2PodsMetricStatus = AutoscalingV2PodsMetricStatus;

export type AutoscalingV2beta2ResourceMetricSource = AutoscalingV2ResourceMetricSource;

export type AutoscalingV2beta2ResourceMetricStatus = AutoscalingV2ResourceMetricStatus;

export interface BatchV1CronJob {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: BatchV1CronJobSpec;
  status: BatchV1CronJobStatus;
}

export interface BatchV1CronJobSpec {
  schedule: string;
  timeZone?: string;
  startingDeadlineSeconds?: number;
  concurrencyPolicy?: string;
  suspend?: boolean;
  jobTemplate: BatchV1JobTemplateSpec;
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
}

export interface BatchV1CronJobStatus {
  active?: CoreV1ObjectReference[];
  lastScheduleTime?: string;
  lastSuccessfulTime?: string;
}

export interface BatchV1Job {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: BatchV1JobSpec;
  status: BatchV1JobStatus;
}

export interface BatchV1JobCondition {
  type: string;
  status: string;
  lastProbeTime: string | null;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface BatchV1JobSpec {
  parallelism?: number;
  completions?: number;
  activeDeadlineSeconds?: number;
  podFailurePolicy?: BatchV1PodFailurePolicy;
  successPolicy?: BatchV1SuccessPolicy;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  selector?: MetaV1LabelSelector;
  manualSelector?: boolean;
  template: CoreV1PodTemplateSpec;
  ttlSecondsAfterFinished?: number;
  completionMode?: string;
  suspend?: boolean;
  podReplacementPolicy?: string;
  managedBy?: string;
}

export interface BatchV1JobStatus {
  conditions?: BatchV1JobCondition[];
  startTime?: string;
  completionTime?: string;
  active?: number;
  succeeded?: number;
  failed?: number;
  terminating?: number;
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: BatchV1UncountedTerminatedPods;
  ready?: number;
}

export interface BatchV1JobTemplateSpec {
  metadata: MetaV1ObjectMeta;
  spec: BatchV1JobSpec;
}

export interface BatchV1PodFailurePolicy {
  rules: BatchV1PodFailurePolicyRule[] | null;
}

export interface BatchV1PodFailurePolicyOnExitCodesRequirement {
  containerName?: string | null;
  operator: string;
  values: number[] | null;
}

export interface BatchV1PodFailurePolicyOnPodConditionsPattern {
  type: string;
  status: string;
}

export interface BatchV1PodFailurePolicyRule {
  action: string;
  onExitCodes?: BatchV1PodFailurePolicyOnExitCodesRequirement | null;
  onPodConditions?: BatchV1PodFailurePolicyOnPodConditionsPattern[] | null;
}

export interface BatchV1SuccessPolicy {
  rules: BatchV1SuccessPolicyRule[] | null;
}

export interface BatchV1SuccessPolicyRule {
  succeededIndexes?: string;
  succeededCount?: number;
}

export interface BatchV1UncountedTerminatedPods {
  succeeded?: string[];
  failed?: string[];
}

export interface BatchV1beta1CronJob {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: BatchV1beta1CronJobSpec;
  status: BatchV1beta1CronJobStatus;
}

export interface BatchV1beta1CronJobSpec {
  schedule: string;
  timeZone?: string;
  startingDeadlineSeconds?: number;
  concurrencyPolicy?: string;
  suspend?: boolean;
  jobTemplate: BatchV1beta1JobTemplateSpec;
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
}

export type BatchV1beta1CronJobStatus = BatchV1CronJobStatus;

export interface BatchV1beta1JobTemplateSpec {
  metadata: MetaV1ObjectMeta;
  spec: BatchV1JobSpec;
}

export interface CertificatesV1CertificateSigningRequest {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CertificatesV1CertificateSigningRequestSpec;
  status: CertificatesV1CertificateSigningRequestStatus;
}

export interface CertificatesV1CertificateSigningRequestCondition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
  lastUpdateTime: string | null;
  lastTransitionTime: string | null;
}

export interface CertificatesV1CertificateSigningRequestSpec {
  request: string;
  signerName: string;
  expirationSeconds?: number;
  usages?: string[];
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, string[]>;
}

export interface CertificatesV1CertificateSigningRequestStatus {
  conditions?: CertificatesV1CertificateSigningRequestCondition[];
  certificate?: string;
}

export interface CertificatesV1alpha1ClusterTrustBundle {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CertificatesV1alpha1ClusterTrustBundleSpec;
}

export interface CertificatesV1alpha1ClusterTrustBundleSpec {
  signerName?: string;
  trustBundle: string;
}

export interface CertificatesV1alpha1PodCertificateRequest {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CertificatesV1alpha1PodCertificateRequestSpec;
  status: CertificatesV1alpha1PodCertificateRequestStatus;
}

export interface CertificatesV1alpha1PodCertificateRequestSpec {
  signerName: string;
  podName: string;
  podUID: string;
  serviceAccountName: string;
  serviceAccountUID: string;
  nodeName: string;
  nodeUID: string;
  maxExpirationSeconds?: number;
  pkixPublicKey: string;
  proofOfPossession: string;
}

export interface CertificatesV1alpha1PodCertificateRequestStatus {
  conditions?: MetaV1Condition[];
  certificateChain?: string;
  notBefore?: string;
  beginRefreshAt?: string;
  notAfter?: string;
}

export interface CertificatesV1beta1CertificateSigningRequest {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CertificatesV1beta1CertificateSigningRequestSpec;
  status: CertificatesV1beta1CertificateSigningRequestStatus;
}

export type CertificatesV1beta1CertificateSigningRequestCondition = CertificatesV1CertificateSigningRequestCondition;

export interface CertificatesV1beta1CertificateSigningRequestSpec {
  request: string;
  signerName?: string;
  expirationSeconds?: number;
  usages?: string[];
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, string[]>;
}

export type CertificatesV1beta1CertificateSigningRequestStatus = CertificatesV1CertificateSigningRequestStatus;

export type CertificatesV1beta1ClusterTrustBundle = CertificatesV1alpha1ClusterTrustBundle;

export type CertificatesV1beta1ClusterTrustBundleSpec = CertificatesV1alpha1ClusterTrustBundleSpec;

export interface CertificatesV1beta1PodCertificateRequest {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CertificatesV1beta1PodCertificateRequestSpec;
  status: CertificatesV1beta1PodCertificateRequestStatus;
}

export interface CertificatesV1beta1PodCertificateRequestSpec {
  signerName: string;
  podName: string;
  podUID: string;
  serviceAccountName: string;
  serviceAccountUID: string;
  nodeName: string;
  nodeUID: string;
  maxExpirationSeconds?: number;
  pkixPublicKey: string;
  proofOfPossession: string;
  stubPKCS10Request?: string;
  unverifiedUserAnnotations?: Record<string, string>;
}

export type CertificatesV1beta1PodCertificateRequestStatus = CertificatesV1alpha1PodCertificateRequestStatus;

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
  strategy?: string;
  preferredHolder?: string;
}

export interface CoordinationV1alpha1LeaseCandidate {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoordinationV1alpha1LeaseCandidateSpec;
}

export interface CoordinationV1alpha1LeaseCandidateSpec {
  leaseName: string;
  pingTime?: string;
  renewTime?: string;
  binaryVersion?: string;
  emulationVersion?: string;
  preferredStrategies?: string[];
}

export interface CoordinationV1alpha2LeaseCandidate {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoordinationV1alpha2LeaseCandidateSpec;
}

export interface CoordinationV1alpha2LeaseCandidateSpec {
  leaseName: string;
  pingTime?: string;
  renewTime?: string;
  binaryVersion: string;
  emulationVersion?: string;
  strategy?: string;
}

export type CoordinationV1beta1Lease = CoordinationV1Lease;

export interface CoordinationV1beta1LeaseCandidate {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: CoordinationV1beta1LeaseCandidateSpec;
}

export type CoordinationV1beta1LeaseCandidateSpec = CoordinationV1alpha2LeaseCandidateSpec;

export type CoordinationV1beta1LeaseSpec = CoordinationV1LeaseSpec;

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

export interface CoreV1AppArmorProfile {
  type: string;
  localhostProfile?: string;
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
  apiVersion: string;
  kind: string;
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
  nodeExpandSecretRef?: CoreV1SecretReference;
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

export interface CoreV1ClaimSource {
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

export interface CoreV1ClientIPConfig {
  timeoutSeconds?: number;
}

export interface CoreV1ClusterTrustBundleProjection {
  name?: string;
  signerName?: string;
  labelSelector?: MetaV1LabelSelector;
  optional?: boolean;
  path: string;
}

export interface CoreV1ComponentCondition {
  type: string;
  status: string;
  message?: string;
  error?: string;
}

export interface CoreV1ComponentStatus {
  apiVersion: string;
  kind: string;
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
  resizePolicy?: CoreV1ContainerResizePolicy[];
  restartPolicy?: string;
  restartPolicyRules?: CoreV1ContainerRestartRule[];
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

export interface CoreV1ContainerExtendedResourceRequest {
  containerName: string;
  resourceName: string;
  requestName: string;
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

export interface CoreV1ContainerResizePolicy {
  resourceName: string;
  restartPolicy: string;
}

export interface CoreV1ContainerRestartRule {
  action?: string;
  exitCodes?: CoreV1ContainerRestartRuleOnExitCodes;
}

export interface CoreV1ContainerRestartRuleOnExitCodes {
  operator?: string;
  values?: number[];
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
  allocatedResources?: Record<string, string>;
  resources?: CoreV1ResourceRequirements;
  volumeMounts?: CoreV1VolumeMountStatus[];
  user?: CoreV1ContainerUser;
  allocatedResourcesStatus?: CoreV1ResourceStatus[];
  stopSignal?: string;
}

export interface CoreV1ContainerUser {
  linux?: CoreV1LinuxContainerUser;
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
  fileKeyRef?: CoreV1FileKeySelector;
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
  resizePolicy?: CoreV1ContainerResizePolicy[];
  restartPolicy?: string;
  restartPolicyRules?: CoreV1ContainerRestartRule[];
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
  resizePolicy?: CoreV1ContainerResizePolicy[];
  restartPolicy?: string;
  restartPolicyRules?: CoreV1ContainerRestartRule[];
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
  readOnly?: boolean;
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

export interface CoreV1FileKeySelector {
  volumeName: string;
  path: string;
  key: string;
  optional?: boolean;
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

export interface CoreV1HostIP {
  ip?: string;
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

export interface CoreV1ImageVolumeSource {
  reference?: string;
  pullPolicy?: string;
}

export interface CoreV1ImageVolumeStatus {
  imageRef?: string;
}

export interface CoreV1KeyToPath {
  key: string;
  path: string;
  mode?: number;
}

export interface CoreV1Lifecycle {
  postStart?: CoreV1LifecycleHandler;
  preStop?: CoreV1LifecycleHandler;
  stopSignal?: string;
}

export interface CoreV1LifecycleHandler {
  exec?: CoreV1ExecAction;
  httpGet?: CoreV1HTTPGetAction;
  tcpSocket?: CoreV1TCPSocketAction;
  sleep?: CoreV1SleepAction;
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

export interface CoreV1LinuxContainerUser {
  uid: number;
  gid: number;
  supplementalGroups?: number[];
}

export interface CoreV1LoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ipMode?: string;
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

export interface CoreV1ModifyVolumeStatus {
  targetVolumeAttributesClassName?: string;
  status: string;
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

export interface CoreV1NodeAllocatableResourceClaimStatus {
  resourceClaimName: string;
  containers?: string[];
  resources: Record<string, string> | null;
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

export interface CoreV1NodeFeatures {
  supplementalGroupsPolicy?: boolean;
}

export interface CoreV1NodeProxyOptions {
  path?: string;
}

export interface CoreV1NodeRuntimeHandler {
  name: string;
  features?: CoreV1NodeRuntimeHandlerFeatures;
}

export interface CoreV1NodeRuntimeHandlerFeatures {
  recursiveReadOnlyMounts?: boolean;
  userNamespaces?: boolean;
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
  runtimeHandlers?: CoreV1NodeRuntimeHandler[];
  features?: CoreV1NodeFeatures;
  declaredFeatures?: string[];
}

export interface CoreV1NodeSwapStatus {
  capacity?: number;
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
  swap?: CoreV1NodeSwapStatus;
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
  resources: CoreV1VolumeResourceRequirements;
  volumeName?: string;
  storageClassName?: string;
  volumeMode?: string;
  dataSource?: CoreV1TypedLocalObjectReference;
  dataSourceRef?: CoreV1TypedObjectReference;
  volumeAttributesClassName?: string;
}

export interface CoreV1PersistentVolumeClaimStatus {
  phase?: string;
  accessModes?: string[];
  capacity?: Record<string, string>;
  conditions?: CoreV1PersistentVolumeClaimCondition[];
  allocatedResources?: Record<string, string>;
  allocatedResourceStatuses?: Record<string, string>;
  currentVolumeAttributesClassName?: string;
  modifyVolumeStatus?: CoreV1ModifyVolumeStatus;
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
  volumeAttributesClassName?: string;
}

export interface CoreV1PersistentVolumeStatus {
  phase?: string;
  message?: string;
  reason?: string;
  lastPhaseTransitionTime?: string;
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
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
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

export interface CoreV1PodCertificateProjection {
  signerName?: string;
  keyType?: string;
  maxExpirationSeconds?: number;
  credentialBundlePath?: string;
  keyPath?: string;
  certificateChainPath?: string;
  userAnnotations?: Record<string, string>;
}

export interface CoreV1PodCondition {
  type: string;
  observedGeneration?: number;
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

export interface CoreV1PodExtendedResourceClaimStatus {
  requestMappings: CoreV1ContainerExtendedResourceRequest[] | null;
  resourceClaimName: string;
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
  stream?: string;
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

export interface CoreV1PodResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
  source?: CoreV1ClaimSource;
}

export interface CoreV1PodResourceClaimStatus {
  name: string;
  resourceClaimName?: string;
}

export interface CoreV1PodSchedulingGate {
  name: string;
}

export interface CoreV1PodSchedulingGroup {
  podGroupName?: string;
}

export interface CoreV1PodSecurityContext {
  seLinuxOptions?: CoreV1SELinuxOptions;
  windowsOptions?: CoreV1WindowsSecurityContextOptions;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  supplementalGroups?: number[];
  supplementalGroupsPolicy?: string;
  fsGroup?: number;
  sysctls?: CoreV1Sysctl[];
  fsGroupChangePolicy?: string;
  seccompProfile?: CoreV1SeccompProfile;
  appArmorProfile?: CoreV1AppArmorProfile;
  seLinuxChangePolicy?: string;
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
  hostUsers?: boolean;
  schedulingGates?: CoreV1PodSchedulingGate[];
  resourceClaims?: CoreV1PodResourceClaim[];
  resources?: CoreV1ResourceRequirements;
  hostnameOverride?: string;
  schedulingGroup?: CoreV1PodSchedulingGroup;
  workloadRef?: CoreV1WorkloadReference;
}

export interface CoreV1PodStatus {
  observedGeneration?: number;
  phase?: string;
  conditions?: CoreV1PodCondition[];
  message?: string;
  reason?: string;
  nominatedNodeName?: string;
  hostIP?: string;
  hostIPs?: CoreV1HostIP[];
  podIP?: string;
  podIPs?: CoreV1PodIP[];
  startTime?: string;
  initContainerStatuses?: CoreV1ContainerStatus[];
  containerStatuses?: CoreV1ContainerStatus[];
  qosClass?: string;
  ephemeralContainerStatuses?: CoreV1ContainerStatus[];
  resize?: string;
  resourceClaimStatuses?: CoreV1PodResourceClaimStatus[];
  extendedResourceClaimStatus?: CoreV1PodExtendedResourceClaimStatus;
  allocatedResources?: Record<string, string>;
  resources?: CoreV1ResourceRequirements;
  nodeAllocatableResourceClaimStatuses?: CoreV1NodeAllocatableResourceClaimStatus[];
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

export interface CoreV1ResourceClaim {
  name: string;
  request?: string;
}

export interface CoreV1ResourceFieldSelector {
  containerName?: string;
  resource: string;
  divisor: string;
}

export interface CoreV1ResourceHealth {
  resourceID: string;
  health?: string;
  message?: string;
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
  claims?: CoreV1ResourceClaim[];
}

export interface CoreV1ResourceStatus {
  name: string;
  resources?: CoreV1ResourceHealth[];
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
  appArmorProfile?: CoreV1AppArmorProfile;
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
  topologyKeys?: string[];
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  allocateLoadBalancerNodePorts?: boolean;
  loadBalancerClass?: string;
  internalTrafficPolicy?: string;
  trafficDistribution?: string;
}

export interface CoreV1ServiceStatus {
  loadBalancer: CoreV1LoadBalancerStatus;
  conditions?: MetaV1Condition[];
}

export interface CoreV1SessionAffinityConfig {
  clientIP?: CoreV1ClientIPConfig;
}

export interface CoreV1SleepAction {
  seconds: number;
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
  minDomains?: number;
  nodeAffinityPolicy?: string;
  nodeTaintsPolicy?: string;
  matchLabelKeys?: string[];
}

export interface CoreV1TypedLocalObjectReference {
  apiGroup: string | null;
  kind: string;
  name: string;
}

export interface CoreV1TypedObjectReference {
  apiGroup: string | null;
  kind: string;
  name: string;
  namespace?: string;
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
  image?: CoreV1ImageVolumeSource;
}

export interface CoreV1VolumeDevice {
  name: string;
  devicePath: string;
}

export interface CoreV1VolumeMount {
  name: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  mountPath: string;
  subPath?: string;
  mountPropagation?: string;
  subPathExpr?: string;
}

export interface CoreV1VolumeMountStatus {
  name: string;
  mountPath: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  volumeStatus?: CoreV1VolumeStatus;
}

export interface CoreV1VolumeNodeAffinity {
  required?: CoreV1NodeSelector;
}

export interface CoreV1VolumeProjection {
  secret?: CoreV1SecretProjection;
  downwardAPI?: CoreV1DownwardAPIProjection;
  configMap?: CoreV1ConfigMapProjection;
  serviceAccountToken?: CoreV1ServiceAccountTokenProjection;
  clusterTrustBundle?: CoreV1ClusterTrustBundleProjection;
  podCertificate?: CoreV1PodCertificateProjection;
}

export interface CoreV1VolumeResourceRequirements {
  limits?: Record<string, string>;
  requests?: Record<string, string>;
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
  image?: CoreV1ImageVolumeSource;
}

export interface CoreV1VolumeStatus {
  image?: CoreV1ImageVolumeStatus;
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

export interface CoreV1WorkloadReference {
  name: string;
  podGroup: string;
  podGroupReplicaKey?: string;
}

export interface DiscoveryV1Endpoint {
  addresses: string[] | null;
  conditions: DiscoveryV1EndpointConditions;
  hostname?: string;
  targetRef?: CoreV1ObjectReference;
  deprecatedTopology?: Record<string, string>;
  nodeName?: string;
  zone?: string;
  hints?: DiscoveryV1EndpointHints;
}

export interface DiscoveryV1EndpointConditions {
  ready?: boolean;
  serving?: boolean;
  terminating?: boolean;
}

export interface DiscoveryV1EndpointHints {
  forZones?: DiscoveryV1ForZone[];
  forNodes?: DiscoveryV1ForNode[];
}

export interface DiscoveryV1EndpointPort {
  name?: string;
  protocol?: string;
  port?: number;
  appProtocol?: string;
}

export interface DiscoveryV1EndpointSlice {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  addressType: string;
  endpoints: DiscoveryV1Endpoint[] | null;
  ports: DiscoveryV1EndpointPort[] | null;
}

export interface DiscoveryV1ForNode {
  name: string;
}

export interface DiscoveryV1ForZone {
  name: string;
}

export interface DiscoveryV1beta1Endpoint {
  addresses: string[] | null;
  conditions: DiscoveryV1beta1EndpointConditions;
  hostname?: string;
  targetRef?: CoreV1ObjectReference;
  topology?: Record<string, string>;
  nodeName?: string;
  hints?: DiscoveryV1beta1EndpointHints;
}

export type DiscoveryV1beta1EndpointConditions = DiscoveryV1EndpointConditions;

export type DiscoveryV1beta1EndpointHints = DiscoveryV1EndpointHints;

export type DiscoveryV1beta1EndpointPort = DiscoveryV1EndpointPort;

export interface DiscoveryV1beta1EndpointSlice {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  addressType: string;
  endpoints: DiscoveryV1beta1Endpoint[] | null;
  ports: DiscoveryV1beta1EndpointPort[] | null;
}

export type DiscoveryV1beta1ForNode = DiscoveryV1ForNode;

export type DiscoveryV1beta1ForZone = DiscoveryV1ForZone;

export interface EventsV1Event {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  eventTime: string | null;
  series?: EventsV1EventSeries;
  reportingController?: string;
  reportingInstance?: string;
  action?: string;
  reason?: string;
  regarding: CoreV1ObjectReference;
  related?: CoreV1ObjectReference;
  note?: string;
  type?: string;
  deprecatedSource: CoreV1EventSource;
  deprecatedFirstTimestamp: string | null;
  deprecatedLastTimestamp: string | null;
  deprecatedCount?: number;
}

export interface EventsV1EventSeries {
  count: number;
  lastObservedTime: string | null;
}

export type EventsV1beta1Event = EventsV1Event;

export type EventsV1beta1EventSeries = EventsV1EventSeries;

export interface ExtensionsV1beta1AllowedCSIDriver {
  name: string;
}

export interface ExtensionsV1beta1AllowedFlexVolume {
  driver: string;
}

export interface ExtensionsV1beta1AllowedHostPath {
  pathPrefix?: string;
  readOnly?: boolean;
}

export interface ExtensionsV1beta1DaemonSet {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ExtensionsV1beta1DaemonSetSpec;
  status: ExtensionsV1beta1DaemonSetStatus;
}

export type ExtensionsV1beta1DaemonSetCondition = AppsV1DaemonSetCondition;

export interface ExtensionsV1beta1DaemonSetSpec {
  selector?: MetaV1LabelSelector;
  template: CoreV1PodTemplateSpec;
  updateStrategy: ExtensionsV1beta1DaemonSetUpdateStrategy;
  minReadySeconds?: number;
  templateGeneration?: number;
  revisionHistoryLimit?: number;
}

export type ExtensionsV1beta1DaemonSetStatus = AppsV1DaemonSetStatus;

export type ExtensionsV1beta1DaemonSetUpdateStrategy = AppsV1DaemonSetUpdateStrategy;

export interface ExtensionsV1beta1Deployment {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ExtensionsV1beta1DeploymentSpec;
  status: ExtensionsV1beta1DeploymentStatus;
}

export type ExtensionsV1beta1DeploymentCondition = AppsV1DeploymentCondition;

export type ExtensionsV1beta1DeploymentRollback = AppsV1beta1DeploymentRollback;

export type ExtensionsV1beta1DeploymentSpec = AppsV1beta1DeploymentSpec;

export type ExtensionsV1beta1DeploymentStatus = AppsV1DeploymentStatus;

export type ExtensionsV1beta1DeploymentStrategy = AppsV1DeploymentStrategy;

export interface ExtensionsV1beta1FSGroupStrategyOptions {
  rule?: string;
  ranges?: ExtensionsV1beta1IDRange[];
}

export interface ExtensionsV1beta1HTTPIngressPath {
  path?: string;
  pathType?: string;
  backend: ExtensionsV1beta1IngressBackend;
}

export interface ExtensionsV1beta1HTTPIngressRuleValue {
  paths: ExtensionsV1beta1HTTPIngressPath[] | null;
}

export interface ExtensionsV1beta1HostPortRange {
  min: number;
  max: number;
}

export interface ExtensionsV1beta1IDRange {
  min: number;
  max: number;
}

export interface ExtensionsV1beta1IPBlock {
  cidr: string;
  except?: string[];
}

export interface ExtensionsV1beta1Ingress {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ExtensionsV1beta1IngressSpec;
  status: ExtensionsV1beta1IngressStatus;
}

export interface ExtensionsV1beta1IngressBackend {
  serviceName?: string;
  servicePort: number | string;
  resource?: CoreV1TypedLocalObjectReference;
}

export interface ExtensionsV1beta1IngressLoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ports?: ExtensionsV1beta1IngressPortStatus[];
}

export interface ExtensionsV1beta1IngressLoadBalancerStatus {
  ingress?: ExtensionsV1beta1IngressLoadBalancerIngress[];
}

export interface ExtensionsV1beta1IngressPortStatus {
  port: number;
  protocol: string;
  error?: string;
}

export interface ExtensionsV1beta1IngressRule {
  host?: string;
  http?: ExtensionsV1beta1HTTPIngressRuleValue;
}

export interface ExtensionsV1beta1IngressRuleValue {
  http?: ExtensionsV1beta1HTTPIngressRuleValue;
}

export interface ExtensionsV1beta1IngressSpec {
  ingressClassName?: string;
  backend?: ExtensionsV1beta1IngressBackend;
  tls?: ExtensionsV1beta1IngressTLS[];
  rules?: ExtensionsV1beta1IngressRule[];
}

export interface ExtensionsV1beta1IngressStatus {
  loadBalancer: ExtensionsV1beta1IngressLoadBalancerStatus;
}

export interface ExtensionsV1beta1IngressTLS {
  hosts?: string[];
  secretName?: string;
}

export interface ExtensionsV1beta1NetworkPolicy {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ExtensionsV1beta1NetworkPolicySpec;
  status?: ExtensionsV1beta1NetworkPolicyStatus;
}

export interface ExtensionsV1beta1NetworkPolicyEgressRule {
  ports?: ExtensionsV1beta1NetworkPolicyPort[];
  to?: ExtensionsV1beta1NetworkPolicyPeer[];
}

export interface ExtensionsV1beta1NetworkPolicyIngressRule {
  ports?: ExtensionsV1beta1NetworkPolicyPort[];
  from?: ExtensionsV1beta1NetworkPolicyPeer[];
}

export interface ExtensionsV1beta1NetworkPolicyPeer {
  podSelector?: MetaV1LabelSelector;
  namespaceSelector?: MetaV1LabelSelector;
  ipBlock?: ExtensionsV1beta1IPBlock;
}

export interface ExtensionsV1beta1NetworkPolicyPort {
  protocol?: string;
  port?: number | string;
  endPort?: number;
}

export interface ExtensionsV1beta1NetworkPolicySpec {
  podSelector: MetaV1LabelSelector;
  ingress?: ExtensionsV1beta1NetworkPolicyIngressRule[];
  egress?: ExtensionsV1beta1NetworkPolicyEgressRule[];
  policyTypes?: string[];
}

export interface ExtensionsV1beta1NetworkPolicyStatus {
  conditions?: MetaV1Condition[];
}

export interface ExtensionsV1beta1PodSecurityPolicy {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ExtensionsV1beta1PodSecurityPolicySpec;
}

export interface ExtensionsV1beta1PodSecurityPolicySpec {
  privileged?: boolean;
  defaultAddCapabilities?: string[];
  requiredDropCapabilities?: string[];
  allowedCapabilities?: string[];
  volumes?: string[];
  hostNetwork?: boolean;
  hostPorts?: ExtensionsV1beta1HostPortRange[];
  hostPID?: boolean;
  hostIPC?: boolean;
  seLinux: ExtensionsV1beta1SELinuxStrategyOptions;
  runAsUser: ExtensionsV1beta1RunAsUserStrategyOptions;
  runAsGroup?: ExtensionsV1beta1RunAsGroupStrategyOptions;
  supplementalGroups: ExtensionsV1beta1SupplementalGroupsStrategyOptions;
  fsGroup: ExtensionsV1beta1FSGroupStrategyOptions;
  readOnlyRootFilesystem?: boolean;
  defaultAllowPrivilegeEscalation?: boolean;
  allowPrivilegeEscalation?: boolean;
  allowedHostPaths?: ExtensionsV1beta1AllowedHostPath[];
  allowedFlexVolumes?: ExtensionsV1beta1AllowedFlexVolume[];
  allowedCSIDrivers?: ExtensionsV1beta1AllowedCSIDriver[];
  allowedUnsafeSysctls?: string[];
  forbiddenSysctls?: string[];
  allowedProcMountTypes?: string[];
  runtimeClass?: ExtensionsV1beta1RuntimeClassStrategyOptions;
}

export interface ExtensionsV1beta1ReplicaSet {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ExtensionsV1beta1ReplicaSetSpec;
  status: ExtensionsV1beta1ReplicaSetStatus;
}

export type ExtensionsV1beta1ReplicaSetCondition = AppsV1ReplicaSetCondition;

export interface ExtensionsV1beta1ReplicaSetSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector?: MetaV1LabelSelector;
  template: CoreV1PodTemplateSpec;
}

export type ExtensionsV1beta1ReplicaSetStatus = AppsV1ReplicaSetStatus;

export type ExtensionsV1beta1RollbackConfig = AppsV1beta1RollbackConfig;

export type ExtensionsV1beta1RollingUpdateDaemonSet = AppsV1RollingUpdateDaemonSet;

export type ExtensionsV1beta1RollingUpdateDeployment = AppsV1RollingUpdateDeployment;

export interface ExtensionsV1beta1RunAsGroupStrategyOptions {
  rule: string;
  ranges?: ExtensionsV1beta1IDRange[];
}

export interface ExtensionsV1beta1RunAsUserStrategyOptions {
  rule: string;
  ranges?: ExtensionsV1beta1IDRange[];
}

export interface ExtensionsV1beta1RuntimeClassStrategyOptions {
  allowedRuntimeClassNames: string[] | null;
  defaultRuntimeClassName?: string;
}

export interface ExtensionsV1beta1SELinuxStrategyOptions {
  rule: string;
  seLinuxOptions?: CoreV1SELinuxOptions;
}

export type ExtensionsV1beta1Scale = AppsV1beta1Scale;

export type ExtensionsV1beta1ScaleSpec = AppsV1beta1ScaleSpec;

export type ExtensionsV1beta1ScaleStatus = AppsV1beta1ScaleStatus;

export interface ExtensionsV1beta1SupplementalGroupsStrategyOptions {
  rule?: string;
  ranges?: ExtensionsV1beta1IDRange[];
}

export interface FlowcontrolV1ExemptPriorityLevelConfiguration {
  nominalConcurrencyShares?: number;
  lendablePercent?: number;
}

export interface FlowcontrolV1FlowDistinguisherMethod {
  type: string;
}

export interface FlowcontrolV1FlowSchema {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: FlowcontrolV1FlowSchemaSpec;
  status: FlowcontrolV1FlowSchemaStatus;
}

export interface FlowcontrolV1FlowSchemaCondition {
  type?: string;
  status?: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface FlowcontrolV1FlowSchemaSpec {
  priorityLevelConfiguration: FlowcontrolV1PriorityLevelConfigurationReference;
  matchingPrecedence: number;
  distinguisherMethod?: FlowcontrolV1FlowDistinguisherMethod;
  rules?: FlowcontrolV1PolicyRulesWithSubjects[];
}

export interface FlowcontrolV1FlowSchemaStatus {
  conditions?: FlowcontrolV1FlowSchemaCondition[];
}

export interface FlowcontrolV1GroupSubject {
  name: string;
}

export interface FlowcontrolV1LimitResponse {
  type: string;
  queuing?: FlowcontrolV1QueuingConfiguration;
}

export interface FlowcontrolV1LimitedPriorityLevelConfiguration {
  nominalConcurrencyShares: number | null;
  limitResponse: FlowcontrolV1LimitResponse;
  lendablePercent?: number;
  borrowingLimitPercent?: number;
}

export interface FlowcontrolV1NonResourcePolicyRule {
  verbs: string[] | null;
  nonResourceURLs: string[] | null;
}

export interface FlowcontrolV1PolicyRulesWithSubjects {
  subjects: FlowcontrolV1Subject[] | null;
  resourceRules?: FlowcontrolV1ResourcePolicyRule[];
  nonResourceRules?: FlowcontrolV1NonResourcePolicyRule[];
}

export interface FlowcontrolV1PriorityLevelConfiguration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: FlowcontrolV1PriorityLevelConfigurationSpec;
  status: FlowcontrolV1PriorityLevelConfigurationStatus;
}

export interface FlowcontrolV1PriorityLevelConfigurationCondition {
  type?: string;
  status?: string;
  lastTransitionTime: string | null;
  reason?: string;
  message?: string;
}

export interface FlowcontrolV1PriorityLevelConfigurationReference {
  name: string;
}

export interface FlowcontrolV1PriorityLevelConfigurationSpec {
  type: string;
  limited?: FlowcontrolV1LimitedPriorityLevelConfiguration;
  exempt?: FlowcontrolV1ExemptPriorityLevelConfiguration;
}

export interface FlowcontrolV1PriorityLevelConfigurationStatus {
  conditions?: FlowcontrolV1PriorityLevelConfigurationCondition[];
}

export interface FlowcontrolV1QueuingConfiguration {
  queues: number;
  handSize: number;
  queueLengthLimit: number;
}

export interface FlowcontrolV1ResourcePolicyRule {
  verbs: string[] | null;
  apiGroups: string[] | null;
  resources: string[] | null;
  clusterScope?: boolean;
  namespaces: string[] | null;
}

export interface FlowcontrolV1ServiceAccountSubject {
  namespace: string;
  name: string;
}

export interface FlowcontrolV1Subject {
  kind: string;
  user?: FlowcontrolV1UserSubject;
  group?: FlowcontrolV1GroupSubject;
  serviceAccount?: FlowcontrolV1ServiceAccountSubject;
}

export interface FlowcontrolV1UserSubject {
  name: string;
}

export type FlowcontrolV1alpha1ExemptPriorityLevelConfiguration = FlowcontrolV1ExemptPriorityLevelConfiguration;

export type FlowcontrolV1alpha1FlowDistinguisherMethod = FlowcontrolV1FlowDistinguisherMethod;

export type FlowcontrolV1alpha1FlowSchema = FlowcontrolV1FlowSchema;

export type FlowcontrolV1alpha1FlowSchemaCondition = FlowcontrolV1FlowSchemaCondition;

export type FlowcontrolV1alpha1FlowSchemaSpec = FlowcontrolV1FlowSchemaSpec;

export type FlowcontrolV1alpha1FlowSchemaStatus = FlowcontrolV1FlowSchemaStatus;

export type FlowcontrolV1alpha1GroupSubject = FlowcontrolV1GroupSubject;

export type FlowcontrolV1alpha1LimitResponse = FlowcontrolV1LimitResponse;

export interface FlowcontrolV1alpha1LimitedPriorityLevelConfiguration {
  assuredConcurrencyShares: number;
  limitResponse: FlowcontrolV1alpha1LimitResponse;
  lendablePercent?: number;
  borrowingLimitPercent?: number;
}

export type FlowcontrolV1alpha1NonResourcePolicyRule = FlowcontrolV1NonResourcePolicyRule;

export type FlowcontrolV1alpha1PolicyRulesWithSubjects = FlowcontrolV1PolicyRulesWithSubjects;

export interface FlowcontrolV1alpha1PriorityLevelConfiguration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: FlowcontrolV1alpha1PriorityLevelConfigurationSpec;
  status: FlowcontrolV1alpha1PriorityLevelConfigurationStatus;
}

export type FlowcontrolV1alpha1PriorityLevelConfigurationCondition = FlowcontrolV1PriorityLevelConfigurationCondition;

export type FlowcontrolV1alpha1PriorityLevelConfigurationReference = FlowcontrolV1PriorityLevelConfigurationReference;

export interface FlowcontrolV1alpha1PriorityLevelConfigurationSpec {
  type: string;
  limited?: FlowcontrolV1alpha1LimitedPriorityLevelConfiguration;
  exempt?: FlowcontrolV1alpha1ExemptPriorityLevelConfiguration;
}

export type FlowcontrolV1alpha1PriorityLevelConfigurationStatus = FlowcontrolV1PriorityLevelConfigurationStatus;

export type FlowcontrolV1alpha1QueuingConfiguration = FlowcontrolV1QueuingConfiguration;

export type FlowcontrolV1alpha1ResourcePolicyRule = FlowcontrolV1ResourcePolicyRule;

export type FlowcontrolV1alpha1ServiceAccountSubject = FlowcontrolV1ServiceAccountSubject;

export type FlowcontrolV1alpha1Subject = FlowcontrolV1Subject;

export type FlowcontrolV1alpha1UserSubject = FlowcontrolV1UserSubject;

export type FlowcontrolV1beta1ExemptPriorityLevelConfiguration = FlowcontrolV1ExemptPriorityLevelConfiguration;

export type FlowcontrolV1beta1FlowDistinguisherMethod = FlowcontrolV1FlowDistinguisherMethod;

export type FlowcontrolV1beta1FlowSchema = FlowcontrolV1FlowSchema;

export type FlowcontrolV1beta1FlowSchemaCondition = FlowcontrolV1FlowSchemaCondition;

export type FlowcontrolV1beta1FlowSchemaSpec = FlowcontrolV1FlowSchemaSpec;

export type FlowcontrolV1beta1FlowSchemaStatus = FlowcontrolV1FlowSchemaStatus;

export type FlowcontrolV1beta1GroupSubject = FlowcontrolV1GroupSubject;

export type FlowcontrolV1beta1LimitResponse = FlowcontrolV1LimitResponse;

export type FlowcontrolV1beta1LimitedPriorityLevelConfiguration = FlowcontrolV1alpha1LimitedPriorityLevelConfiguration;

export type FlowcontrolV1beta1NonResourcePolicyRule = FlowcontrolV1NonResourcePolicyRule;

export type FlowcontrolV1beta1PolicyRulesWithSubjects = FlowcontrolV1PolicyRulesWithSubjects;

export interface FlowcontrolV1beta1PriorityLevelConfiguration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: FlowcontrolV1beta1PriorityLevelConfigurationSpec;
  status: FlowcontrolV1beta1PriorityLevelConfigurationStatus;
}

export type FlowcontrolV1beta1PriorityLevelConfigurationCondition = FlowcontrolV1PriorityLevelConfigurationCondition;

export type FlowcontrolV1beta1PriorityLevelConfigurationReference = FlowcontrolV1PriorityLevelConfigurationReference;

export interface FlowcontrolV1beta1PriorityLevelConfigurationSpec {
  type: string;
  limited?: FlowcontrolV1beta1LimitedPriorityLevelConfiguration;
  exempt?: FlowcontrolV1beta1ExemptPriorityLevelConfiguration;
}

export type FlowcontrolV1beta1PriorityLevelConfigurationStatus = FlowcontrolV1PriorityLevelConfigurationStatus;

export type FlowcontrolV1beta1QueuingConfiguration = FlowcontrolV1QueuingConfiguration;

export type FlowcontrolV1beta1ResourcePolicyRule = FlowcontrolV1ResourcePolicyRule;

export type FlowcontrolV1beta1ServiceAccountSubject = FlowcontrolV1ServiceAccountSubject;

export type FlowcontrolV1beta1Subject = FlowcontrolV1Subject;

export type FlowcontrolV1beta1UserSubject = FlowcontrolV1UserSubject;

export type FlowcontrolV1beta2ExemptPriorityLevelConfiguration = FlowcontrolV1ExemptPriorityLevelConfiguration;

export type FlowcontrolV1beta2FlowDistinguisherMethod = FlowcontrolV1FlowDistinguisherMethod;

export type FlowcontrolV1beta2FlowSchema = FlowcontrolV1FlowSchema;

export type FlowcontrolV1beta2FlowSchemaCondition = FlowcontrolV1FlowSchemaCondition;

export type FlowcontrolV1beta2FlowSchemaSpec = FlowcontrolV1FlowSchemaSpec;

export type FlowcontrolV1beta2FlowSchemaStatus = FlowcontrolV1FlowSchemaStatus;

export type FlowcontrolV1beta2GroupSubject = FlowcontrolV1GroupSubject;

export type FlowcontrolV1beta2LimitResponse = FlowcontrolV1LimitResponse;

export type FlowcontrolV1beta2LimitedPriorityLevelConfiguration = FlowcontrolV1alpha1LimitedPriorityLevelConfiguration;

export type FlowcontrolV1beta2NonResourcePolicyRule = FlowcontrolV1NonResourcePolicyRule;

export type FlowcontrolV1beta2PolicyRulesWithSubjects = FlowcontrolV1PolicyRulesWithSubjects;

export interface FlowcontrolV1beta2PriorityLevelConfiguration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: FlowcontrolV1beta2PriorityLevelConfigurationSpec;
  status: FlowcontrolV1beta2PriorityLevelConfigurationStatus;
}

export type FlowcontrolV1beta2PriorityLevelConfigurationCondition = FlowcontrolV1PriorityLevelConfigurationCondition;

export type FlowcontrolV1beta2PriorityLevelConfigurationReference = FlowcontrolV1PriorityLevelConfigurationReference;

export interface FlowcontrolV1beta2PriorityLevelConfigurationSpec {
  type: string;
  limited?: FlowcontrolV1beta2LimitedPriorityLevelConfiguration;
  exempt?: FlowcontrolV1beta2ExemptPriorityLevelConfiguration;
}

export type FlowcontrolV1beta2PriorityLevelConfigurationStatus = FlowcontrolV1PriorityLevelConfigurationStatus;

export type FlowcontrolV1beta2QueuingConfiguration = FlowcontrolV1QueuingConfiguration;

export type FlowcontrolV1beta2ResourcePolicyRule = FlowcontrolV1ResourcePolicyRule;

export type FlowcontrolV1beta2ServiceAccountSubject = FlowcontrolV1ServiceAccountSubject;

export type FlowcontrolV1beta2Subject = FlowcontrolV1Subject;

export type FlowcontrolV1beta2UserSubject = FlowcontrolV1UserSubject;

export type FlowcontrolV1beta3ExemptPriorityLevelConfiguration = FlowcontrolV1ExemptPriorityLevelConfiguration;

export type FlowcontrolV1beta3FlowDistinguisherMethod = FlowcontrolV1FlowDistinguisherMethod;

export type FlowcontrolV1beta3FlowSchema = FlowcontrolV1FlowSchema;

export type FlowcontrolV1beta3FlowSchemaCondition = FlowcontrolV1FlowSchemaCondition;

export type FlowcontrolV1beta3FlowSchemaSpec = FlowcontrolV1FlowSchemaSpec;

export type FlowcontrolV1beta3FlowSchemaStatus = FlowcontrolV1FlowSchemaStatus;

export type FlowcontrolV1beta3GroupSubject = FlowcontrolV1GroupSubject;

export type FlowcontrolV1beta3LimitResponse = FlowcontrolV1LimitResponse;

export interface FlowcontrolV1beta3LimitedPriorityLevelConfiguration {
  nominalConcurrencyShares: number;
  limitResponse: FlowcontrolV1beta3LimitResponse;
  lendablePercent?: number;
  borrowingLimitPercent?: number;
}

export type FlowcontrolV1beta3NonResourcePolicyRule = FlowcontrolV1NonResourcePolicyRule;

export type FlowcontrolV1beta3PolicyRulesWithSubjects = FlowcontrolV1PolicyRulesWithSubjects;

export interface FlowcontrolV1beta3PriorityLevelConfiguration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: FlowcontrolV1beta3PriorityLevelConfigurationSpec;
  status: FlowcontrolV1beta3PriorityLevelConfigurationStatus;
}

export type FlowcontrolV1beta3PriorityLevelConfigurationCondition = FlowcontrolV1PriorityLevelConfigurationCondition;

export type FlowcontrolV1beta3PriorityLevelConfigurationReference = FlowcontrolV1PriorityLevelConfigurationReference;

export interface FlowcontrolV1beta3PriorityLevelConfigurationSpec {
  type: string;
  limited?: FlowcontrolV1beta3LimitedPriorityLevelConfiguration;
  exempt?: FlowcontrolV1beta3ExemptPriorityLevelConfiguration;
}

export type FlowcontrolV1beta3PriorityLevelConfigurationStatus = FlowcontrolV1PriorityLevelConfigurationStatus;

export type FlowcontrolV1beta3QueuingConfiguration = FlowcontrolV1QueuingConfiguration;

export type FlowcontrolV1beta3ResourcePolicyRule = FlowcontrolV1ResourcePolicyRule;

export type FlowcontrolV1beta3ServiceAccountSubject = FlowcontrolV1ServiceAccountSubject;

export type FlowcontrolV1beta3Subject = FlowcontrolV1Subject;

export type FlowcontrolV1beta3UserSubject = FlowcontrolV1UserSubject;

export interface ImagepolicyV1alpha1ImageReview {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ImagepolicyV1alpha1ImageReviewSpec;
  status: ImagepolicyV1alpha1ImageReviewStatus;
}

export interface ImagepolicyV1alpha1ImageReviewContainerSpec {
  image?: string;
}

export interface ImagepolicyV1alpha1ImageReviewSpec {
  containers?: ImagepolicyV1alpha1ImageReviewContainerSpec[];
  annotations?: Record<string, string>;
  namespace?: string;
}

export interface ImagepolicyV1alpha1ImageReviewStatus {
  allowed: boolean;
  reason?: string;
  auditAnnotations?: Record<string, string>;
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
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

export interface MetaV1FieldSelectorRequirement {
  key: string;
  operator: string;
  values?: string[];
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
  shardInfo?: MetaV1ShardInfo;
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
  sendInitialEvents?: boolean;
  shardSelector?: string;
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
  creationTimestamp?: string | null;
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

export interface MetaV1ShardInfo {
  selector: string;
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

export interface NetworkingV1HTTPIngressPath {
  path?: string;
  pathType?: string | null;
  backend: NetworkingV1IngressBackend;
}

export interface NetworkingV1HTTPIngressRuleValue {
  paths: NetworkingV1HTTPIngressPath[] | null;
}

export interface NetworkingV1IPAddress {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: NetworkingV1IPAddressSpec;
}

export interface NetworkingV1IPAddressSpec {
  parentRef?: NetworkingV1ParentReference;
}

export type NetworkingV1IPBlock = ExtensionsV1beta1IPBlock;

export interface NetworkingV1Ingress {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: NetworkingV1IngressSpec;
  status: NetworkingV1IngressStatus;
}

export interface NetworkingV1IngressBackend {
  service?: NetworkingV1IngressServiceBackend;
  resource?: CoreV1TypedLocalObjectReference;
}

export interface NetworkingV1IngressClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: NetworkingV1IngressClassSpec;
}

export interface NetworkingV1IngressClassParametersReference {
  apiGroup?: string;
  kind: string;
  name: string;
  scope: string | null;
  namespace?: string;
}

export interface NetworkingV1IngressClassSpec {
  controller?: string;
  parameters?: NetworkingV1IngressClassParametersReference;
}

export type NetworkingV1IngressLoadBalancerIngress = ExtensionsV1beta1IngressLoadBalancerIngress;

export type NetworkingV1IngressLoadBalancerStatus = ExtensionsV1beta1IngressLoadBalancerStatus;

export type NetworkingV1IngressPortStatus = ExtensionsV1beta1IngressPortStatus;

export interface NetworkingV1IngressRule {
  host?: string;
  http?: NetworkingV1HTTPIngressRuleValue;
}

export interface NetworkingV1IngressRuleValue {
  http?: NetworkingV1HTTPIngressRuleValue;
}

export interface NetworkingV1IngressServiceBackend {
  name: string;
  port: NetworkingV1ServiceBackendPort;
}

export interface NetworkingV1IngressSpec {
  ingressClassName?: string;
  defaultBackend?: NetworkingV1IngressBackend;
  tls?: NetworkingV1IngressTLS[];
  rules?: NetworkingV1IngressRule[];
}

export type NetworkingV1IngressStatus = ExtensionsV1beta1IngressStatus;

export type NetworkingV1IngressTLS = ExtensionsV1beta1IngressTLS;

export type NetworkingV1NetworkPolicy = ExtensionsV1beta1NetworkPolicy;

export type NetworkingV1NetworkPolicyEgressRule = ExtensionsV1beta1NetworkPolicyEgressRule;

export type NetworkingV1NetworkPolicyIngressRule = ExtensionsV1beta1NetworkPolicyIngressRule;

export type NetworkingV1NetworkPolicyPeer = ExtensionsV1beta1NetworkPolicyPeer;

export type NetworkingV1NetworkPolicyPort = ExtensionsV1beta1NetworkPolicyPort;

export type NetworkingV1NetworkPolicySpec = ExtensionsV1beta1NetworkPolicySpec;

export type NetworkingV1NetworkPolicyStatus = ExtensionsV1beta1NetworkPolicyStatus;

export interface NetworkingV1ParentReference {
  group?: string;
  resource?: string;
  namespace?: string;
  name?: string;
}

export interface NetworkingV1ServiceBackendPort {
  name?: string;
  number?: number;
}

export interface NetworkingV1ServiceCIDR {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: NetworkingV1ServiceCIDRSpec;
  status: NetworkingV1ServiceCIDRStatus;
}

export interface NetworkingV1ServiceCIDRSpec {
  cidrs?: string[];
}

export interface NetworkingV1ServiceCIDRStatus {
  conditions?: MetaV1Condition[];
}

export interface NetworkingV1alpha1ClusterCIDR {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: NetworkingV1alpha1ClusterCIDRSpec;
}

export interface NetworkingV1alpha1ClusterCIDRSpec {
  nodeSelector?: CoreV1NodeSelector;
  perNodeHostBits: number;
  ipv4: string;
  ipv6: string;
}

export interface NetworkingV1alpha1IPAddress {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: NetworkingV1alpha1IPAddressSpec;
}

export interface NetworkingV1alpha1IPAddressSpec {
  parentRef?: NetworkingV1alpha1ParentReference;
}

export interface NetworkingV1alpha1ParentReference {
  group?: string;
  resource?: string;
  namespace?: string;
  name?: string;
  uid?: string;
}

export type NetworkingV1alpha1ServiceCIDR = NetworkingV1ServiceCIDR;

export type NetworkingV1alpha1ServiceCIDRSpec = NetworkingV1ServiceCIDRSpec;

export type NetworkingV1alpha1ServiceCIDRStatus = NetworkingV1ServiceCIDRStatus;

export type NetworkingV1beta1HTTPIngressPath = ExtensionsV1beta1HTTPIngressPath;

export type NetworkingV1beta1HTTPIngressRuleValue = ExtensionsV1beta1HTTPIngressRuleValue;

export type NetworkingV1beta1IPAddress = NetworkingV1IPAddress;

export type NetworkingV1beta1IPAddressSpec = NetworkingV1IPAddressSpec;

export type NetworkingV1beta1Ingress = ExtensionsV1beta1Ingress;

export type NetworkingV1beta1IngressBackend = ExtensionsV1beta1IngressBackend;

export type NetworkingV1beta1IngressClass = NetworkingV1IngressClass;

export type NetworkingV1beta1IngressClassParametersReference = NetworkingV1IngressClassParametersReference;

export type NetworkingV1beta1IngressClassSpec = NetworkingV1IngressClassSpec;

export type NetworkingV1beta1IngressLoadBalancerIngress = ExtensionsV1beta1IngressLoadBalancerIngress;

export type NetworkingV1beta1IngressLoadBalancerStatus = ExtensionsV1beta1IngressLoadBalancerStatus;

export type NetworkingV1beta1IngressPortStatus = ExtensionsV1beta1IngressPortStatus;

export type NetworkingV1beta1IngressRule = ExtensionsV1beta1IngressRule;

export type NetworkingV1beta1IngressRuleValue = ExtensionsV1beta1IngressRuleValue;

export type NetworkingV1beta1IngressSpec = ExtensionsV1beta1IngressSpec;

export type NetworkingV1beta1IngressStatus = ExtensionsV1beta1IngressStatus;

export type NetworkingV1beta1IngressTLS = ExtensionsV1beta1IngressTLS;

export type NetworkingV1beta1ParentReference = NetworkingV1ParentReference;

export type NetworkingV1beta1ServiceCIDR = NetworkingV1ServiceCIDR;

export type NetworkingV1beta1ServiceCIDRSpec = NetworkingV1ServiceCIDRSpec;

export type NetworkingV1beta1ServiceCIDRStatus = NetworkingV1ServiceCIDRStatus;

export interface NodeV1Overhead {
  podFixed?: Record<string, string>;
}

export interface NodeV1RuntimeClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  handler: string;
  overhead?: NodeV1Overhead;
  scheduling?: NodeV1Scheduling;
}

export interface NodeV1Scheduling {
  nodeSelector?: Record<string, string>;
  tolerations?: CoreV1Toleration[];
}

export type NodeV1alpha1Overhead = NodeV1Overhead;

export interface NodeV1alpha1RuntimeClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: NodeV1alpha1RuntimeClassSpec;
}

export interface NodeV1alpha1RuntimeClassSpec {
  runtimeHandler: string;
  overhead?: NodeV1alpha1Overhead;
  scheduling?: NodeV1alpha1Scheduling;
}

export type NodeV1alpha1Scheduling = NodeV1Scheduling;

export type NodeV1beta1Overhead = NodeV1Overhead;

export type NodeV1beta1RuntimeClass = NodeV1RuntimeClass;

export type NodeV1beta1Scheduling = NodeV1Scheduling;

export interface PolicyV1Eviction {
  metadata: MetaV1ObjectMeta;
  deleteOptions?: MetaV1DeleteOptions;
}

export interface PolicyV1PodDisruptionBudget {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: PolicyV1PodDisruptionBudgetSpec;
  status: PolicyV1PodDisruptionBudgetStatus;
}

export interface PolicyV1PodDisruptionBudgetSpec {
  minAvailable?: number | string;
  selector?: MetaV1LabelSelector;
  maxUnavailable?: number | string;
  unhealthyPodEvictionPolicy?: string;
}

export interface PolicyV1PodDisruptionBudgetStatus {
  observedGeneration?: number;
  disruptedPods?: Record<string, string>;
  disruptionsAllowed: number;
  currentHealthy: number;
  desiredHealthy: number;
  expectedPods: number;
  conditions?: MetaV1Condition[];
}

export type PolicyV1beta1AllowedCSIDriver = ExtensionsV1beta1AllowedCSIDriver;

export type PolicyV1beta1AllowedFlexVolume = ExtensionsV1beta1AllowedFlexVolume;

export type PolicyV1beta1AllowedHostPath = ExtensionsV1beta1AllowedHostPath;

export type PolicyV1beta1Eviction = PolicyV1Eviction;

export type PolicyV1beta1FSGroupStrategyOptions = ExtensionsV1beta1FSGroupStrategyOptions;

export type PolicyV1beta1HostPortRange = ExtensionsV1beta1HostPortRange;

export type PolicyV1beta1IDRange = ExtensionsV1beta1IDRange;

export type PolicyV1beta1PodDisruptionBudget = PolicyV1PodDisruptionBudget;

export type PolicyV1beta1PodDisruptionBudgetSpec = PolicyV1PodDisruptionBudgetSpec;

export type PolicyV1beta1PodDisruptionBudgetStatus = PolicyV1PodDisruptionBudgetStatus;

export type PolicyV1beta1PodSecurityPolicy = ExtensionsV1beta1PodSecurityPolicy;

export type PolicyV1beta1PodSecurityPolicySpec = ExtensionsV1beta1PodSecurityPolicySpec;

export type PolicyV1beta1RunAsGroupStrategyOptions = ExtensionsV1beta1RunAsGroupStrategyOptions;

export type PolicyV1beta1RunAsUserStrategyOptions = ExtensionsV1beta1RunAsUserStrategyOptions;

export type PolicyV1beta1RuntimeClassStrategyOptions = ExtensionsV1beta1RuntimeClassStrategyOptions;

export type PolicyV1beta1SELinuxStrategyOptions = ExtensionsV1beta1SELinuxStrategyOptions;

export type PolicyV1beta1SupplementalGroupsStrategyOptions = ExtensionsV1beta1SupplementalGroupsStrategyOptions;

export interface RbacV1AggregationRule {
  clusterRoleSelectors?: MetaV1LabelSelector[];
}

export interface RbacV1ClusterRole {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  rules: RbacV1PolicyRule[] | null;
  aggregationRule?: RbacV1AggregationRule;
}

export interface RbacV1ClusterRoleBinding {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  subjects?: RbacV1Subject[];
  roleRef: RbacV1RoleRef;
}

export interface RbacV1PolicyRule {
  verbs: string[] | null;
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

export interface RbacV1Role {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  rules: RbacV1PolicyRule[] | null;
}

export interface RbacV1RoleBinding {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  subjects?: RbacV1Subject[];
  roleRef: RbacV1RoleRef;
}

export interface RbacV1RoleRef {
  apiGroup: string;
  kind: string;
  name: string;
}

export interface RbacV1Subject {
  kind: string;
  apiGroup?: string;
  name: string;
  namespace?: string;
}

export type RbacV1alpha1AggregationRule = RbacV1AggregationRule;

export type RbacV1alpha1ClusterRole = RbacV1ClusterRole;

export interface RbacV1alpha1ClusterRoleBinding {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  subjects?: RbacV1alpha1Subject[];
  roleRef: RbacV1alpha1RoleRef;
}

export type RbacV1alpha1PolicyRule = RbacV1PolicyRule;

export type RbacV1alpha1Role = RbacV1Role;

export interface RbacV1alpha1RoleBinding {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  subjects?: RbacV1alpha1Subject[];
  roleRef: RbacV1alpha1RoleRef;
}

export type RbacV1alpha1RoleRef = RbacV1RoleRef;

export interface RbacV1alpha1Subject {
  kind: string;
  apiVersion?: string;
  name: string;
  namespace?: string;
}

export type RbacV1beta1AggregationRule = RbacV1AggregationRule;

export type RbacV1beta1ClusterRole = RbacV1ClusterRole;

export type RbacV1beta1ClusterRoleBinding = RbacV1ClusterRoleBinding;

export type RbacV1beta1PolicyRule = RbacV1PolicyRule;

export type RbacV1beta1Role = RbacV1Role;

export type RbacV1beta1RoleBinding = RbacV1RoleBinding;

export type RbacV1beta1RoleRef = RbacV1RoleRef;

export type RbacV1beta1Subject = RbacV1Subject;

export interface ResourceV1AllocatedDeviceStatus {
  driver: string;
  pool: string;
  device: string;
  shareID?: string;
  conditions: MetaV1Condition[] | null;
  data?: unknown;
  networkData?: ResourceV1NetworkDeviceData;
}

export interface ResourceV1AllocationResult {
  devices: ResourceV1DeviceAllocationResult;
  nodeSelector?: CoreV1NodeSelector;
  allocationTimestamp?: string;
}

export interface ResourceV1CELDeviceSelector {
  expression: string;
}

export interface ResourceV1CapacityRequestPolicy {
  default: string | null;
  validValues?: string[];
  validRange?: ResourceV1CapacityRequestPolicyRange;
}

export interface ResourceV1CapacityRequestPolicyRange {
  min?: string;
  max?: string;
  step?: string;
}

export interface ResourceV1CapacityRequirements {
  requests?: Record<string, string>;
}

export interface ResourceV1Counter {
  value: string;
}

export interface ResourceV1CounterSet {
  name: string;
  counters?: Record<string, ResourceV1Counter>;
}

export interface ResourceV1Device {
  name: string;
  attributes?: Record<string, ResourceV1DeviceAttribute>;
  capacity?: Record<string, ResourceV1DeviceCapacity>;
  consumesCounters?: ResourceV1DeviceCounterConsumption[];
  nodeName?: string;
  nodeSelector?: CoreV1NodeSelector;
  allNodes?: boolean;
  taints?: ResourceV1DeviceTaint[];
  bindsToNode?: boolean;
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  allowMultipleAllocations?: boolean;
  nodeAllocatableResourceMappings?: Record<string, ResourceV1NodeAllocatableResourceMapping>;
}

export interface ResourceV1DeviceAllocationConfiguration {
  source: string;
  requests?: string[];
  opaque?: ResourceV1OpaqueDeviceConfiguration;
}

export interface ResourceV1DeviceAllocationResult {
  results?: ResourceV1DeviceRequestAllocationResult[];
  config?: ResourceV1DeviceAllocationConfiguration[];
}

export interface ResourceV1DeviceAttribute {
  int?: number;
  bool?: boolean;
  string?: string;
  version?: string;
  ints?: number[];
  bools?: boolean[];
  strings?: string[];
  versions?: string[];
}

export interface ResourceV1DeviceCapacity {
  value: string;
  requestPolicy?: ResourceV1CapacityRequestPolicy;
}

export interface ResourceV1DeviceClaim {
  requests: ResourceV1DeviceRequest[] | null;
  constraints?: ResourceV1DeviceConstraint[];
  config?: ResourceV1DeviceClaimConfiguration[];
}

export interface ResourceV1DeviceClaimConfiguration {
  requests?: string[];
  opaque?: ResourceV1OpaqueDeviceConfiguration;
}

export interface ResourceV1DeviceClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1DeviceClassSpec;
}

export interface ResourceV1DeviceClassConfiguration {
  opaque?: ResourceV1OpaqueDeviceConfiguration;
}

export interface ResourceV1DeviceClassSpec {
  selectors?: ResourceV1DeviceSelector[];
  config?: ResourceV1DeviceClassConfiguration[];
  extendedResourceName?: string;
}

export interface ResourceV1DeviceConfiguration {
  opaque?: ResourceV1OpaqueDeviceConfiguration;
}

export interface ResourceV1DeviceConstraint {
  requests?: string[];
  matchAttribute?: string;
  distinctAttribute?: string;
}

export interface ResourceV1DeviceCounterConsumption {
  counterSet: string;
  counters?: Record<string, ResourceV1Counter>;
}

export interface ResourceV1DeviceRequest {
  name: string;
  exactly?: ResourceV1ExactDeviceRequest;
  firstAvailable?: ResourceV1DeviceSubRequest[];
}

export interface ResourceV1DeviceRequestAllocationResult {
  request: string;
  driver: string;
  pool: string;
  device: string;
  adminAccess?: boolean | null;
  tolerations?: ResourceV1DeviceToleration[];
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  shareID?: string;
  consumedCapacity?: Record<string, string>;
}

export interface ResourceV1DeviceSelector {
  cel?: ResourceV1CELDeviceSelector;
}

export interface ResourceV1DeviceSubRequest {
  name: string;
  deviceClassName: string;
  selectors?: ResourceV1DeviceSelector[];
  allocationMode?: string;
  count?: number;
  tolerations?: ResourceV1DeviceToleration[];
  capacity?: ResourceV1CapacityRequirements;
}

export interface ResourceV1DeviceTaint {
  key: string;
  value?: string;
  effect: string;
  timeAdded?: string;
}

export interface ResourceV1DeviceToleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

export interface ResourceV1ExactDeviceRequest {
  deviceClassName: string;
  selectors?: ResourceV1DeviceSelector[];
  allocationMode?: string;
  count?: number;
  adminAccess?: boolean;
  tolerations?: ResourceV1DeviceToleration[];
  capacity?: ResourceV1CapacityRequirements;
}

export interface ResourceV1NetworkDeviceData {
  interfaceName?: string;
  ips?: string[];
  hardwareAddress?: string;
}

export interface ResourceV1NodeAllocatableResourceMapping {
  capacityKey?: string;
  allocationMultiplier?: string;
}

export interface ResourceV1OpaqueDeviceConfiguration {
  driver: string;
  parameters: unknown | null;
}

export interface ResourceV1ResourceClaim {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1ResourceClaimSpec;
  status: ResourceV1ResourceClaimStatus;
}

export interface ResourceV1ResourceClaimConsumerReference {
  apiGroup?: string;
  resource: string;
  name: string;
  uid: string;
}

export interface ResourceV1ResourceClaimSpec {
  devices: ResourceV1DeviceClaim;
}

export interface ResourceV1ResourceClaimStatus {
  allocation?: ResourceV1AllocationResult;
  reservedFor?: ResourceV1ResourceClaimConsumerReference[];
  devices?: ResourceV1AllocatedDeviceStatus[];
}

export interface ResourceV1ResourceClaimTemplate {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1ResourceClaimTemplateSpec;
}

export interface ResourceV1ResourceClaimTemplateSpec {
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1ResourceClaimSpec;
}

export interface ResourceV1ResourcePool {
  name: string;
  generation: number;
  resourceSliceCount: number;
}

export interface ResourceV1ResourceSlice {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1ResourceSliceSpec;
}

export interface ResourceV1ResourceSliceSpec {
  driver: string;
  pool: ResourceV1ResourcePool;
  nodeName?: string;
  nodeSelector?: CoreV1NodeSelector;
  allNodes?: boolean;
  devices?: ResourceV1Device[] | null;
  perDeviceNodeSelection?: boolean;
  sharedCounters?: ResourceV1CounterSet[];
}

export interface ResourceV1alpha1AllocationResult {
  resourceHandle?: string;
  availableOnNodes?: CoreV1NodeSelector;
  shareable?: boolean;
}

export interface ResourceV1alpha1PodScheduling {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha1PodSchedulingSpec;
  status: ResourceV1alpha1PodSchedulingStatus;
}

export interface ResourceV1alpha1PodSchedulingSpec {
  selectedNode?: string;
  potentialNodes?: string[];
}

export interface ResourceV1alpha1PodSchedulingStatus {
  resourceClaims?: ResourceV1alpha1ResourceClaimSchedulingStatus[];
}

export interface ResourceV1alpha1ResourceClaim {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha1ResourceClaimSpec;
  status: ResourceV1alpha1ResourceClaimStatus;
}

export type ResourceV1alpha1ResourceClaimConsumerReference = ResourceV1ResourceClaimConsumerReference;

export interface ResourceV1alpha1ResourceClaimParametersReference {
  apiGroup?: string;
  kind: string;
  name: string;
}

export interface ResourceV1alpha1ResourceClaimSchedulingStatus {
  name?: string;
  unsuitableNodes?: string[];
}

export interface ResourceV1alpha1ResourceClaimSpec {
  resourceClassName: string;
  parametersRef?: ResourceV1alpha1ResourceClaimParametersReference;
  allocationMode?: string;
}

export interface ResourceV1alpha1ResourceClaimStatus {
  driverName?: string;
  allocation?: ResourceV1alpha1AllocationResult;
  reservedFor?: ResourceV1alpha1ResourceClaimConsumerReference[];
  deallocationRequested?: boolean;
}

export interface ResourceV1alpha1ResourceClaimTemplate {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha1ResourceClaimTemplateSpec;
}

export interface ResourceV1alpha1ResourceClaimTemplateSpec {
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha1ResourceClaimSpec;
}

export interface ResourceV1alpha1ResourceClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  driverName: string;
  parametersRef?: ResourceV1alpha1ResourceClassParametersReference;
  suitableNodes?: CoreV1NodeSelector;
}

export interface ResourceV1alpha1ResourceClassParametersReference {
  apiGroup?: string;
  kind: string;
  name: string;
  namespace?: string;
}

export interface ResourceV1alpha2AllocationResult {
  resourceHandles?: ResourceV1alpha2ResourceHandle[];
  availableOnNodes?: CoreV1NodeSelector;
  shareable?: boolean;
}

export interface ResourceV1alpha2AllocationResultModel {
  namedResources?: ResourceV1alpha2NamedResourcesAllocationResult;
}

export interface ResourceV1alpha2DriverAllocationResult {
  vendorRequestParameters?: unknown;
  namedResources?: ResourceV1alpha2NamedResourcesAllocationResult;
}

export interface ResourceV1alpha2DriverRequests {
  driverName?: string;
  vendorParameters?: unknown;
  requests?: ResourceV1alpha2ResourceRequest[];
}

export interface ResourceV1alpha2NamedResourcesAllocationResult {
  name: string;
}

export interface ResourceV1alpha2NamedResourcesAttribute {
  name: string;
  quantity?: string;
  bool?: boolean;
  int?: number;
  intSlice?: ResourceV1alpha2NamedResourcesIntSlice;
  string?: string;
  stringSlice?: ResourceV1alpha2NamedResourcesStringSlice;
  version?: string;
}

export interface ResourceV1alpha2NamedResourcesAttributeValue {
  quantity?: string;
  bool?: boolean;
  int?: number;
  intSlice?: ResourceV1alpha2NamedResourcesIntSlice;
  string?: string;
  stringSlice?: ResourceV1alpha2NamedResourcesStringSlice;
  version?: string;
}

export interface ResourceV1alpha2NamedResourcesFilter {
  selector: string;
}

export interface ResourceV1alpha2NamedResourcesInstance {
  name: string;
  attributes?: ResourceV1alpha2NamedResourcesAttribute[];
}

export interface ResourceV1alpha2NamedResourcesIntSlice {
  ints: number[] | null;
}

export interface ResourceV1alpha2NamedResourcesRequest {
  selector: string;
}

export interface ResourceV1alpha2NamedResourcesResources {
  instances: ResourceV1alpha2NamedResourcesInstance[] | null;
}

export interface ResourceV1alpha2NamedResourcesStringSlice {
  strings: string[] | null;
}

export interface ResourceV1alpha2PodSchedulingContext {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha2PodSchedulingContextSpec;
  status: ResourceV1alpha2PodSchedulingContextStatus;
}

export interface ResourceV1alpha2PodSchedulingContextSpec {
  selectedNode?: string;
  potentialNodes?: string[];
}

export interface ResourceV1alpha2PodSchedulingContextStatus {
  resourceClaims?: ResourceV1alpha2ResourceClaimSchedulingStatus[];
}

export interface ResourceV1alpha2ResourceClaim {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha2ResourceClaimSpec;
  status: ResourceV1alpha2ResourceClaimStatus;
}

export type ResourceV1alpha2ResourceClaimConsumerReference = ResourceV1ResourceClaimConsumerReference;

export interface ResourceV1alpha2ResourceClaimParameters {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  generatedFrom?: ResourceV1alpha2ResourceClaimParametersReference;
  shareable?: boolean;
  driverRequests?: ResourceV1alpha2DriverRequests[];
}

export type ResourceV1alpha2ResourceClaimParametersReference = ResourceV1alpha1ResourceClaimParametersReference;

export type ResourceV1alpha2ResourceClaimSchedulingStatus = ResourceV1alpha1ResourceClaimSchedulingStatus;

export type ResourceV1alpha2ResourceClaimSpec = ResourceV1alpha1ResourceClaimSpec;

export interface ResourceV1alpha2ResourceClaimStatus {
  driverName?: string;
  allocation?: ResourceV1alpha2AllocationResult;
  reservedFor?: ResourceV1alpha2ResourceClaimConsumerReference[];
  deallocationRequested?: boolean;
}

export interface ResourceV1alpha2ResourceClaimTemplate {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha2ResourceClaimTemplateSpec;
}

export interface ResourceV1alpha2ResourceClaimTemplateSpec {
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha2ResourceClaimSpec;
}

export interface ResourceV1alpha2ResourceClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  driverName: string;
  parametersRef?: ResourceV1alpha2ResourceClassParametersReference;
  suitableNodes?: CoreV1NodeSelector;
  structuredParameters?: boolean;
}

export interface ResourceV1alpha2ResourceClassParameters {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  generatedFrom?: ResourceV1alpha2ResourceClassParametersReference;
  vendorParameters?: ResourceV1alpha2VendorParameters[];
  filters?: ResourceV1alpha2ResourceFilter[];
}

export type ResourceV1alpha2ResourceClassParametersReference = ResourceV1alpha1ResourceClassParametersReference;

export interface ResourceV1alpha2ResourceFilter {
  driverName?: string;
  namedResources?: ResourceV1alpha2NamedResourcesFilter;
}

export interface ResourceV1alpha2ResourceFilterModel {
  namedResources?: ResourceV1alpha2NamedResourcesFilter;
}

export interface ResourceV1alpha2ResourceHandle {
  driverName?: string;
  data?: string;
  structuredData?: ResourceV1alpha2StructuredResourceHandle;
}

export interface ResourceV1alpha2ResourceModel {
  namedResources?: ResourceV1alpha2NamedResourcesResources;
}

export interface ResourceV1alpha2ResourceRequest {
  vendorParameters?: unknown;
  namedResources?: ResourceV1alpha2NamedResourcesRequest;
}

export interface ResourceV1alpha2ResourceRequestModel {
  namedResources?: ResourceV1alpha2NamedResourcesRequest;
}

export interface ResourceV1alpha2ResourceSlice {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  nodeName?: string;
  driverName: string;
  namedResources?: ResourceV1alpha2NamedResourcesResources;
}

export interface ResourceV1alpha2StructuredResourceHandle {
  vendorClassParameters?: unknown;
  vendorClaimParameters?: unknown;
  nodeName?: string;
  results: ResourceV1alpha2DriverAllocationResult[] | null;
}

export interface ResourceV1alpha2VendorParameters {
  driverName?: string;
  parameters?: unknown;
}

export interface ResourceV1alpha3AllocatedDeviceStatus {
  driver: string;
  pool: string;
  device: string;
  conditions: MetaV1Condition[] | null;
  data?: unknown;
  networkData?: ResourceV1alpha3NetworkDeviceData;
}

export interface ResourceV1alpha3AllocationResult {
  devices: ResourceV1alpha3DeviceAllocationResult;
  nodeSelector?: CoreV1NodeSelector;
  controller?: string;
}

export interface ResourceV1alpha3BasicDevice {
  attributes?: Record<string, ResourceV1alpha3DeviceAttribute>;
  capacity?: Record<string, string>;
  consumesCounters?: ResourceV1alpha3DeviceCounterConsumption[];
  nodeName?: string;
  nodeSelector?: CoreV1NodeSelector;
  allNodes?: boolean;
  taints?: ResourceV1alpha3DeviceTaint[];
}

export type ResourceV1alpha3CELDeviceSelector = ResourceV1CELDeviceSelector;

export type ResourceV1alpha3Counter = ResourceV1Counter;

export type ResourceV1alpha3CounterSet = ResourceV1CounterSet;

export interface ResourceV1alpha3Device {
  name: string;
  basic?: ResourceV1alpha3BasicDevice;
}

export type ResourceV1alpha3DeviceAllocationConfiguration = ResourceV1DeviceAllocationConfiguration;

export interface ResourceV1alpha3DeviceAllocationResult {
  results?: ResourceV1alpha3DeviceRequestAllocationResult[];
  config?: ResourceV1alpha3DeviceAllocationConfiguration[];
}

export interface ResourceV1alpha3DeviceAttribute {
  int?: number;
  bool?: boolean;
  string?: string;
  version?: string;
}

export interface ResourceV1alpha3DeviceClaim {
  requests: ResourceV1alpha3DeviceRequest[] | null;
  constraints?: ResourceV1alpha3DeviceConstraint[];
  config?: ResourceV1alpha3DeviceClaimConfiguration[];
}

export type ResourceV1alpha3DeviceClaimConfiguration = ResourceV1DeviceClaimConfiguration;

export interface ResourceV1alpha3DeviceClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha3DeviceClassSpec;
}

export type ResourceV1alpha3DeviceClassConfiguration = ResourceV1DeviceClassConfiguration;

export interface ResourceV1alpha3DeviceClassSpec {
  selectors?: ResourceV1alpha3DeviceSelector[];
  config?: ResourceV1alpha3DeviceClassConfiguration[];
  suitableNodes?: CoreV1NodeSelector;
}

export type ResourceV1alpha3DeviceConfiguration = ResourceV1DeviceConfiguration;

export interface ResourceV1alpha3DeviceConstraint {
  requests?: string[];
  matchAttribute?: string;
}

export type ResourceV1alpha3DeviceCounterConsumption = ResourceV1DeviceCounterConsumption;

export interface ResourceV1alpha3DeviceRequest {
  name: string;
  deviceClassName: string;
  selectors?: ResourceV1alpha3DeviceSelector[];
  allocationMode?: string;
  count?: number;
  adminAccess?: boolean;
  firstAvailable?: ResourceV1alpha3DeviceSubRequest[];
  tolerations?: ResourceV1alpha3DeviceToleration[];
}

export interface ResourceV1alpha3DeviceRequestAllocationResult {
  request: string;
  driver: string;
  pool: string;
  device: string;
  adminAccess?: boolean | null;
  tolerations?: ResourceV1alpha3DeviceToleration[];
}

export type ResourceV1alpha3DeviceSelector = ResourceV1DeviceSelector;

export interface ResourceV1alpha3DeviceSubRequest {
  name: string;
  deviceClassName: string;
  selectors?: ResourceV1alpha3DeviceSelector[];
  allocationMode?: string;
  count?: number;
  tolerations?: ResourceV1alpha3DeviceToleration[];
}

export type ResourceV1alpha3DeviceTaint = ResourceV1DeviceTaint;

export interface ResourceV1alpha3DeviceTaintRule {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha3DeviceTaintRuleSpec;
  status?: ResourceV1alpha3DeviceTaintRuleStatus;
}

export interface ResourceV1alpha3DeviceTaintRuleSpec {
  deviceSelector?: ResourceV1alpha3DeviceTaintSelector;
  taint: ResourceV1alpha3DeviceTaint;
}

export interface ResourceV1alpha3DeviceTaintRuleStatus {
  conditions?: MetaV1Condition[];
}

export interface ResourceV1alpha3DeviceTaintSelector {
  driver?: string;
  pool?: string;
  device?: string;
  deviceClassName?: string;
  selectors?: ResourceV1alpha3DeviceSelector[];
}

export type ResourceV1alpha3DeviceToleration = ResourceV1DeviceToleration;

export type ResourceV1alpha3NetworkDeviceData = ResourceV1NetworkDeviceData;

export type ResourceV1alpha3OpaqueDeviceConfiguration = ResourceV1OpaqueDeviceConfiguration;

export interface ResourceV1alpha3PodSchedulingContext {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha3PodSchedulingContextSpec;
  status: ResourceV1alpha3PodSchedulingContextStatus;
}

export type ResourceV1alpha3PodSchedulingContextSpec = ResourceV1alpha2PodSchedulingContextSpec;

export interface ResourceV1alpha3PodSchedulingContextStatus {
  resourceClaims?: ResourceV1alpha3ResourceClaimSchedulingStatus[];
}

export interface ResourceV1alpha3PoolStatus {
  driver?: string;
  poolName?: string;
  generation: number;
  resourceSliceCount?: number;
  totalDevices?: number;
  allocatedDevices?: number;
  availableDevices?: number;
  unavailableDevices?: number;
  nodeName?: string;
  validationError?: string;
}

export interface ResourceV1alpha3ResourceClaim {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha3ResourceClaimSpec;
  status: ResourceV1alpha3ResourceClaimStatus;
}

export type ResourceV1alpha3ResourceClaimConsumerReference = ResourceV1ResourceClaimConsumerReference;

export interface ResourceV1alpha3ResourceClaimSchedulingStatus {
  name: string;
  unsuitableNodes?: string[];
}

export interface ResourceV1alpha3ResourceClaimSpec {
  devices: ResourceV1alpha3DeviceClaim;
  controller?: string;
}

export interface ResourceV1alpha3ResourceClaimStatus {
  allocation?: ResourceV1alpha3AllocationResult;
  reservedFor?: ResourceV1alpha3ResourceClaimConsumerReference[];
  devices?: ResourceV1alpha3AllocatedDeviceStatus[];
  deallocationRequested?: boolean;
}

export interface ResourceV1alpha3ResourceClaimTemplate {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha3ResourceClaimTemplateSpec;
}

export interface ResourceV1alpha3ResourceClaimTemplateSpec {
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha3ResourceClaimSpec;
}

export type ResourceV1alpha3ResourcePool = ResourceV1ResourcePool;

export interface ResourceV1alpha3ResourcePoolStatusRequest {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha3ResourcePoolStatusRequestSpec;
  status?: ResourceV1alpha3ResourcePoolStatusRequestStatus;
}

export interface ResourceV1alpha3ResourcePoolStatusRequestSpec {
  driver: string;
  poolName?: string;
  limit?: number;
}

export interface ResourceV1alpha3ResourcePoolStatusRequestStatus {
  poolCount?: number;
  pools?: ResourceV1alpha3PoolStatus[];
  conditions?: MetaV1Condition[];
}

export interface ResourceV1alpha3ResourceSlice {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1alpha3ResourceSliceSpec;
}

export interface ResourceV1alpha3ResourceSliceSpec {
  driver: string;
  pool: ResourceV1alpha3ResourcePool;
  nodeName?: string;
  nodeSelector?: CoreV1NodeSelector;
  allNodes?: boolean;
  devices?: ResourceV1alpha3Device[] | null;
  perDeviceNodeSelection?: boolean;
  sharedCounters?: ResourceV1alpha3CounterSet[];
}

export type ResourceV1beta1AllocatedDeviceStatus = ResourceV1AllocatedDeviceStatus;

export type ResourceV1beta1AllocationResult = ResourceV1AllocationResult;

export interface ResourceV1beta1BasicDevice {
  attributes?: Record<string, ResourceV1beta1DeviceAttribute>;
  capacity?: Record<string, ResourceV1beta1DeviceCapacity>;
  consumesCounters?: ResourceV1beta1DeviceCounterConsumption[];
  nodeName?: string;
  nodeSelector?: CoreV1NodeSelector;
  allNodes?: boolean;
  taints?: ResourceV1beta1DeviceTaint[];
  bindsToNode?: boolean;
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  allowMultipleAllocations?: boolean;
  nodeAllocatableResourceMappings?: Record<string, ResourceV1beta1NodeAllocatableResourceMapping>;
}

export type ResourceV1beta1CELDeviceSelector = ResourceV1CELDeviceSelector;

export type ResourceV1beta1CapacityRequestPolicy = ResourceV1CapacityRequestPolicy;

export type ResourceV1beta1CapacityRequestPolicyRange = ResourceV1CapacityRequestPolicyRange;

export type ResourceV1beta1CapacityRequirements = ResourceV1CapacityRequirements;

export type ResourceV1beta1Counter = ResourceV1Counter;

export type ResourceV1beta1CounterSet = ResourceV1CounterSet;

export interface ResourceV1beta1Device {
  name: string;
  basic?: ResourceV1beta1BasicDevice;
}

export type ResourceV1beta1DeviceAllocationConfiguration = ResourceV1DeviceAllocationConfiguration;

export type ResourceV1beta1DeviceAllocationResult = ResourceV1DeviceAllocationResult;

export type ResourceV1beta1DeviceAttribute = ResourceV1DeviceAttribute;

export type ResourceV1beta1DeviceCapacity = ResourceV1DeviceCapacity;

export interface ResourceV1beta1DeviceClaim {
  requests: ResourceV1beta1DeviceRequest[] | null;
  constraints?: ResourceV1beta1DeviceConstraint[];
  config?: ResourceV1beta1DeviceClaimConfiguration[];
}

export type ResourceV1beta1DeviceClaimConfiguration = ResourceV1DeviceClaimConfiguration;

export type ResourceV1beta1DeviceClass = ResourceV1DeviceClass;

export type ResourceV1beta1DeviceClassConfiguration = ResourceV1DeviceClassConfiguration;

export type ResourceV1beta1DeviceClassSpec = ResourceV1DeviceClassSpec;

export type ResourceV1beta1DeviceConfiguration = ResourceV1DeviceConfiguration;

export type ResourceV1beta1DeviceConstraint = ResourceV1DeviceConstraint;

export type ResourceV1beta1DeviceCounterConsumption = ResourceV1DeviceCounterConsumption;

export interface ResourceV1beta1DeviceRequest {
  name: string;
  deviceClassName: string;
  selectors?: ResourceV1beta1DeviceSelector[];
  allocationMode?: string;
  count?: number;
  adminAccess?: boolean;
  firstAvailable?: ResourceV1beta1DeviceSubRequest[];
  tolerations?: ResourceV1beta1DeviceToleration[];
  capacity?: ResourceV1beta1CapacityRequirements;
}

export type ResourceV1beta1DeviceRequestAllocationResult = ResourceV1DeviceRequestAllocationResult;

export type ResourceV1beta1DeviceSelector = ResourceV1DeviceSelector;

export type ResourceV1beta1DeviceSubRequest = ResourceV1DeviceSubRequest;

export type ResourceV1beta1DeviceTaint = ResourceV1DeviceTaint;

export type ResourceV1beta1DeviceToleration = ResourceV1DeviceToleration;

export type ResourceV1beta1NetworkDeviceData = ResourceV1NetworkDeviceData;

export type ResourceV1beta1NodeAllocatableResourceMapping = ResourceV1NodeAllocatableResourceMapping;

export type ResourceV1beta1OpaqueDeviceConfiguration = ResourceV1OpaqueDeviceConfiguration;

export interface ResourceV1beta1ResourceClaim {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1beta1ResourceClaimSpec;
  status: ResourceV1beta1ResourceClaimStatus;
}

export type ResourceV1beta1ResourceClaimConsumerReference = ResourceV1ResourceClaimConsumerReference;

export interface ResourceV1beta1ResourceClaimSpec {
  devices: ResourceV1beta1DeviceClaim;
}

export type ResourceV1beta1ResourceClaimStatus = ResourceV1ResourceClaimStatus;

export interface ResourceV1beta1ResourceClaimTemplate {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1beta1ResourceClaimTemplateSpec;
}

export interface ResourceV1beta1ResourceClaimTemplateSpec {
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1beta1ResourceClaimSpec;
}

export type ResourceV1beta1ResourcePool = ResourceV1ResourcePool;

export interface ResourceV1beta1ResourceSlice {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1beta1ResourceSliceSpec;
}

export interface ResourceV1beta1ResourceSliceSpec {
  driver: string;
  pool: ResourceV1beta1ResourcePool;
  nodeName?: string;
  nodeSelector?: CoreV1NodeSelector;
  allNodes?: boolean;
  devices?: ResourceV1beta1Device[] | null;
  perDeviceNodeSelection?: boolean;
  sharedCounters?: ResourceV1beta1CounterSet[];
}

export type ResourceV1beta2AllocatedDeviceStatus = ResourceV1AllocatedDeviceStatus;

export interface ResourceV1beta2AllocationResult {
  devices: ResourceV1beta2DeviceAllocationResult;
  nodeSelector?: CoreV1NodeSelector;
  allocationTimestamp?: string;
}

export type ResourceV1beta2CELDeviceSelector = ResourceV1CELDeviceSelector;

export type ResourceV1beta2CapacityRequestPolicy = ResourceV1CapacityRequestPolicy;

export type ResourceV1beta2CapacityRequestPolicyRange = ResourceV1CapacityRequestPolicyRange;

export type ResourceV1beta2CapacityRequirements = ResourceV1CapacityRequirements;

export type ResourceV1beta2Counter = ResourceV1Counter;

export type ResourceV1beta2CounterSet = ResourceV1CounterSet;

export type ResourceV1beta2Device = ResourceV1Device;

export type ResourceV1beta2DeviceAllocationConfiguration = ResourceV1DeviceAllocationConfiguration;

export interface ResourceV1beta2DeviceAllocationResult {
  results?: ResourceV1beta2DeviceRequestAllocationResult[];
  config?: ResourceV1beta2DeviceAllocationConfiguration[];
}

export type ResourceV1beta2DeviceAttribute = ResourceV1DeviceAttribute;

export type ResourceV1beta2DeviceCapacity = ResourceV1DeviceCapacity;

export type ResourceV1beta2DeviceClaim = ResourceV1DeviceClaim;

export type ResourceV1beta2DeviceClaimConfiguration = ResourceV1DeviceClaimConfiguration;

export type ResourceV1beta2DeviceClass = ResourceV1DeviceClass;

export type ResourceV1beta2DeviceClassConfiguration = ResourceV1DeviceClassConfiguration;

export type ResourceV1beta2DeviceClassSpec = ResourceV1DeviceClassSpec;

export type ResourceV1beta2DeviceConfiguration = ResourceV1DeviceConfiguration;

export type ResourceV1beta2DeviceConstraint = ResourceV1DeviceConstraint;

export type ResourceV1beta2DeviceCounterConsumption = ResourceV1DeviceCounterConsumption;

export type ResourceV1beta2DeviceRequest = ResourceV1DeviceRequest;

export interface ResourceV1beta2DeviceRequestAllocationResult {
  request: string;
  driver: string;
  pool: string;
  device: string;
  adminAccess?: boolean;
  tolerations?: ResourceV1beta2DeviceToleration[];
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  shareID?: string;
  consumedCapacity?: Record<string, string>;
}

export type ResourceV1beta2DeviceSelector = ResourceV1DeviceSelector;

export type ResourceV1beta2DeviceSubRequest = ResourceV1DeviceSubRequest;

export type ResourceV1beta2DeviceTaint = ResourceV1DeviceTaint;

export interface ResourceV1beta2DeviceTaintRule {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1beta2DeviceTaintRuleSpec;
  status: ResourceV1beta2DeviceTaintRuleStatus;
}

export interface ResourceV1beta2DeviceTaintRuleSpec {
  deviceSelector?: ResourceV1beta2DeviceTaintSelector;
  taint: ResourceV1beta2DeviceTaint;
}

export type ResourceV1beta2DeviceTaintRuleStatus = ResourceV1alpha3DeviceTaintRuleStatus;

export interface ResourceV1beta2DeviceTaintSelector {
  driver?: string;
  pool?: string;
  device?: string;
}

export type ResourceV1beta2DeviceToleration = ResourceV1DeviceToleration;

export type ResourceV1beta2ExactDeviceRequest = ResourceV1ExactDeviceRequest;

export type ResourceV1beta2NetworkDeviceData = ResourceV1NetworkDeviceData;

export type ResourceV1beta2NodeAllocatableResourceMapping = ResourceV1NodeAllocatableResourceMapping;

export type ResourceV1beta2OpaqueDeviceConfiguration = ResourceV1OpaqueDeviceConfiguration;

export interface ResourceV1beta2ResourceClaim {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1beta2ResourceClaimSpec;
  status: ResourceV1beta2ResourceClaimStatus;
}

export type ResourceV1beta2ResourceClaimConsumerReference = ResourceV1ResourceClaimConsumerReference;

export type ResourceV1beta2ResourceClaimSpec = ResourceV1ResourceClaimSpec;

export interface ResourceV1beta2ResourceClaimStatus {
  allocation?: ResourceV1beta2AllocationResult;
  reservedFor?: ResourceV1beta2ResourceClaimConsumerReference[];
  devices?: ResourceV1beta2AllocatedDeviceStatus[];
}

export type ResourceV1beta2ResourceClaimTemplate = ResourceV1ResourceClaimTemplate;

export type ResourceV1beta2ResourceClaimTemplateSpec = ResourceV1ResourceClaimTemplateSpec;

export type ResourceV1beta2ResourcePool = ResourceV1ResourcePool;

export interface ResourceV1beta2ResourceSlice {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: ResourceV1beta2ResourceSliceSpec;
}

export interface ResourceV1beta2ResourceSliceSpec {
  driver: string;
  pool: ResourceV1beta2ResourcePool;
  nodeName?: string;
  nodeSelector?: CoreV1NodeSelector;
  allNodes?: boolean;
  devices?: ResourceV1beta2Device[];
  perDeviceNodeSelection?: boolean;
  sharedCounters?: ResourceV1beta2CounterSet[];
}

export interface SchedulingV1PriorityClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  value: number;
  globalDefault?: boolean;
  description?: string;
  preemptionPolicy?: string;
}

export interface SchedulingV1alpha1BasicSchedulingPolicy {

}

export interface SchedulingV1alpha1GangSchedulingPolicy {
  minCount: number;
}

export interface SchedulingV1alpha1PodGroup {
  name: string;
  policy: SchedulingV1alpha1PodGroupPolicy;
}

export interface SchedulingV1alpha1PodGroupPolicy {
  basic?: SchedulingV1alpha1BasicSchedulingPolicy;
  gang?: SchedulingV1alpha1GangSchedulingPolicy;
}

export type SchedulingV1alpha1PriorityClass = SchedulingV1PriorityClass;

export interface SchedulingV1alpha1TypedLocalObjectReference {
  apiGroup?: string;
  kind: string;
  name: string;
}

export interface SchedulingV1alpha1Workload {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: SchedulingV1alpha1WorkloadSpec;
}

export interface SchedulingV1alpha1WorkloadSpec {
  controllerRef?: SchedulingV1alpha1TypedLocalObjectReference;
  podGroups: SchedulingV1alpha1PodGroup[] | null;
}

export type SchedulingV1alpha2BasicSchedulingPolicy = SchedulingV1alpha1BasicSchedulingPolicy;

export type SchedulingV1alpha2GangSchedulingPolicy = SchedulingV1alpha1GangSchedulingPolicy;

export interface SchedulingV1alpha2PodGroup {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: SchedulingV1alpha2PodGroupSpec;
  status: SchedulingV1alpha2PodGroupStatus;
}

export interface SchedulingV1alpha2PodGroupResourceClaim {
  name: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

export interface SchedulingV1alpha2PodGroupResourceClaimStatus {
  name: string;
  resourceClaimName?: string;
}

export interface SchedulingV1alpha2PodGroupSchedulingConstraints {
  topology?: SchedulingV1alpha2TopologyConstraint[];
}

export interface SchedulingV1alpha2PodGroupSchedulingPolicy {
  basic?: SchedulingV1alpha2BasicSchedulingPolicy;
  gang?: SchedulingV1alpha2GangSchedulingPolicy;
}

export interface SchedulingV1alpha2PodGroupSpec {
  podGroupTemplateRef: SchedulingV1alpha2PodGroupTemplateReference | null;
  schedulingPolicy: SchedulingV1alpha2PodGroupSchedulingPolicy;
  schedulingConstraints?: SchedulingV1alpha2PodGroupSchedulingConstraints;
  resourceClaims?: SchedulingV1alpha2PodGroupResourceClaim[];
  disruptionMode?: string;
  priorityClassName?: string;
  priority?: number;
}

export interface SchedulingV1alpha2PodGroupStatus {
  conditions?: MetaV1Condition[];
  resourceClaimStatuses?: SchedulingV1alpha2PodGroupResourceClaimStatus[];
}

export interface SchedulingV1alpha2PodGroupTemplate {
  name: string;
  schedulingPolicy: SchedulingV1alpha2PodGroupSchedulingPolicy;
  schedulingConstraints: SchedulingV1alpha2PodGroupSchedulingConstraints | null;
  resourceClaims?: SchedulingV1alpha2PodGroupResourceClaim[];
  disruptionMode?: string;
  priorityClassName?: string;
  priority?: number;
}

export interface SchedulingV1alpha2PodGroupTemplateReference {
  workload: SchedulingV1alpha2WorkloadPodGroupTemplateReference | null;
}

export interface SchedulingV1alpha2TopologyConstraint {
  key: string;
}

export type SchedulingV1alpha2TypedLocalObjectReference = SchedulingV1alpha1TypedLocalObjectReference;

export interface SchedulingV1alpha2Workload {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: SchedulingV1alpha2WorkloadSpec;
}

export interface SchedulingV1alpha2WorkloadPodGroupTemplateReference {
  workloadName: string;
  podGroupTemplateName: string;
}

export interface SchedulingV1alpha2WorkloadSpec {
  controllerRef?: SchedulingV1alpha2TypedLocalObjectReference;
  podGroupTemplates: SchedulingV1alpha2PodGroupTemplate[] | null;
}

export type SchedulingV1beta1PriorityClass = SchedulingV1PriorityClass;

export interface StorageV1CSIDriver {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: StorageV1CSIDriverSpec;
}

export interface StorageV1CSIDriverSpec {
  attachRequired?: boolean;
  podInfoOnMount?: boolean;
  volumeLifecycleModes?: string[];
  storageCapacity?: boolean;
  fsGroupPolicy?: string;
  tokenRequests?: StorageV1TokenRequest[];
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  nodeAllocatableUpdatePeriodSeconds?: number;
  serviceAccountTokenInSecrets?: boolean;
  preventPodSchedulingIfMissing?: boolean;
}

export interface StorageV1CSINode {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: StorageV1CSINodeSpec;
}

export interface StorageV1CSINodeDriver {
  name: string;
  nodeID: string;
  topologyKeys: string[] | null;
  allocatable?: StorageV1VolumeNodeResources;
}

export interface StorageV1CSINodeSpec {
  drivers: StorageV1CSINodeDriver[] | null;
}

export interface StorageV1CSIStorageCapacity {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  nodeTopology?: MetaV1LabelSelector;
  storageClassName: string;
  capacity?: string;
  maximumVolumeSize?: string;
}

export interface StorageV1StorageClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  provisioner: string;
  parameters?: Record<string, string>;
  reclaimPolicy?: string;
  mountOptions?: string[];
  allowVolumeExpansion?: boolean;
  volumeBindingMode?: string;
  allowedTopologies?: CoreV1TopologySelectorTerm[];
}

export interface StorageV1TokenRequest {
  audience: string;
  expirationSeconds?: number;
}

export interface StorageV1VolumeAttachment {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: StorageV1VolumeAttachmentSpec;
  status: StorageV1VolumeAttachmentStatus;
}

export interface StorageV1VolumeAttachmentSource {
  persistentVolumeName?: string;
  inlineVolumeSpec?: CoreV1PersistentVolumeSpec;
}

export interface StorageV1VolumeAttachmentSpec {
  attacher: string;
  source: StorageV1VolumeAttachmentSource;
  nodeName: string;
}

export interface StorageV1VolumeAttachmentStatus {
  attached: boolean;
  attachmentMetadata?: Record<string, string>;
  attachError?: StorageV1VolumeError;
  detachError?: StorageV1VolumeError;
}

export interface StorageV1VolumeAttributesClass {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  driverName: string;
  parameters?: Record<string, string>;
}

export interface StorageV1VolumeError {
  time: string | null;
  message?: string;
  errorCode?: number;
}

export interface StorageV1VolumeNodeResources {
  count?: number;
}

export type StorageV1alpha1CSIStorageCapacity = StorageV1CSIStorageCapacity;

export type StorageV1alpha1VolumeAttachment = StorageV1VolumeAttachment;

export type StorageV1alpha1VolumeAttachmentSource = StorageV1VolumeAttachmentSource;

export type StorageV1alpha1VolumeAttachmentSpec = StorageV1VolumeAttachmentSpec;

export type StorageV1alpha1VolumeAttachmentStatus = StorageV1VolumeAttachmentStatus;

export type StorageV1alpha1VolumeAttributesClass = StorageV1VolumeAttributesClass;

export type StorageV1alpha1VolumeError = StorageV1VolumeError;

export type StorageV1beta1CSIDriver = StorageV1CSIDriver;

export type StorageV1beta1CSIDriverSpec = StorageV1CSIDriverSpec;

export type StorageV1beta1CSINode = StorageV1CSINode;

export type StorageV1beta1CSINodeDriver = StorageV1CSINodeDriver;

export type StorageV1beta1CSINodeSpec = StorageV1CSINodeSpec;

export type StorageV1beta1CSIStorageCapacity = StorageV1CSIStorageCapacity;

export type StorageV1beta1StorageClass = StorageV1StorageClass;

export type StorageV1beta1TokenRequest = StorageV1TokenRequest;

export type StorageV1beta1VolumeAttachment = StorageV1VolumeAttachment;

export type StorageV1beta1VolumeAttachmentSource = StorageV1VolumeAttachmentSource;

export type StorageV1beta1VolumeAttachmentSpec = StorageV1VolumeAttachmentSpec;

export type StorageV1beta1VolumeAttachmentStatus = StorageV1VolumeAttachmentStatus;

export type StorageV1beta1VolumeAttributesClass = StorageV1VolumeAttributesClass;

export type StorageV1beta1VolumeError = StorageV1VolumeError;

export type StorageV1beta1VolumeNodeResources = StorageV1VolumeNodeResources;

export interface StoragemigrationV1alpha1GroupVersionResource {
  group?: string;
  version?: string;
  resource?: string;
}

export interface StoragemigrationV1alpha1MigrationCondition {
  type: string;
  status: string;
  lastUpdateTime: string | null;
  reason?: string;
  message?: string;
}

export interface StoragemigrationV1alpha1StorageVersionMigration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: StoragemigrationV1alpha1StorageVersionMigrationSpec;
  status: StoragemigrationV1alpha1StorageVersionMigrationStatus;
}

export interface StoragemigrationV1alpha1StorageVersionMigrationSpec {
  resource: StoragemigrationV1alpha1GroupVersionResource;
  continueToken?: string;
}

export interface StoragemigrationV1alpha1StorageVersionMigrationStatus {
  conditions?: StoragemigrationV1alpha1MigrationCondition[];
  resourceVersion?: string;
}

export interface StoragemigrationV1beta1StorageVersionMigration {
  apiVersion: string;
  kind: string;
  metadata: MetaV1ObjectMeta;
  spec: StoragemigrationV1beta1StorageVersionMigrationSpec;
  status: StoragemigrationV1beta1StorageVersionMigrationStatus;
}

export interface StoragemigrationV1beta1StorageVersionMigrationSpec {
  resource: MetaV1GroupResource;
}

export interface StoragemigrationV1beta1StorageVersionMigrationStatus {
  conditions?: MetaV1Condition[];
  resourceVersion?: string;
}
