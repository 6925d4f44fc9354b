import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/*
 * The subresource `finalize`: by it, and by nothing else, whoever emptied a namespace says so, taking its word off
 * spec.finalizers. When those and metadata.finalizers are empty and the namespace is being deleted, it goes.
 */

export const finalizersPath = FieldPath.of('spec', 'finalizers');

/** Takes everything but metadata and the finalizers from the stored object. */
export function prepareForFinalize(namespace: CoreV1Namespace, old: CoreV1Namespace): void {
  namespace.status = old.status;
}

export function validateFinalize(namespace: CoreV1Namespace, dialect: Dialect): FieldError[] {
  return validateEach(namespace.spec.finalizers ?? [], (name, index) =>
    validateFinalizerName(name, finalizersPath.index(index), dialect),
  );
}

/** A name is qualified, or one of the few that need no domain. */
export function validateFinalizerName(name: string, path: FieldPath, { service }: Dialect): FieldError[] {
  const errors = qualifiedName(name).map((message) => invalid(path, name, message));
  if (name.includes('/') || [service, 'orphan', 'foregroundDeletion'].includes(name)) return errors;
  const text = 'name is neither a standard finalizer name nor is it fully qualified';
  return [...errors, invalid(path, name, text)];
}
