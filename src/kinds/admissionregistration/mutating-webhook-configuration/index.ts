import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { Environments } from '../../../api/policies/environments.ts';
import type { AdmissionregistrationV1MutatingWebhookConfiguration } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { staticNameWarnings } from '../../shared/policies/static-names.ts';
import { validateConfiguration } from '../../shared/webhooks/configuration.ts';
import { configurationTable } from '../../shared/webhooks/table.ts';

type Configuration = AdmissionregistrationV1MutatingWebhookConfiguration;

/** Webhooks that may change objects during admission. `apiVersion` is the request's. */
export function mutatingWebhookConfiguration(
  dependencies: KindDependencies,
  environments: () => Environments,
): KindRules<Configuration> {
  const { dialect, gates } = dependencies;
  const context = { environments, gates };
  const group = fillPlaceholders(dialect, 'admissionregistration.{api}');
  return {
    group,
    kind: 'MutatingWebhookConfiguration',
    validateName: nameIsDnsSubdomain,
    takesPlainFinalizers: gates.isIn('1.24'),
    validateInSteps: {
      create: (configuration, apiVersion) =>
        validateConfiguration(configuration, context, undefined, apiVersion),
      update: (configuration, old, apiVersion) =>
        validateConfiguration(configuration, context, old, apiVersion),
    },
    tracksGeneration: true,
    specOf: ({ webhooks }) => webhooks,
    requiresResourceVersion: true,
    table: configurationTable,
    ...staticNameWarnings<Configuration>(dependencies),
  };
}
