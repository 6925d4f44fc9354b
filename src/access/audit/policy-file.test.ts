import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { auditRules } from './audit-rules.ts';
import { readPolicy } from './policy-file.ts';

const group = 'audit.example';
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'policy-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const newest = auditRules(new FeatureGates('1.36'));
const read = async (text: string, reports: string[] = [], rules = newest) => {
  const path = join(directory, 'policy.yaml');
  writeFileSync(path, text);
  return readPolicy(path, group, (message) => reports.push(message), rules);
};
const policy = (rest: string, version = 'v1') => `apiVersion: ${group}/${version}\nkind: Policy\n${rest}`;
const rule = (text: string) => policy(`rules: [{${text}}]`);

test('a policy is read, in each version of the release and as YAML or JSON', async () => {
  const wanted = {
    rules: [
      {
        level: 'Request',
        users: ['ann'],
        userGroups: [],
        verbs: [],
        resources: [{ group: '', resources: ['pods'], resourceNames: [] }],
        namespaces: [''],
        nonResourceURLs: [],
        omitStages: ['Panic'],
        omitManagedFields: true,
      },
    ],
    omitStages: ['RequestReceived'],
    omitManagedFields: false,
  };
  const rules = [
    {
      level: 'Request',
      users: ['ann'],
      resources: [{ resources: ['pods'] }],
      namespaces: [''],
      omitStages: ['Panic'],
      omitManagedFields: true,
    },
  ];
  const older = auditRules(new FeatureGates('1.23'));
  for (const version of ['v1', 'v1beta1', 'v1alpha1']) {
    const given = {
      apiVersion: `${group}/${version}`,
      kind: 'Policy',
      omitStages: ['RequestReceived'],
      rules,
    };
    expect(await read(JSON.stringify(given), [], older)).toEqual(wanted);
  }
});

test('a field that no policy has is told of, and the rest is good', async () => {
  const reports: string[] = [];
  const { rules } = await read(rule('level: None, verb: [get], resources: [{names: [x]}]'), reports);
  expect(rules).toHaveLength(1);
  expect(reports).toEqual([expect.stringContaining('"rules[0].verb", "rules[0].resources[0].names"')]);
});

test.each<[string, string, string]>([
  ['no YAML', '{', 'failed decoding: '],
  [
    'no object',
    '- a',
    "failed decoding: couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct {",
  ],
  ['no type', '', `unknown group version field ${group}/__internal, Kind=Policy in policy`],
  ['no version', 'kind: Policy', `unknown group version field ${group}/__internal, Kind=Policy in policy`],
  ['no kind and no rules', `apiVersion: ${group}/v1`, 'loaded illegal policy with 0 rules'],
  [
    'another kind',
    `apiVersion: ${group}/v1\nkind: Event`,
    `failed decoding: no kind "Event" is registered for version "${group}/v1" in scheme "`,
  ],
  ...['v2', 'v1beta1'].map((version): [string, string, string] => [
    `version ${version}`,
    policy('rules: [{level: None}]', version),
    `failed decoding: no kind "Policy" is registered for version "${group}/${version}" in scheme "`,
  ]),
  ['no rules', policy('rules: []'), 'loaded illegal policy with 0 rules'],
  [
    'a text for a list',
    rule('level: None, users: ann'),
    'failed decoding: rules[0].users: must be a list of strings',
  ],
  ['no level', rule('verbs: [get]'), 'rules[0].level: Required value'],
  [
    'another level',
    rule('level: All'),
    'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
  ],
  [
    'resources and paths together',
    rule('level: None, namespaces: [a], nonResourceURLs: [/x]'),
    'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
  ],
  [
    'a path without its slash',
    rule('level: None, nonResourceURLs: [x]'),
    `rules[0].nonResourceURLs[0]: Invalid value: "x": non-resource URL rules must begin with a '/' character`,
  ],
  [
    'a star in the middle',
    rule('level: None, nonResourceURLs: [/a*b]'),
    `Invalid value: "/a*b": non-resource URL wildcards '*' must be the final character of the rule`,
  ],
  [
    'a group with its version',
    rule('level: None, resources: [{group: apps/v1}]'),
    'rules[0].resources.group: Invalid value: "apps/v1": a lowercase RFC 1123 subdomain must consist of',
  ],
  [
    'names of no resource',
    rule('level: None, resources: [{resourceNames: [x]}]'),
    'rules[0].resources.resourceNames: Invalid value: ["x"]: using resourceNames requires at least one resource',
  ],
  [
    'another stage',
    policy('omitStages: [Early]\nrules: [{level: None}]'),
    'omitStages[0]: Invalid value: "Early": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic',
  ],
])('a policy with %s is refused, with the file', async (_, text, problem) => {
  const message = await read(text).then(
    () => 'read',
    (error: Error) => error.message,
  );
  expect(message).toContain('loading audit policy file: ');
  expect(message).toContain(problem);
  expect(message).toContain(': from file ');
});

test('a policy that is not there is refused', async () => {
  await expect(readPolicy('/none/there', group, () => {}, newest)).rejects.toThrow(
    'loading audit policy file: failed to read file path "/none/there": open /none/there: no such file or directory',
  );
});

test('* is a group since 1.36', async () => {
  const rule = { level: 'Metadata', resources: [{ group: '*', resources: ['deployments'] }] };
  const path = join(directory, 'any.json');
  writeFileSync(path, JSON.stringify({ apiVersion: `${group}/v1`, kind: 'Policy', rules: [rule] }));
  const before = auditRules(new FeatureGates('1.32'));
  await expect(readPolicy(path, group, () => {}, before)).rejects.toThrow(
    'rules[0].resources.group: Invalid value: "*"',
  );
  expect((await readPolicy(path, group, () => {}, newest)).rules).toHaveLength(1);
});
