import type { Attributes } from '../../../src/access/authorization/authorizer.ts';
import { ruleLines } from '../../../src/access/authorization/rbac/rule-text.ts';
import { AnswerError, readAnswer } from '../../../src/admission/webhooks/answer.ts';
import { DecodeError, parseJson } from '../../../src/api/codec/json.ts';
import { isMap } from '../../../src/api/json/json-values.ts';
import type { ApiObject } from '../../../src/api/meta/metadata.ts';
import { StatusError } from '../../../src/api/meta/status.ts';
import { PatchError } from '../../../src/api/patch/patch-error.ts';
import type { RbacV1PolicyRule } from '../../../src/api/schema/types.gen.ts';
import { jsonPatchMethod } from '../../../src/server/patch/patch-methods.ts';
import { frozen } from '../../support/unit/patch-values.ts';
import { PolicyBench, userOf } from '../../support/unit/policy-bench.ts';
import type { Target } from '../engine/target.ts';
import { definitionOf, dialect, shaped, someSamples } from './samples.ts';

const clusterRole = definitionOf(`rbac.authorization.${dialect.api}/v1`, 'ClusterRole')!;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Inputs are `{"rules": […], "verb": …, "path": …, "resource": …}`: a role, and what is asked for. */
export const rbac: Target = {
  name: 'rbac',
  seeds: () => [
    '{"rules":[{"verbs":["get","*"],"apiGroups":["","apps"],"resources":["pods","pods/log","*/scale"],"resourceNames":["a"]}],"verb":"get","group":"apps","resource":"deployments","subresource":"scale","name":"a"}',
    '{"rules":[{"verbs":["get"],"nonResourceURLs":["/healthz","/api/*"]}],"verb":"get","path":"/api/v1"}',
  ],
  dictionary: [
    '*',
    '/*',
    '*/',
    'pods',
    'pods/*',
    '/api/*',
    '/a*b',
    '/***',
    'constructor',
    'get',
    'verbs',
    'resources',
  ],
  refusals: [DecodeError, StatusError],
  maxBytes: 256 * 1024,
  run(input: string) {
    const value = parseJson(input);
    if (!isMap(value)) return;
    const { rules } = shaped({ rules: value['rules'] }, clusterRole) as { rules?: RbacV1PolicyRule[] };
    const bench = new PolicyBench();
    bench.role('', 'a', ...(rules ?? []));
    bench.bind('', 'a', 'ClusterRole/a', { kind: 'User', name: 'jane', apiGroup: '' });
    const path = text(value['path']);
    const attributes: Attributes = {
      user: userOf('jane'),
      verb: text(value['verb']),
      isResourceRequest: path === '',
      path,
      group: text(value['group']),
      version: 'v1',
      resource: text(value['resource']),
      subresource: text(value['subresource']),
      name: text(value['name']),
      namespace: text(value['namespace']),
    };
    bench.policy.decide(attributes);
    bench.policy.rulesOf(userOf('jane'), '');
    ruleLines(rules ?? []);
    bench.policy[Symbol.dispose]();
  },
};

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

const review = (version: string, response: object): string =>
  JSON.stringify({ apiVersion: `admission.${dialect.api}/${version}`, kind: 'AdmissionReview', response });

const pod = frozen(structuredClone(someSamples.find(({ kind }) => kind === 'Pod')!)) as unknown as ApiObject;
const podSchema = definitionOf('v1', 'Pod')!.schema;

/** Answers of webhooks, with their patches. */
export const webhookAnswers: Target = {
  name: 'webhook-answers',
  seeds: () => [
    review('v1', {
      uid: '1',
      allowed: true,
      patchType: 'JSONPatch',
      patch: base64([{ op: 'add', path: '/metadata/labels/x', value: 'y' }]),
      warnings: ['日本', 'b'],
      auditAnnotations: { a: 'b' },
    }),
    review('v1', {
      uid: '1',
      allowed: false,
      status: { code: 403, message: 'no', reason: 'R', details: {} },
    }),
    review('v1beta1', { allowed: true, patch: base64([]) }),
  ],
  dictionary: [
    'response',
    'uid',
    'patch',
    'patchType',
    'JSONPatch',
    'status',
    'code',
    'warnings',
    '1',
    'W10=',
    '=',
    '\r\n',
  ],
  refusals: [DecodeError, AnswerError, PatchError, StatusError],
  maxBytes: 1024 * 1024,
  run(input: string) {
    const common = { group: `admission.${dialect.api}`, uid: '1' };
    let refused: unknown;
    for (const version of ['v1', 'v1beta1']) {
      for (const mayPatch of [true, false]) {
        try {
          const { patch } = readAnswer(Buffer.from(input), { ...common, version, mayPatch });
          if (patch !== '') jsonPatchMethod.parse(patch, false).apply(pod, podSchema);
        } catch (error) {
          if (!webhookAnswers.refusals.some((refusal) => error instanceof refusal)) throw error;
          refused = error;
        }
      }
    }
    if (refused !== undefined) throw refused;
  },
};
