import { describe, expect, it } from 'vitest';
import { base64, type RequestOptions, requestPem } from '../../../test/support/unit/certificate-requests.ts';
import { parseRequest } from '../../util/certificate-request.ts';
import { dialects } from '../meta/dialect.ts';
import { signerNames } from './signer-names.ts';
import { clientRule, identityOf, nodeClientRule, nodeServingRule } from './signer-rules.ts';

const node = { commonName: 'system:node:a', organizations: ['system:nodes'] };
const dns = { type: 'dns', value: 'a' } as const;
const ip = { type: 'ip', value: '10.0.0.1' } as const;
const email = { type: 'email', value: 'a@b.c' } as const;
const url = { type: 'url', value: 'https://a' } as const;
const serving = ['digital signature', 'key encipherment', 'server auth'];
const client = ['digital signature', 'key encipherment', 'client auth'];
const servingUsages = 'usages did not match [digital signature key encipherment server auth]';
const clientUsages = 'usages did not match [client auth digital signature key encipherment]';
const organization = 'subject organization is not system:nodes';
const commonName = 'subject common name does not begin with system:node:';

type Row = [RequestOptions, string[], string | undefined];
const identity = async (options: RequestOptions) =>
  identityOf(parseRequest(base64(await requestPem(options))));

describe('the signer of serving certificates of nodes', () => {
  it.each<Row>([
    [{ ...node, names: [dns] }, serving, undefined],
    [{ ...node, names: [ip] }, [...serving].reverse(), undefined],
    [{ ...node, names: [ip, dns] }, [...serving, 'server auth'], undefined],
    [{ ...node, organizations: [], names: [dns] }, serving, organization],
    [{ ...node, organizations: ['system:nodes', 'b'], names: [dns] }, serving, organization],
    [{ ...node, organizations: ['system:nodes', 'system:nodes'], names: [dns] }, serving, organization],
    [node, serving, 'DNS or IP subjectAltName is required'],
    [{ ...node, names: [email, url] }, serving, 'DNS or IP subjectAltName is required'],
    [{ ...node, names: [dns, url, email] }, serving, 'Email subjectAltNames are not allowed'],
    [{ ...node, names: [dns, url] }, serving, 'URI subjectAltNames are not allowed'],
    [{ ...node, commonName: 'ann', names: [dns] }, client, servingUsages],
    [{ ...node, names: [dns] }, serving.slice(1), servingUsages],
    [{ ...node, names: [dns] }, [...serving, 'client auth'], servingUsages],
    [{ ...node, commonName: 'ann', names: [dns] }, serving, commonName],
  ])('%j with %j: %s', async (options, usages, breach) => {
    expect(nodeServingRule(await identity(options), usages)).toBe(breach);
  });
});

describe('the signer of client certificates of nodes', () => {
  it.each<Row>([
    [node, client, undefined],
    [{ ...node, organizations: ['system:masters'] }, client, organization],
    [{ ...node, names: [url, ip, email, dns] }, client, 'DNS subjectAltNames are not allowed'],
    [{ ...node, names: [url, ip, email] }, client, 'Email subjectAltNames are not allowed'],
    [{ ...node, names: [url, ip] }, client, 'IP subjectAltNames are not allowed'],
    [{ ...node, names: [url] }, client, 'URI subjectAltNames are not allowed'],
    [{ ...node, commonName: 'system:nodes:a' }, serving, commonName],
    [node, serving, clientUsages],
    [node, ['client auth'], clientUsages],
  ])('%j with %j: %s', async (options, usages, breach) => {
    expect(nodeClientRule(await identity(options), usages)).toBe(breach);
  });

  it('takes the last of several common names', async () => {
    const O = ['system:nodes'];
    const names = (...all: string[]) => ({ subject: [{ O }, ...all.map((CN) => ({ CN: [CN] }))] });
    expect(nodeClientRule(await identity(names('ann', 'system:node:a')), client)).toBeUndefined();
    expect(nodeClientRule(await identity(names('system:node:a', 'ann')), client)).toBe(commonName);
  });
});

describe('the signer of client certificates', () => {
  it.each<[string[], string | undefined]>([
    [client, undefined],
    [['client auth'], undefined],
    [['client auth', 'server auth'], 'invalid usage for client certificate: server auth'],
    [['digital signature'], 'missing required usage for client certificate: client auth'],
    [[], 'missing required usage for client certificate: client auth'],
  ])('with %j: %s', async (usages, breach) => {
    expect(clientRule(await identity({ names: [dns, url] }), usages)).toBe(breach);
  });
});

it.each([
  [
    'orch',
    ['orch.io/orch-apiserver-client', 'orch.io/orch-apiserver-client-nodeagent', 'orch.io/nodeagent-serving'],
  ],
  [
    'kubernetes',
    [
      'kubernetes.io/kube-apiserver-client',
      'kubernetes.io/kube-apiserver-client-kubelet',
      'kubernetes.io/kubelet-serving',
    ],
  ],
])('the names of the signers in the dialect %s', (name, expected) => {
  const names = signerNames(dialects.find((dialect) => dialect.name === name)!);
  expect([names.client, names.nodeClient, names.nodeServing]).toEqual(expected);
});
