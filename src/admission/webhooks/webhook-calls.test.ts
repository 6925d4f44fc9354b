import { describe, expect, it } from 'vitest';
import type { AdmissionAttributes } from '../plugin.ts';
import { webhooksOf } from './webhook.ts';
import { WebhookCalls } from './webhook-calls.ts';
import type { WebhookClients } from './webhook-clients.ts';

const now = 1_000_000;
const sent: number[] = [];
const clients = {
  of: () => ({
    send: async (body: string, timeout: number) => {
      sent.push(timeout);
      const { uid } = JSON.parse(body).request;
      const review = {
        apiVersion: 'admission.example/v1',
        kind: 'AdmissionReview',
        response: { uid, allowed: true },
      };
      return Buffer.from(JSON.stringify(review));
    },
  }),
} as unknown as WebhookClients;
const calls = new WebhookCalls({
  clients,
  clock: { now: () => now },
  random: { uuid: () => 'an-id', below: () => 0 },
  group: 'admission.example',
  mayPatch: false,
});

const kind = { group: '', version: 'v1', kind: 'Pod' };
const ask = (webhook: object, attributes: object = {}) => {
  const [hook] = webhooksOf({
    metadata: { name: 'c' },
    webhooks: [{ name: 'a.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], ...webhook }],
  });
  const as = { group: '', version: 'v1', resource: 'pods' };
  const given = {
    kind,
    deadline: Number.POSITIVE_INFINITY,
    dryRun: false,
    user: { name: 'u', uid: '', groups: [], extra: {} },
    subresource: '',
    name: '',
    namespace: '',
    ...attributes,
  } as unknown as AdmissionAttributes;
  return calls.ask({ webhook: hook!, place: 0, as }, given, { kind, object: 'null', old: 'null' });
};
const failed = 'failed calling webhook "a.example.com": ';

describe('a webhook', () => {
  it.each<[string, object, object, object]>([
    [
      'must speak a version that is spoken here',
      { admissionReviewVersions: ['v2', 'v9'] },
      {},
      {
        message: `${failed}could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)`,
        code: 400,
      },
    ],
    [
      'must say what it does before a dry run',
      { sideEffects: undefined },
      { dryRun: true },
      { message: `${failed}Webhook SideEffects is nil`, code: 400 },
    ],
    [
      'is not asked when there is no time',
      {},
      { deadline: now },
      { message: `${failed}failed to call webhook: context deadline exceeded`, isOutOfTime: true },
    ],
  ])('%s', async (_, webhook, attributes, error) => {
    sent.length = 0;
    await expect(ask(webhook, attributes)).rejects.toMatchObject({ name: 'WebhookCallError', ...error });
    expect(sent).toEqual([]);
  });

  it.each<[string, number | undefined, number, number]>([
    ['as it says', 5, Number.POSITIVE_INFINITY, 5_000],
    ['as the request has', 5, now + 2_500, 2_500],
    ['up to half a minute when it does not say', undefined, now + 60_000, 30_000],
  ])('has as much time %s', async (_, timeoutSeconds, deadline, expected) => {
    sent.length = 0;
    await ask(timeoutSeconds === undefined ? {} : { timeoutSeconds }, { deadline });
    expect(sent).toEqual([expected]);
  });
});
