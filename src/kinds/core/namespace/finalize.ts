import type { Dialect } from '../../../api/meta/dialect.ts';
import { foregroundFinalizer, orphanFinalizer } from '../../../api/meta/finalizers.ts';
import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { PartRules } from '../../../registry/subresource-rules.ts';

export const finalizersPath = FieldPath.of('spec', 'finalizers');

/**
 * The subresource `finalize`, the only way to change spec.finalizers: a controller that has emptied a namespace takes
 * its name off them. When they and metadata.finalizers are empty, a namespace that is being deleted is removed.
 */
export const finalize = (dialect: Dialect): PartRules<CoreV1Namespace> => ({
  type: 'part',
  verbs: ['update'],
  prepareForUpdate(namespace, old) {
    namespace.status = old.status;
  },
  validateUpdate: ({ spec }) =>
    validateEach(spec.finalizers ?? [], (name, index) =>
      validateFinalizerName(name, finalizersPath.index(index), dialect),
    ),
});

/** A name is qualified, or one of the few that need no domain. */
export function validateFinalizerName(name: string, path: FieldPath, { service }: Dialect): FieldError[] {
  const errors = qualifiedName(name).map((message) => invalid(path, name, message));
  if (name.includes('/') || [service, orphanFinalizer, foregroundFinalizer].includes(name)) return errors;
  const text = 'name is neither a standard finalizer name nor is it fully qualified';
  return [...errors, invalid(path, name, text)];
}
