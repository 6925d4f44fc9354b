/** The types of flow control, in the notation of `pod-types.ts`. */
export const flowTypes: Readonly<Record<string, string>> = {
  FlowSchemaSpec: [
    'PriorityLevelConfiguration:PriorityLevelConfigurationReference MatchingPrecedence:int',
    'DistinguisherMethod?FlowDistinguisherMethod Rules[]PolicyRulesWithSubjects',
  ].join(' '),
  PriorityLevelConfigurationReference: 'Name',
  FlowDistinguisherMethod: 'Type',
  PolicyRulesWithSubjects:
    'Subjects[]FlowSubject ResourceRules[]ResourcePolicyRule NonResourceRules[]NonResourcePolicyRule',
  FlowSubject: 'Kind User?UserSubject Group?GroupSubject ServiceAccount?ServiceAccountSubject',
  UserSubject: 'Name',
  GroupSubject: 'Name',
  ServiceAccountSubject: 'Namespace Name',
  ResourcePolicyRule: 'Verbs[] APIGroups[] Resources[] ClusterScope:bool Namespaces[]',
  NonResourcePolicyRule: 'Verbs[] NonResourceURLs[]',
  PriorityLevelConfigurationSpec:
    'Type Limited?LimitedPriorityLevelConfiguration Exempt?ExemptPriorityLevelConfiguration',
  LimitedPriorityLevelConfiguration:
    'NominalConcurrencyShares:int LimitResponse:LimitResponse LendablePercent? BorrowingLimitPercent?',
  LimitResponse: 'Type Queuing?QueuingConfiguration',
  QueuingConfiguration: 'Queues:int HandSize:int QueueLengthLimit:int',
  ExemptPriorityLevelConfiguration: 'NominalConcurrencyShares? LendablePercent?',
};
