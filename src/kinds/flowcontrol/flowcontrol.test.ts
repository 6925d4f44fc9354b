import { describe, expect, test } from 'vitest';
import { created, later } from '../../../test/support/unit/kinds.ts';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { dns1123Label } from '../../api/validation/names.ts';
import { mandatoryFlowSchemas, mandatoryPriorityLevels } from '../shared/mandatory-flow-control.ts';
import { flowSchema } from './flow-schema/index.ts';
import { flowcontrolKinds } from './index.ts';
import { priorityLevelConfiguration } from './priority-level-configuration/index.ts';

const metadata = { name: 'a', creationTimestamp: created };

describe.each(flowcontrolKinds(dependencies).map((rules) => [rules.kind, rules] as const))(
  '%s',
  (_, rules) => {
    test('converts between versions without loss', () => new Versions(rules).expectRoundTrips());

    test('writes spec and status separately, and validates conditions of the status', () => {
      const old = { metadata, spec: { a: 1 }, status: { conditions: [{ type: 'x' }] } } as any;
      const object = { metadata: { name: 'a', labels: { a: 'b' } }, spec: { a: 2 }, status: {} } as any;
      rules.status?.prepareForUpdate?.(object, old);
      expect(object).toEqual({ metadata: { name: 'a' }, spec: { a: 1 }, status: {} });
      rules.prepareForUpdate?.(object, old);
      expect(object.status).toBe(old.status);
      rules.prepareForCreate?.(object);
      expect(object.status).toEqual({});
      const twice = { status: { conditions: [{ type: 'x' }, { type: 'x' }, {}] } };
      expect(rules.status?.validateUpdate?.(twice, old)).toMatchObject([
        { reason: 'FieldValueDuplicate', field: 'status.conditions[1].type' },
        { reason: 'FieldValueRequired', field: 'status.conditions[2].type' },
      ]);
    });
  },
);

