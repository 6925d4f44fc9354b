import { afterAll, beforeAll, describe, it } from 'vitest';
import { done, type Expected, expectAnswer, type Sentence, serverWith } from '../../support/admission.ts';
import type { Answer } from '../../support/api-client.ts';
import type { TestServer } from '../../support/server.ts';
import { base64, requestPem } from '../../support/unit/certificate-requests.ts';

let server: TestServer;
const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const client = 'kubernetes.io/kube-apiserver-client';

async function ask(name: string, signerName: string, request: string): Promise<Answer> {
  const spec = { signerName, request: base64(request), usages: ['client auth'] };
  return server.client.post(requests, { metadata: { name }, spec });
}

/** Whoever may update all requests, and do this with those of some signers. */
async function role(user: string, verb: string, signer: string): Promise<void> {
  const rules = [
    {
      apiGroups: ['certificates.k8s.io'],
      resources: [
        'certificatesigningrequests',
        'certificatesigningrequests/approval',
        'certificatesigningrequests/status',
      ],
      verbs: ['get', 'update'],
    },
    { apiGroups: ['certificates.k8s.io'], resources: ['signers'], resourceNames: [signer], verbs: [verb] },
  ];
  const apiGroup = 'rbac.authorization.k8s.io';
  await done(server.client.post(`${rbac}/clusterroles`, { metadata: { name: user }, rules }));
  const binding = {
    metadata: { name: user },
    roleRef: { apiGroup, kind: 'ClusterRole', name: user },
    subjects: [{ apiGroup, kind: 'User', name: user }],
  };
  await done(server.client.post(`${rbac}/clusterrolebindings`, binding));
}

const condition = (type: string) => ({
  conditions: [{ type, status: 'True', reason: 'r', message: 'm' }],
});
/** An update of a subresource of a request by somebody. */
const write = (user: string, name: string, subresource: string, status: object) => async () => {
  const { body } = await server.client.get(`${requests}/${name}`);
  const path = `${requests}/${name}/${subresource}`;
  return server.connect({ token: `${user}-token` }).put(path, { ...body, status });
};
const refused = (name: string, verb: string, signer: string): Expected => ({
  status: 403,
  message:
    `certificatesigningrequests.certificates.k8s.io "${name}" is forbidden: ` +
    `user not permitted to ${verb} requests with signerName "${signer}"`,
});

beforeAll(async () => {
  server = await serverWith({
    mode: 'RBAC',
    users: ['one-token,one,2', 'domain-token,domain,3', 'signer-token,signer,4', 'wrong-token,wrong,5'],
  });
  await role('one', 'approve', 'example.com/a');
  await role('domain', 'approve', 'example.com/*');
  await role('signer', 'sign', 'example.com/a');
  await role('wrong', 'approve', 'example.org/*');
  const request = await requestPem();
  for (const name of ['a', 'a2', 'b', 'c']) {
    const signer = name.startsWith('a') ? 'example.com/a' : `example.com/${name}`;
    await done(ask(name, signer, request));
  }
});
afterAll(() => server?.remove());

const ofApproval: Sentence[] = [
  [
    'who may approve for a signer does',
    write('one', 'a', 'approval', condition('Approved')),
    { status: 200, shows: { status: condition('Approved') } },
  ],
  [
    'but not for another',
    write('one', 'b', 'approval', condition('Approved')),
    refused('b', 'approve', 'example.com/b'),
  ],
  ['a whole domain can be allowed', write('domain', 'b', 'approval', condition('Approved')), { status: 200 }],
  [
    'which is not another domain',
    write('wrong', 'c', 'approval', condition('Approved')),
    refused('c', 'approve', 'example.com/c'),
  ],
  [
    'signing is not approving',
    write('signer', 'a2', 'approval', condition('Approved')),
    refused('a2', 'approve', 'example.com/a'),
  ],
  [
    'it is the signer of the stored request that counts',
    async () => {
      const { body } = await server.client.get(`${requests}/c`);
      const lie = {
        ...body,
        spec: { ...body.spec, signerName: 'example.org/c' },
        status: condition('Approved'),
      };
      return server.connect({ token: 'wrong-token' }).put(`${requests}/c/approval`, lie);
    },
    refused('c', 'approve', 'example.com/c'),
  ],
];

const ofSigning: Sentence[] = [
  [
    'who may sign for a signer says that it has failed',
    write('signer', 'a', 'status', {
      conditions: [...condition('Approved').conditions, ...condition('Failed').conditions],
    }),
    { status: 200 },
  ],
  [
    'but not for another',
    write('signer', 'b', 'status', {
      conditions: [...condition('Approved').conditions, ...condition('Failed').conditions],
    }),
    refused('b', 'sign', 'example.com/b'),
  ],
  [
    'approving is not signing',
    write('domain', 'a2', 'status', condition('Failed')),
    refused('a2', 'sign', 'example.com/a'),
  ],
  [
    'an update that changes neither certificate nor conditions needs no such right',
    async () => {
      const { body } = await server.client.get(`${requests}/a2`);
      return server.connect({ token: 'domain-token' }).put(`${requests}/a2/status`, body);
    },
    { status: 200 },
  ],
];

const group = `use of ${client} signer with system:masters group is not allowed`;
const ofSubjects: Sentence[] = [
  [
    'nobody asks for a certificate of the group that may do everything',
    async () => ask('m', client, await requestPem({ organizations: ['developers', 'system:masters'] })),
    {
      status: 403,
      message: `certificatesigningrequests.certificates.k8s.io "m" is forbidden: ${group}`,
    },
  ],
  [
    'also not behind a text',
    async () => ask('m', client, `who knows\n${await requestPem({ organizations: ['system:masters'] })}`),
    { status: 403, message: new RegExp(group) },
  ],
  [
    'other groups are for the approver to judge',
    async () => ask('d', client, await requestPem({ organizations: ['developers'] })),
    { status: 201 },
  ],
  [
    'so is that group for signers whose certificates mean nothing to this server',
    async () => ask('e', 'example.com/e', await requestPem({ organizations: ['system:masters'] })),
    { status: 201 },
  ],
  [
    'what is no request at all is told as such',
    () => ask('f', client, 'nothing'),
    { status: 422, message: /spec\.request: Invalid value/ },
  ],
];

describe.each([
  ['CertificateApproval', ofApproval],
  ['CertificateSigning', ofSigning],
  ['CertificateSubjectRestriction', ofSubjects],
])('%s, on by default', (_plugin, rows) => {
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
});
