import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { AnyKindRules, KindDependencies } from '../../../registry/kind-rules.ts';
import { tableOf } from '../../shared/table.ts';

/** Parameters of claims and of classes, in the form that the scheduler of 1.30 understands. */
export function resourceParameters({ dialect }: KindDependencies): AnyKindRules[] {
  return ['ResourceClaimParameters', 'ResourceClassParameters'].map((kind) => ({
    group: fillPlaceholders(dialect, 'resource.{api}'),
    kind,
    validateName: nameIsDnsSubdomain,
    deletion: { answersWithObject: true },
    table: tableOf([]),
  }));
}