describe('a FlowSchema', () => {
  const rules = flowSchema(dependencies);
  const versions = new Versions(rules);
  const base = { priorityLevelConfiguration: { name: 'level' } };
  const user = { kind: 'User', user: { name: 'ann' } };
  const resourceRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] };
  const urlRule = { verbs: ['get'], nonResourceURLs: ['/healthz', '/a/*'] };
  const ofRule = (change: object) => ({
    rules: [{ subjects: [user], resourceRules: [resourceRule], ...change }],
  });
  const ofResources = (change: object) => ofRule({ resourceRules: [{ ...resourceRule, ...change }] });
  const ofUrl = (url: string) => ofRule({ nonResourceRules: [{ verbs: ['get'], nonResourceURLs: [url] }] });
  const ofSubject = (subject: object) => ofRule({ subjects: [subject] });
  const [labelText] = dns1123Label('A');
  const alone = (others: string) => `if '*' is present, must not specify other ${others}`;

  test.each<[string, object, string[]]>([
    ['without rules', {}, []],
    ['with rules', ofRule({ nonResourceRules: [urlRule] }), []],
    [
      'without a priority level',
      { priorityLevelConfiguration: {} },
      ['priorityLevelConfiguration.name: Required value: must reference a priority level'],
    ],
    [
      'with a negative precedence',
      { matchingPrecedence: -1 },
      ['matchingPrecedence: Invalid value: -1: must be a positive value'],
    ],
    [
      'with a precedence over 10000',
      { matchingPrecedence: 10001 },
      ['matchingPrecedence: Invalid value: 10001: must not be greater than 10000'],
    ],
    [
      'with precedence 1',
      { matchingPrecedence: 1 },
      ["matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1"],
    ],
    [
      'with an unknown distinguisher',
      { distinguisherMethod: { type: 'ByMood' } },
      [
        'distinguisherMethod.type: Unsupported value: flowcontrol.FlowDistinguisherMethod{Type:"ByMood"}: supported values: "ByNamespace", "ByUser"',
      ],
    ],
    [
      'with an empty rule',
      { rules: [{}] },
      [
        'rules[0].subjects: Required value: subjects must contain at least one value',
        'rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
      ],
    ],
    [
      'with an unknown kind of subject',
      ofSubject({ kind: 'Robot' }),
      [
        'rules[0].subjects[0].kind: Unsupported value: "Robot": supported values: "Group", "ServiceAccount", "User"',
      ],
    ],
    [
      'with the field of another kind of subject',
      ofSubject({ kind: 'User', group: { name: 'g' } }),
      [
        "rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
        "rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
      ],
    ],
    [
      'with a group without a name',
      ofSubject({ kind: 'Group', group: {} }),
      ['rules[0].subjects[0].group.name: Required value'],
    ],
    [
      'with a service account without a namespace',
      ofSubject({ kind: 'ServiceAccount', serviceAccount: { name: '*' } }),
      [
        'rules[0].subjects[0].serviceAccount.namespace: Required value: must specify namespace for service account',
      ],
    ],
    [
      'with an empty resource rule',
      ofResources({ verbs: [], apiGroups: [], resources: [], namespaces: [] }),
      [
        'rules[0].resourceRules[0].verbs: Required value: verbs must contain at least one value',
        'rules[0].resourceRules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'rules[0].resourceRules[0].resources: Required value: resource rules must supply at least one resource',
        'rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace',
      ],
    ],
    ['with clusterScope and no namespace', ofResources({ namespaces: [], clusterScope: true }), []],
    [
      'with * beside other values',
      ofResources({
        verbs: ['*', 'get'],
        apiGroups: ['*', 'a'],
        resources: ['*', 'a'],
        namespaces: ['*', 'a'],
      }),
      [
        `rules[0].resourceRules[0].verbs: Invalid value: []string{"*", "get"}: ${alone('verbs')}`,
        `rules[0].resourceRules[0].apiGroups: Invalid value: []string{"*", "a"}: ${alone('api groups')}`,
        `rules[0].resourceRules[0].resources: Invalid value: []string{"*", "a"}: ${alone('resources')}`,
        `rules[0].resourceRules[0].namespaces: Invalid value: []string{"*", "a"}: ${alone('namespaces')}`,
      ],
    ],
    [
      'with an unknown verb',
      ofResources({ verbs: ['ask'] }),
      [
        'rules[0].resourceRules[0].verbs: Unsupported value: []string{"ask"}: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
      ],
    ],
    [
      'with an invalid namespace',
      ofResources({ namespaces: ['A'] }),
      [
        `rules[0].resourceRules[0].namespaces[0]: Invalid value: "A": each member of this list must be '*' or a DNS-1123 label; ${labelText}`,
      ],
    ],
    ...['', 'a', '/a b', '/a//b', '/*/a', '/a*'].map((url, index): [string, object, string[]] => [
      `with the URL "${url}"`,
      ofUrl(url),
      [
        `rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "${url}": ${
          [
            'must not be empty',
            'must start with slash',
            'must not contain white-space',
            'must not contain double slash',
            'wildcard can only do suffix matching',
            'wildcard can only do suffix matching',
          ][index]
        }`,
      ],
    ]),
  ])('is validated on create and update: %s', (_, change, errors) => {
    const at = errors.map((error) => `spec.${error}`);
    expect(versions.create({ metadata, spec: { ...base, ...change } }, 'v1beta2')).toEqual(at);
    expect(
      versions.update({ metadata, spec: { ...base, ...change } }, { metadata, spec: base }, 'v1alpha1'),
    ).toEqual(at);
  });

  test('that is mandatory must keep its spec', () => {
    for (const [name, spec] of Object.entries(mandatoryFlowSchemas)) {
      expect(versions.create({ metadata: { name }, spec }, 'v1beta2')).toEqual([]);
      const [error] = versions.create(
        { metadata: { name }, spec: { ...spec, matchingPrecedence: 5 } },
        'v1beta1',
      );
      expect(error).toMatch(
        new RegExp(`^spec: Invalid value: .*: spec of '${name}' must equal the fixed value$`),
      );
    }
  });

  test('shows priority level, precedence and distinguisher in the table', () => {
    const made = versions.decode({ metadata, spec: base }, versions.version('v1beta2'));
    expect(rules.table?.cells(made as never, later)).toEqual(['a', 'level', 1000, '<none>', '5m10s', '?']);
  });
});

