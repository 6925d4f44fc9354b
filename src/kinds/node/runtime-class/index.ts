import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { NodeV1RuntimeClass } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';
import { column, tableOf } from '../../shared/table.ts';
import { alphaRules } from './conversion.ts';
import { runtimeClassValidation } from './validation.ts';
import { runtimeClassWarnings } from './warnings.ts';

/** A configuration of the container runtime that pods can select. */
export function runtimeClass(api: KindDependencies): KindRules<NodeV1RuntimeClass> {
  const group = fillPlaceholders(api.dialect, 'node.{api}');
  return {
    group,
    kind: 'RuntimeClass',
    takesPlainFinalizers: api.gates.isIn('1.24'),
    // Pods take over these quantities after their own have been rounded.
    applyDefaults: ({ overhead }) => roundUpToMilli(overhead?.podFixed),
    validateName: nameIsDnsSubdomain,
    ...runtimeClassValidation(api),
    allowsCreateOnUpdate: true,
    requiresResourceVersion: true,
    versions: { [`${group}/v1alpha1`]: alphaRules },
    ...runtimeClassWarnings(api.dialect, api.gates),
    table: tableOf([
      column('Handler', 'string', 'Configuration of the container runtime.', ({ handler }) => handler),
    ]),
  };
}
