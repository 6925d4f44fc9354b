import { describe, expect, it } from 'vitest';
import {
  base64,
  configure,
  metricLines,
  patching,
  type Sort,
  TestWebhooks,
  unconfigureAll,
  type Verdict,
  webhook,
  withWebhooks,
} from '../../support/admission-webhooks.ts';
import type { TestServer } from '../../support/server.ts';
import type { TestBehaviour } from '../../support/unit/https-server.ts';

let hooks: TestWebhooks;
let server: TestServer;
// The newest release that has configurations of both versions.
withWebhooks({ flags: ['--emulated-version=1.21'] }, (parts) => {
  ({ hooks, server } = parts);
});

const name = 'a.example.com';
const maps = '/api/v1/namespaces/default/configmaps';
let made = 0;
const newName = (): string => `map-${++made}`;
const create = (query = '', object: object = {}) =>
  server.client.post(`${maps}${query}`, { metadata: { name: newName() }, ...object });
const one = (sort: Sort, more: object = {}, options = {}) =>
  configure(server.client, sort, 'one', [webhook(name, hooks.clientConfig('/x'), more)], options);

const review = (response: object, apiVersion = 'admission.k8s.io/v1', kind = 'AdmissionReview') => ({
  raw: { body: { apiVersion, kind, response } },
});
const raw = (behaviour: TestBehaviour): Verdict => ({ raw: behaviour });
const at = (): string => `Post "${hooks.server.url}/x?timeout=1s": `;
const calling = 'failed to call webhook: ';
const received = 'received invalid webhook response: ';

