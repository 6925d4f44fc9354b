import { type ConfigFields, type ConfigKind, readServerConfig } from '../../../api/codec/server-config.ts';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { Fields } from '../../../client/fields.ts';
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
} from './authorization-configuration.ts';

const webhookFields: ConfigFields = {
  timeout: 'value',
  authorizedTTL: 'value',
  unauthorizedTTL: 'value',
  subjectAccessReviewVersion: 'value',
  matchConditionSubjectAccessReviewVersion: 'value',
  failurePolicy: 'value',
  connectionInfo: { type: 'value', kubeConfigFile: 'value' },
  matchConditions: { expression: 'value' },
};
const cacheFields: ConfigFields = { cacheAuthorizedRequests: 'value', cacheUnauthorizedRequests: 'value' };

/** The versions that a release reads, and the fields that they have. */
function kindIn(gates: FeatureGates, group: string): ConfigKind {
  const versions = [
    'v1alpha1',
    ...(gates.isIn('1.30') ? ['v1beta1'] : []),
    ...(gates.isIn('1.32') ? ['v1'] : []),
  ];
  const webhook = gates.isIn('1.34') ? Object.assign({}, webhookFields, cacheFields) : webhookFields;
  return {
    kind: 'AuthorizationConfiguration',
    apiVersions: versions.map((version) => `${group}/${version}`),
    fields: { authorizers: { type: 'value', name: 'value', webhook } },
  };
}

/** Reads a configuration. `group`: that of configuration files. Throws DecodeError or ShapeError. */
export function parseConfiguration(
  text: string,
  gates: FeatureGates,
  group: string,
): AuthorizationConfiguration {
  if (text === '') return { authorizers: [] };
  const fields = new Fields(readServerConfig(text, kindIn(gates, group)), '');
  return { authorizers: fields.objects('authorizers').map(authorizerOf) };
}

function authorizerOf(fields: Fields): AuthorizerConfiguration {
  const webhook = fields.object('webhook');
  return {
    type: fields.text('type') ?? '',
    name: fields.text('name') ?? '',
    webhook: webhook && webhookOf(webhook),
  };
}

function webhookOf(fields: Fields): WebhookConfiguration {
  const connection = fields.object('connectionInfo');
  return {
    timeout: fields.text('timeout') ?? '',
    authorizedTTL: fields.text('authorizedTTL') || '5m0s',
    unauthorizedTTL: fields.text('unauthorizedTTL') || '30s',
    cachesAuthorized: fields.boolean('cacheAuthorizedRequests') ?? true,
    cachesUnauthorized: fields.boolean('cacheUnauthorizedRequests') ?? true,
    subjectAccessReviewVersion: fields.text('subjectAccessReviewVersion') ?? '',
    matchConditionSubjectAccessReviewVersion: fields.text('matchConditionSubjectAccessReviewVersion') ?? '',
    failurePolicy: fields.text('failurePolicy') ?? '',
    connectionType: connection?.text('type') ?? '',
    kubeConfigFile: connection?.text('kubeConfigFile'),
    matchConditions: fields.objects('matchConditions').map((one) => one.text('expression') ?? ''),
  };
}
