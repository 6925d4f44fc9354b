import { describe, expect, it } from 'vitest';
import {
  certificateBench,
  condition,
  nodeRequest,
} from '../../../test/support/unit/certificate-controllers.ts';
import { base64, requestPem } from '../../../test/support/unit/certificate-requests.ts';
import { type FakeCall, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { until } from '../../../test/support/until.ts';
import * as x509 from '../../util/x509-library.ts';
import { Approver } from './approver.ts';
import { certificateApprovingController } from './index.ts';

const signerName = 'kubernetes.io/kube-apiserver-client';
const malformed = new x509.Extension('2.5.29.17', false, Buffer.from([0x82, 1, 97]));
const unreadable = base64(await requestPem({ extensions: [malformed] }));
const other = base64(await requestPem({ commonName: 'ann' }));

/** A server that allows to create these subresources. */
const allowing =
  (...subresources: string[]) =>
  ({ path, body }: FakeCall) => {
    if (!path.endsWith('subjectaccessreviews')) return body;
    const allowed = subresources.includes(body.spec.resourceAttributes.subresource);
    return { ...body, status: { allowed } };
  };
const subresources = (calls: readonly FakeCall[]): string[] =>
  calls.map(({ path, body }) => body.spec.resourceAttributes?.subresource ?? path.split('/').at(-1));

describe('a request of a node for its client certificate', () => {
  it.each<[string, object, string[], string[], string | undefined]>([
    ['its own', {}, ['selfnodeclient', 'nodeclient'], ['selfnodeclient', 'approval'], 'self kubelet'],
    ['its own, as any', {}, ['nodeclient'], ['selfnodeclient', 'nodeclient', 'approval'], 'kubelet'],
    [
      'of another user',
      { username: 'b' },
      ['selfnodeclient', 'nodeclient'],
      ['nodeclient', 'approval'],
      'kubelet',
    ],
  ])('is approved after an access review: %s', async (_, spec, granted, asked, whose) => {
    const { parts, calls } = certificateBench(allowing(...granted));
    await new Approver(parts).decide(nodeRequest(spec));
    expect(subresources(calls)).toEqual(asked);
    expect(calls.at(-1)).toMatchObject({
      method: 'PUT',
      path: '/apis/certificates.k8s.io/v1/certificatesigningrequests/a/approval',
      body: {
        apiVersion: 'certificates.k8s.io/v1',
        metadata: { uid: 'u', resourceVersion: '7' },
        status: {
          conditions: [
            {
              type: 'Approved',
              status: 'True',
              reason: 'AutoApproved',
              message: `Auto approving ${whose} client certificate after SubjectAccessReview.`,
            },
          ],
        },
      },
    });
  });

  it('is reviewed as who asked for it', async () => {
    const { parts, calls } = certificateBench(allowing('selfnodeclient'));
    await new Approver(parts).decide(nodeRequest());
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
      body: {
        spec: {
          user: 'system:node:a',
          uid: '1',
          groups: ['system:nodes'],
          extra: { k: ['v'] },
          resourceAttributes: {
            group: 'certificates.k8s.io',
            resource: 'certificatesigningrequests',
            subresource: 'selfnodeclient',
            verb: 'create',
          },
        },
      },
    });
  });

  it.each<[string, object, string]>([
    ['its own', {}, '[selfnodeclient nodeclient]'],
    ['of another user', { username: 'b' }, '[nodeclient]'],
  ])('is asked again later when the review refuses it: %s', async (_, spec, tried) => {
    const { parts, calls } = certificateBench(allowing());
    await expect(new Approver(parts).decide(nodeRequest(spec))).rejects.toThrow(
      `recognized csr "a" as ${tried} but subject access review was not approved`,
    );
    expect(calls.every(({ method }) => method === 'POST')).toBe(true);
  });

  it('is approved when the right is granted afterwards', async () => {
    const granted: string[] = [];
    const { parts, calls, logged, requests } = certificateBench((call) => allowing(...granted)(call));
    const controller = (await certificateApprovingController.create(parts))!;
    requests.put(nodeRequest());
    controller.start();
    await until(() => logged.length > 0);
    granted.push('nodeclient');
    await until(() => calls.at(-1)?.method === 'PUT');
    expect(logged[0]).toMatch(/^info certificate request "a": recognized csr "a"/);
    await controller.close();
    expect(requests.observed).toBe(false);
  });
});

describe('nothing is decided about a request', () => {
  it.each<[string, object, object]>([
    ['that is approved', {}, { conditions: [condition('Approved')] }],
    ['that is denied', {}, { conditions: [condition('Denied', { status: 'False' })] }],
    ['for another signer', { signerName }, {}],
    ['of another identity', { request: other }, {}],
    ['for other usages', { usages: ['client auth'] }, {}],
  ])('%s', async (_, spec, status) => {
    const { parts, calls } = certificateBench(allowing('selfnodeclient', 'nodeclient'));
    await new Approver(parts).decide(nodeRequest(spec, status));
    expect(calls).toEqual([]);
  });

  it('that has a certificate', async () => {
    const { parts, calls, requests } = certificateBench(allowing('selfnodeclient'));
    const controller = (await certificateApprovingController.create(parts))!;
    requests.put(nodeRequest({}, { certificate: 'x' }));
    const open = nodeRequest();
    requests.put({ ...open, metadata: { ...open.metadata, name: 'b' } });
    controller.start();
    await until(() => calls.some(({ method }) => method === 'PUT'));
    await controller.close();
    expect(calls.map(({ path }) => path.split('/').at(-2)).filter((name) => name === 'a')).toEqual([]);
  });
});

it.each([
  [
    'cannot be parsed',
    nodeRequest({ request: 'YQ==' }),
    'unable to parse csr "a": PEM block type must be CERTIFICATE REQUEST',
  ],
  [
    'has alternative names that cannot be read',
    nodeRequest({ request: unreadable }),
    'unable to parse csr "a": x509: subjectAltName is malformed',
  ],
  ['cannot be written', nodeRequest(), 'error updating approval for csr: Forbidden!'],
])('a request that %s comes again', async (_, request, message) => {
  const { parts } = certificateBench((call) =>
    call.method === 'PUT' ? failureStatus(403, 'Forbidden') : allowing('nodeclient')(call),
  );
  await expect(new Approver(parts).decide(request)).rejects.toThrow(message);
});

it.each([
  [409, 'Conflict', 'info'],
  [404, 'NotFound', 'info'],
  [403, 'Forbidden', 'warn'],
])('a write that is answered by %i %s comes again, and is logged as %s', async (code, reason, level) => {
  let writes = 0;
  const { parts, calls, logged, requests } = certificateBench((call) => {
    if (call.method !== 'PUT' || ++writes > 1) return allowing('nodeclient')(call);
    return failureStatus(code, reason);
  });
  const controller = (await certificateApprovingController.create(parts))!;
  requests.put(nodeRequest({ username: 'b' }));
  controller.start();
  await until(() => writes === 2);
  await controller.close();
  expect(logged).toEqual([`${level} certificate request "a": error updating approval for csr: ${reason}!`]);
  expect(calls).toHaveLength(4);
});
