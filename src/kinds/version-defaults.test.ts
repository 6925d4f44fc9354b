import { expect, it } from 'vitest';
import { definitionsOf } from '../../test/support/unit/definitions.ts';
import { dialects, fillPlaceholders } from '../api/meta/dialect.ts';
import { apiVersionOf } from '../api/schema/schema.ts';

const dialect = dialects[0]!;
const { kinds } = definitionsOf('1.21');

const hook = {
  failurePolicy: 'Ignore',
  matchPolicy: 'Exact',
  sideEffects: 'Unknown',
  timeoutSeconds: 30,
  admissionReviewVersions: ['v1beta1'],
};
const backend = { spec: { rules: [{ host: 'a' }, { http: { paths: [{}, { pathType: 'Exact' }] } }] } };
const filledBackend = {
  spec: {
    rules: [
      { host: 'a' },
      { http: { paths: [{ pathType: 'ImplementationSpecific' }, { pathType: 'Exact' }] } },
    ],
  },
};
const onDelete = { spec: { updateStrategy: { type: 'OnDelete' } } };

it.each<[string, string, object, object]>([
  [
    'admissionregistration.{api}/v1beta1',
    'MutatingWebhookConfiguration',
    { webhooks: [{}] },
    { webhooks: [hook] },
  ],
  [
    'admissionregistration.{api}/v1beta1',
    'ValidatingWebhookConfiguration',
    { webhooks: [{}] },
    { webhooks: [hook] },
  ],
  ['networking.{api}/v1beta1', 'Ingress', backend, filledBackend],
  ['extensions/v1beta1', 'Ingress', backend, filledBackend],
  ['extensions/v1beta1', 'DaemonSet', { spec: { updateStrategy: {} } }, onDelete],
  ['apps/v1beta1', 'StatefulSet', { spec: { updateStrategy: {} } }, onDelete],
  [
    'apps/v1beta1',
    'Deployment',
    { spec: { strategy: {} } },
    { spec: { strategy: {}, revisionHistoryLimit: 2 } },
  ],
  [
    'extensions/v1beta1',
    'Deployment',
    { spec: { revisionHistoryLimit: 0 } },
    { spec: { revisionHistoryLimit: 0, progressDeadlineSeconds: 2_147_483_647 } },
  ],
  [
    'apiextensions.{api}/v1beta1',
    'CustomResourceDefinition',
    { spec: { preserveUnknownFields: false, scope: '' } },
    { spec: { preserveUnknownFields: false, scope: 'Namespaced', conversion: { strategy: 'None' } } },
  ],
  [
    'apiextensions.{api}/v1beta1',
    'CustomResourceDefinition',
    { spec: { scope: 'Cluster', conversion: { strategy: 'Webhook', webhookClientConfig: { service: {} } } } },
    {
      spec: {
        preserveUnknownFields: true,
        scope: 'Cluster',
        conversion: { strategy: 'Webhook', webhookClientConfig: { service: { port: 443 } } },
      },
    },
  ],
  [
    'certificates.{api}/v1beta1',
    'CertificateSigningRequest',
    { status: { conditions: [{ status: '' }, { status: 'False' }] } },
    { status: { conditions: [{ status: 'True' }, { status: 'False' }] } },
  ],
])('%s %s has defaults of its own: %j', (apiVersion, kind, object, expected) => {
  const wanted = fillPlaceholders(dialect, apiVersion);
  const definition = kinds.find((each) => apiVersionOf(each) === wanted && each.kind === kind)!;
  const made = structuredClone(object);
  definition.filledFirst!.fill(made);
  expect(made).toEqual(expected);
});

it('what is stored in the version of the request gets all its defaults at once', () => {
  expect(kinds.filter(({ storage, filledFirst }) => storage && filledFirst !== undefined)).toEqual([]);
});
