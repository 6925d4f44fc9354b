import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/api/meta/metadata.ts';
import { serverWith } from '../../support/admission.ts';
import type { Answer } from '../../support/api-client.ts';
import { manifests } from '../../support/manifests.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { matchConstraints, usualPolicies } from '../../support/usual-policies.ts';

/** Policies as clusters have them, through the API: written, in force, met by pods that pass and pods that are refused. */

const registration = '/apis/admissionregistration.k8s.io/v1';
const policies = `${registration}/validatingadmissionpolicies`;
const bindings = `${registration}/validatingadmissionpolicybindings`;
const name = 'usual';

let server: TestServer;
beforeAll(async () => {
  server = await serverWith({
    dialect: 'kubernetes',
    off: ['ServiceAccount'],
    flags: ['--emulated-version=1.36', '--allow-privileged=true'],
  });
});
afterAll(() => server?.remove());

const asked = (pod: ApiObject): Promise<Answer> =>
  server.client.post('/api/v1/namespaces/default/pods?dryRun=All', pod);

const created = async (path: string, object: object): Promise<Answer> => {
  const answer = await server.client.post(path, object);
  expect(answer.status, answer.text.slice(0, 500)).toBe(201);
  return answer;
};

describe.each(usualPolicies)('$name', ({ spec, passes, refused }) => {
  const { validations } = spec as { validations: readonly { reason?: string }[] };
  const status = validations.some(({ reason }) => reason === 'Forbidden') ? 403 : 422;

  beforeAll(async () => {
    await created(policies, { metadata: { name }, spec: { matchConstraints, ...spec } });
    await created(bindings, { metadata: { name }, spec: { policyName: name, validationActions: ['Deny'] } });
    const [[first]] = refused as [readonly [ApiObject, string]];
    await until(async () => (await asked(first)).status !== 201, 10);
  });
  afterAll(async () => {
    for (const path of [bindings, policies]) await server.client.delete(`${path}/${name}`);
    const [[first]] = refused as [readonly [ApiObject, string]];
    await until(async () => (await asked(first)).status === 201, 10);
  });

  it.each(passes.map((pod, index) => [index + 1, pod] as const))('lets pass: %i', async (_, pod) => {
    const answer = await asked(pod);
    expect(answer.status, answer.text.slice(0, 500)).toBe(201);
  });

  it.each(refused.map(([pod, message], index) => [index + 1, pod, message] as const))(
    'refuses: %i',
    async (_, pod, message) => {
      const { status: code, body } = await asked(pod);
      expect([code, body.message, body.reason]).toEqual([
        status,
        `pods "web" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${message}`,
        status === 403 ? 'Forbidden' : 'Invalid',
      ]);
    },
  );
});

const policyKinds = { ValidatingAdmissionPolicy: policies, ValidatingAdmissionPolicyBinding: bindings };
const others = manifests().filter(({ object }) => object.kind in policyKinds);

describe.skipIf(others.length === 0)(
  'policies of others (skipped where no manifests with some are at hand)',
  () => {
    const written: string[] = [];
    afterEach(async () => {
      for (const path of written.splice(0)) await server.client.delete(path);
    });

    it.each(others.map(({ file, object }) => [object.kind, object.metadata.name, file, object] as const))(
      '%s %s of %s is accepted',
      async (kind, own, _, object) => {
        const path = policyKinds[kind as keyof typeof policyKinds];
        await created(path, { ...object, apiVersion: registration.slice('/apis/'.length) });
        written.push(`${path}/${own}`);
      },
    );
  },
);
