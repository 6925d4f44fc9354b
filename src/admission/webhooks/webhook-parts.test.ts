import { expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { configTypes } from './webhook-parts.ts';

test.each([
  ['1.23', ['v1 WebhookAdmissionConfiguration', 'v1alpha1 WebhookAdmission']],
  ['1.32', ['v1 WebhookAdmissionConfiguration', 'v1alpha1 WebhookAdmission']],
  ['1.36', ['v1 WebhookAdmissionConfiguration']],
])('types of the configuration of webhooks in %s', (release, expected) => {
  const types = configTypes({ api: 'example' }, new FeatureGates(release));
  expect(types.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual(
    expected.map((type) => `apiserver.config.example/${type}`),
  );
});
