import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { NodeV1RuntimeClass } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';
import { column, tableOf } from '../../shared/table.ts';
import { alphaRules } from './conversion.ts';
import { runtimeClassValidation } from './validation.ts';

/** A configuration of the container runtime that pods can select. */
export function runtimeClass({ dialect, gates }: KindDependencies): KindRules<NodeV1RuntimeClass> {
  const group = fillPlaceholders(dialect, 'node.{api}');
  return {
    group,
    kind: 'RuntimeClass',
    // Pods take over these quantities after their own have been rounded.
    applyDefaults: ({ overhead }) => roundUpToMilli(overhead?.podFixed),
    validateName: nameIsDnsSubdomain,
    ...runtimeClassValidation(dialect, gates),
    allowsCreateOnUpdate: true,
    requiresResourceVersion: true,
    versions: { [`${group}/v1alpha1`]: alphaRules },
    table: tableOf([
      column('Handler', 'string', 'Configuration of the container runtime.', ({ handler }) => handler),
    ]),
  };
}
