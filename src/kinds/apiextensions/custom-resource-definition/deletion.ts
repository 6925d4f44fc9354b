import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { cleanupFinalizer, setCondition } from '../../../api/structural-schema/custom-resource-definition.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { DeletionRules } from '../../../registry/kind-rules.ts';
import type { Clock } from '../../../util/clock.ts';
import type { Definition } from './types.ts';

/** A definition goes when its instances have gone; until then a finalizer holds it. */
export function definitionDeletion(
  dialect: Dialect,
  clock: Clock,
  gates: FeatureGates,
): DeletionRules<Definition> {
  const finalizer = cleanupFinalizer(dialect);
  const hasOwnWords = gates.isIn('1.24');
  return {
    namesResourceInPreconditions: hasOwnWords,
    // Dependents of definitions are not looked at: instances go with it.
    defaultPropagation: hasOwnWords ? 'none' : 'background',
    holds: ({ metadata }) => !metadata.deletionTimestamp || (metadata.finalizers ?? []).includes(finalizer),
    marked: ({ metadata, status }) => {
      const { finalizers = [] } = metadata;
      if (!finalizers.includes(finalizer)) metadata.finalizers = [...finalizers, finalizer];
      status.conditions = setCondition(
        status.conditions,
        {
          type: 'Terminating',
          status: 'True',
          reason: 'InstanceDeletionPending',
          message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
        },
        timeNow(clock.now()),
      );
    },
  };
}
