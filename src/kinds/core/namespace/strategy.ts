import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import { finalizersPath, validateFinalizerName } from './finalize.ts';
import { labelWithName } from './label.ts';

export function strategy(dialect: Dialect) {
  const setNameLabel = labelWithName(dialect);
  return {
    applyDefaults: setNameLabel,
    prepareForCreate(namespace) {
      const finalizers = namespace.spec.finalizers ?? [];
      // The word of the controller that empties namespaces: without it one would go and leave its objects behind.
      const complete = finalizers.includes(dialect.service) ? finalizers : [...finalizers, dialect.service];
      namespace.spec = { finalizers: complete };
      namespace.status = { phase: 'Active' };
    },
    validateCreate(namespace) {
      // A generated name is known only now.
      setNameLabel(namespace);
      return validateEach(namespace.spec.finalizers ?? [], (name) =>
        validateFinalizerName(name, finalizersPath, dialect),
      );
    },
    prepareForUpdate(namespace, old) {
      namespace.spec = old.spec;
      namespace.status = old.status;
    },
    status: { validateUpdate: validatePhase },
  } satisfies Partial<KindRules<CoreV1Namespace>>;
}

/** The phase says what the time of deletion says. */
function validatePhase({ metadata, status }: CoreV1Namespace): FieldError[] {
  const deleting = metadata.deletionTimestamp != null;
  const expected = deleting ? 'Terminating' : 'Active';
  if (status.phase === expected) return [];
  const text = `may only be '${expected}' if \`deletionTimestamp\` is ${deleting ? 'not ' : ''}empty`;
  return [invalid(FieldPath.of('status', 'Phase'), status.phase ?? '', text)];
}
