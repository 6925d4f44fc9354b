import {
  describeInvalid,
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../support/invalid.ts';

const versions = ['flowcontrol.apiserver.k8s.io/v1beta2', 'flowcontrol.apiserver.k8s.io/v1beta1'];
const r = 'spec.rules[0]';
const l = 'spec.limited';

describeInvalid([
  {
    apiVersions: versions,
    kind: 'FlowSchema',
    create: [
      ['a name in capitals', { 'metadata.name': 'Flow' }, [['metadata.name', invalid]]],
      [
        'no level',
        { 'spec.priorityLevelConfiguration.name': '' },
        [['spec.priorityLevelConfiguration.name', required, 'must reference a priority level']],
      ],
      [
        'a level with a bad name',
        { 'spec.priorityLevelConfiguration.name': 'A' },
        [['spec.priorityLevelConfiguration.name', invalid]],
      ],
      [
        'the first place',
        { 'spec.matchingPrecedence': 1 },
        [
          [
            'spec.matchingPrecedence',
            invalid,
            "only the schema named 'exempt' may have matchingPrecedence 1",
          ],
        ],
      ],
      [
        'a place before the first',
        { 'spec.matchingPrecedence': -1 },
        [['spec.matchingPrecedence', invalid, 'must be a positive value']],
      ],
      [
        'a place behind the last',
        { 'spec.matchingPrecedence': 10001 },
        [['spec.matchingPrecedence', invalid, 'must not be greater than 10000']],
      ],
      [
        'another way to tell flows apart',
        { 'spec.distinguisherMethod.type': 'ByMood' },
        [['spec.distinguisherMethod.type', notSupported]],
      ],
      [
        'nobody',
        { [`${r}.subjects`]: [] },
        [[`${r}.subjects`, required, 'subjects must contain at least one value']],
      ],
      [
        'nothing that they do',
        { [`${r}.resourceRules`]: [] },
        [[r, required, 'at least one of resourceRules and nonResourceRules has to be non-empty']],
      ],
      [
        'another kind of people',
        { [`${r}.subjects[0]`]: { kind: 'Cat' } },
        [[`${r}.subjects[0].kind`, notSupported]],
      ],
      [
        'a user without one',
        { [`${r}.subjects[0]`]: { kind: 'User' } },
        [[`${r}.subjects[0].user`, required, 'user is required when subject kind is']],
      ],
      [
        'a user who is a group too',
        { [`${r}.subjects[0].group`]: { name: 'a' } },
        [[`${r}.subjects[0].group`, forbidden]],
      ],
      ['no verbs', { [`${r}.resourceRules[0].verbs`]: [] }, [[`${r}.resourceRules[0].verbs`, required]]],
      [
        'another verb',
        { [`${r}.resourceRules[0].verbs`]: ['look'] },
        [[`${r}.resourceRules[0].verbs`, notSupported]],
      ],
      [
        'all verbs and one more',
        { [`${r}.resourceRules[0].verbs`]: ['*', 'get'] },
        [[`${r}.resourceRules[0].verbs`, invalid]],
      ],
      [
        'no groups',
        { [`${r}.resourceRules[0].apiGroups`]: [] },
        [[`${r}.resourceRules[0].apiGroups`, required]],
      ],
      [
        'no resources',
        { [`${r}.resourceRules[0].resources`]: [] },
        [[`${r}.resourceRules[0].resources`, required]],
      ],
      [
        'no namespaces',
        { [`${r}.resourceRules[0].namespaces`]: [] },
        [[`${r}.resourceRules[0].namespaces`, required]],
      ],
      [
        'a path without a slash',
        { [`${r}.nonResourceRules`]: [{ verbs: ['get'], nonResourceURLs: ['a'] }] },
        [[`${r}.nonResourceRules[0].nonResourceURLs[0]`, invalid]],
      ],
      [
        'a path with a star inside',
        { [`${r}.nonResourceRules`]: [{ verbs: ['get'], nonResourceURLs: ['/a/*/b'] }] },
        [[`${r}.nonResourceRules[0].nonResourceURLs[0]`, invalid]],
      ],
    ],
    update: [
      [
        'no level',
        { 'spec.priorityLevelConfiguration.name': '' },
        [['spec.priorityLevelConfiguration.name', required]],
      ],
    ],
    status: [
      [
        'a condition twice',
        { 'status.conditions': [{ type: 'A' }, { type: 'A' }] },
        [['status.conditions[1].type', duplicate]],
      ],
    ],
  },
  {
    apiVersions: versions,
    kind: 'PriorityLevelConfiguration',
    create: [
      ['another type', { 'spec.type': 'Lucky' }, [['spec.type', notSupported]]],
      [
        'a freedom that is not its own',
        { 'spec.type': 'Exempt', 'spec.limited': undefined },
        [['spec.type', invalid]],
      ],
      [
        'no limit',
        { 'spec.limited': undefined },
        [['spec.limited', required, 'must not be empty when type is Limited']],
      ],
      [
        'fewer than no shares',
        { [`${l}.assuredConcurrencyShares`]: -1 },
        [[`${l}.assuredConcurrencyShares`, invalid, 'must be positive']],
      ],
      [
        'another answer',
        { [`${l}.limitResponse.type`]: 'Laugh', [`${l}.limitResponse.queuing`]: undefined },
        [[`${l}.limitResponse.type`, notSupported]],
      ],
      [
        'queues where there are none',
        { [`${l}.limitResponse.type`]: 'Reject' },
        [[`${l}.limitResponse.queuing`, forbidden]],
      ],
      [
        'no queues',
        { [`${l}.limitResponse.queuing`]: undefined },
        [[`${l}.limitResponse.queuing`, required]],
      ],
      [
        'too many queues',
        { [`${l}.limitResponse.queuing.queues`]: 10_000_001 },
        [
          [`${l}.limitResponse.queuing.queues`, invalid, 'must not be greater than 10000000'],
          [`${l}.limitResponse.queuing.handSize`, invalid, 'entropy bits'],
        ],
      ],
      [
        'hands larger than the deck',
        { [`${l}.limitResponse.queuing.handSize`]: 17 },
        [[`${l}.limitResponse.queuing.handSize`, invalid]],
      ],
      [
        'queues of no length',
        { [`${l}.limitResponse.queuing.queueLengthLimit`]: -1 },
        [[`${l}.limitResponse.queuing.queueLengthLimit`, invalid]],
      ],
    ],
    update: [
      [
        'fewer than no shares',
        { [`${l}.assuredConcurrencyShares`]: -1 },
        [[`${l}.assuredConcurrencyShares`, invalid]],
      ],
    ],
    status: [
      [
        'a condition without a type',
        { 'status.conditions': [{ type: '' }] },
        [['status.conditions[0].type', required]],
      ],
    ],
  },
]);