describe('a PriorityLevelConfiguration', () => {
  const rules = priorityLevelConfiguration(dependencies);
  const versions = new Versions(rules);
  const limited = (change: object) => ({
    type: 'Limited',
    limited: { limitResponse: { type: 'Reject' }, ...change },
  });
  const queuing = (change: object) => limited({ limitResponse: { type: 'Queue', queuing: change } });
  const at = 'spec.limited.limitResponse';

  test('has default numbers, which the table shows', () => {
    const made = versions.decode({ metadata, spec: queuing({}) }, versions.version('v1beta1'));
    expect(rules.table?.cells(made as never, later)).toEqual(['a', 'Limited', 30, 64, 8, 50, '5m10s']);
    expect(rules.table?.cells({ metadata, spec: { type: 'Exempt' } } as never, later)).toEqual([
      'a',
      'Exempt',
      '<none>',
      '<none>',
      '<none>',
      '<none>',
      '5m10s',
    ]);
  });

  const iff = "type must be 'Exempt' if and only if name is 'exempt'";

  test.each<[string, object, string[]]>([
    ['Reject', limited({}), []],
    ['Queue', queuing({}), []],
    [
      'the type Exempt under another name',
      { type: 'Exempt' },
      [`spec.type: Invalid value: "Exempt": ${iff}`],
    ],
    [
      'an unknown type',
      { type: 'Free' },
      ['spec.type: Unsupported value: "Free": supported values: "Exempt", "Limited"'],
    ],
    [
      'no limits',
      { type: 'Limited' },
      ['spec.limited: Required value: must not be empty when type is Limited'],
    ],
    [
      'negative shares',
      limited({ assuredConcurrencyShares: -1 }),
      ['spec.limited.assuredConcurrencyShares: Invalid value: -1: must be positive'],
    ],
    [
      'an unknown limit response',
      limited({ limitResponse: { type: 'Shout' } }),
      [`${at}.type: Unsupported value: "Shout": supported values: "Queue", "Reject"`],
    ],
    [
      'Queue without queuing',
      limited({ limitResponse: { type: 'Queue' } }),
      [`${at}.queuing: Required value: must not be empty if limited.limitResponse.type is Limited`],
    ],
    [
      'Reject with queuing',
      limited({ limitResponse: { type: 'Reject', queuing: {} } }),
      [`${at}.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited`],
    ],
    [
      'negative numbers of queuing',
      queuing({ queues: -1, handSize: -1, queueLengthLimit: -1 }),
      ['queueLengthLimit', 'queues', 'handSize'].map(
        (field) => `${at}.queuing.${field}: Invalid value: -1: must be positive`,
      ),
    ],
    [
      'too many queues',
      queuing({ queues: 10_000_001, handSize: 1 }),
      [`${at}.queuing.queues: Invalid value: 10000001: must not be greater than 10000000`],
    ],
    [
      'a hand larger than the number of queues',
      queuing({ queues: 4, handSize: 5 }),
      [`${at}.queuing.handSize: Invalid value: 5: should not be greater than queues (4)`],
    ],
    [
      'a hand that needs too many bits of the hash',
      queuing({ queues: 1024, handSize: 7 }),
      [
        `${at}.queuing.handSize: Invalid value: 7: required entropy bits of deckSize 1024 and handSize 7 should not be greater than 60`,
      ],
    ],
  ])('is validated: %s', (_, spec, errors) => {
    expect(versions.create({ metadata, spec }, 'v1beta2')).toEqual(errors);
  });

  test('that is mandatory must keep its spec', () => {
    for (const [name, spec] of Object.entries(mandatoryPriorityLevels)) {
      expect(versions.create({ metadata: { name }, spec }, 'v1beta2')).toEqual([]);
    }
    expect(versions.create({ metadata: { name: 'exempt' }, spec: limited({}) }, 'v1beta2')).toEqual([
      `spec.type: Invalid value: "Limited": ${iff}`,
      `spec: Invalid value: {"type":"Limited","limited":{"assuredConcurrencyShares":30,"limitResponse":{"type":"Reject"}}}: spec of 'exempt' must equal the fixed value`,
    ]);
  });
});