describe('a webhook that cannot be asked', () => {
  const faults: [string, (asked: any) => Verdict, () => string, object?][] = [
    ['hangs', () => raw('hang'), () => `${calling}${at()}context deadline exceeded`],
    ['stops in the middle', () => raw('stall'), () => `${calling}${at()}context deadline exceeded`],
    ['drips', () => raw('drip'), () => `${calling}${at()}context deadline exceeded`],
    ['cuts the connection', () => raw('reset'), () => `${calling}${at()}EOF`],
    [
      'answers 8 MB',
      () => raw({ body: Buffer.alloc(8 * 1_048_576, ' ') }),
      () => `${calling}${at()}the answer has more than 6291456 bytes`,
    ],
    [
      'answers 500',
      () => raw({ status: 500, body: 'no luck' }),
      () => `${calling}an error on the server ("no luck") has prevented the request from succeeding`,
    ],
    [
      'answers 404',
      () => raw({ status: 404, body: 'secret' }),
      () => `${calling}the server could not find the requested resource`,
    ],
    [
      'answers with a Status',
      () => raw({ status: 403, body: { kind: 'Status', message: 'not you' } }),
      () => `${calling}not you`,
    ],
    ['answers no JSON', () => raw({ body: '<html>' }), () => calling],
    [
      'answers a list',
      () => raw({ body: [] }),
      () => `${calling}couldn't get version/kind; json parse error`,
    ],
    ['answers nothing', () => raw({ status: 200, body: '' }), () => calling],
    [
      'answers another version',
      ({ uid }) => review({ uid, allowed: true }, 'admission.k8s.io/v1beta1'),
      () => `${calling}converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion`,
    ],
    [
      'does not say which version',
      ({ uid }) => raw({ body: { response: { uid, allowed: true } } }),
      () => `${received}expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=`,
    ],
    [
      'answers another kind',
      ({ uid }) => review({ uid, allowed: true }, 'v1', 'Pod'),
      () => `${calling}no kind "Pod" is registered for version "v1" in scheme`,
    ],
    [
      'answers another question',
      () => review({ uid: 'other', allowed: true }),
      () => `${received}expected response.uid="`,
    ],
    [
      'has no response',
      () => raw({ body: { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' } }),
      () => `${received}webhook response was absent`,
    ],
    [
      'answers with a wrong type',
      ({ uid }) => review({ uid, allowed: 'yes' }),
      () =>
        `${calling}json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool`,
    ],
    [
      'patches when it only has to look',
      ({ uid }) => review({ uid, allowed: true, ...patching({ op: 'remove', path: '/data' }) }),
      () => `${received}validating webhook may not return response.patch`,
    ],
    [
      'has a type for no patch',
      ({ uid }) => review({ uid, allowed: true, patchType: 'JSONPatch' }),
      () => `${received}validating webhook may not return response.patchType`,
    ],
    [
      'has no certificate that is trusted',
      () => ({}),
      () =>
        `${calling}${at()}x509: certificate signed by unknown authority (the issuer "CN=webhook-ca" is not in the CA bundle)`,
      { caBundle: undefined },
    ],
    [
      'has a CA bundle that is no PEM',
      () => ({}),
      () => 'could not get REST client: unable to load root certificates: unable to parse bytes as PEM block',
      { caBundle: base64('not a certificate') },
    ],
    [
      'has a CA bundle that only looks like PEM',
      () => ({}),
      () => 'could not get REST client: unable to load root certificates',
      { caBundle: base64('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n') },
    ],
    [
      'is not there',
      () => ({}),
      () =>
        `${calling}Post "https://127.0.0.1:1/x?timeout=1s": dial tcp 127.0.0.1:1: connect: connection refused`,
      { url: 'https://127.0.0.1:1/x' },
    ],
    [
      'has a service that is not there',
      () => ({}),
      () => `${calling}Post "https://none.default.svc:443/x?timeout=1s": service "none" not found`,
      { url: undefined, service: { namespace: 'default', name: 'none', path: '/x' } },
    ],
  ];

  it.each(faults)(
    'as it %s: the failure policy says what becomes of requests',
    async (_, verdict, text, change) => {
      hooks.at('/x', verdict);
      const clientConfig = { ...hooks.clientConfig('/x'), ...change };
      await one('validating', { timeoutSeconds: 1, clientConfig });
      const refused = await create();
      expect(refused.status).toBe(500);
      expect(refused.body).toMatchObject({ reason: 'InternalError', code: 500 });
      const message = `Internal error occurred: failed calling webhook "a.example.com": ${text()}`;
      expect(refused.body.message.slice(0, message.length)).toBe(message);
      await one('validating', { timeoutSeconds: 1, clientConfig, failurePolicy: 'Ignore' });
      expect((await create()).status).toBe(201);
    },
  );

  it('is counted, and let pass is counted too', async () => {
    hooks.at('/x', () => raw({ status: 500 }));
    await one('mutating', { name: 'bad.example.com' });
    await create();
    await one('mutating', { name: 'bad.example.com', failurePolicy: 'Ignore' });
    await create();
    expect(await metricLines(server.client, 'apiserver_admission_webhook_rejection_count')).toContain(
      'apiserver_admission_webhook_rejection_count{name="bad.example.com",type="admit",operation="CREATE",error_type="calling_webhook_error",rejection_code="500"} 1',
    );
    expect(await metricLines(server.client, 'apiserver_admission_webhook_fail_open_count')).toEqual(
      expect.arrayContaining([
        'apiserver_admission_webhook_fail_open_count{name="bad.example.com",type="admit"} 1',
      ]),
    );
  });

  it('has no more time than the request', async () => {
    hooks.at('/x', () => raw('hang'));
    await one('validating', { timeoutSeconds: 30 });
    const answer = await create('?timeout=1s');
    expect([500, 504]).toContain(answer.status);
    expect(hooks.server.calls[0]!.path).toBe('/x?timeout=1s');
  });

  it('does not lead elsewhere, and what is there stays unknown (CVE-2020-8561)', async () => {
    const elsewhere = await TestWebhooks.start();
    try {
      for (const status of [301, 302, 307, 308]) {
        const location = `${elsewhere.server.url}/secret`;
        hooks.at('/x', () => raw({ status, headers: { location }, body: 'inner secret' }));
        await one('validating');
        const { status: code, text } = await create();
        expect(code).toBe(500);
        expect(text).toContain('failed calling webhook');
        expect(text).not.toContain('secret');
      }
      expect(elsewhere.server.calls).toEqual([]);
      expect(server.output).not.toContain('secret');
    } finally {
      await elsewhere.close();
    }
  });

  it.each<[string, (asked: any) => Verdict]>([
    ['another question', () => review({ uid: 'other', allowed: true }, 'admission.k8s.io/v1beta1')],
    ['without its version', ({ uid }) => raw({ body: { response: { uid, allowed: true } } })],
    [
      'with a type for no patch',
      ({ uid }) => review({ uid, allowed: true, patchType: 'JSONPatch' }, 'admission.k8s.io/v1beta1'),
    ],
  ])('may answer %s in v1beta1', async (_, verdict) => {
    hooks.at('/x', verdict);
    await one('validating', { admissionReviewVersions: ['v1beta1'] });
    expect((await create()).status).toBe(201);
  });
});

describe('a dry run', () => {
  it.each<[string, string, number]>([
    ['None', 'v1', 201],
    ['NoneOnDryRun', 'v1', 201],
    ['Some', 'v1beta1', 400],
    ['Unknown', 'v1beta1', 400],
  ])('with side effects %s', async (sideEffects, version, status) => {
    for (const sort of ['mutating', 'validating'] as const) {
      hooks.forget();
      await one(sort, { sideEffects, failurePolicy: 'Ignore' }, { version });
      const answer = await create('?dryRun=All');
      expect(answer.status).toBe(status);
      if (status === 201) {
        expect(hooks.asked('/x')).toMatchObject([{ dryRun: true, options: { dryRun: ['All'] } }]);
      } else {
        expect(answer.body.message).toBe('admission webhook "a.example.com" does not support dry run');
        expect(answer.body.reason).toBe('BadRequest');
        expect(hooks.asked('/x')).toEqual([]);
        expect((await create()).status).toBe(201);
      }
      await unconfigureAll(server.client);
    }
  });
});
