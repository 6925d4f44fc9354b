import { GoText } from '../../../api/go-format/go-syntax.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { type ExtensionNames, propertyOf } from '../../../api/schema/json-schema.ts';
import { addErrors } from '../../../api/structural-schema/add-errors.ts';
import { validateLargeEmbedded } from '../../../api/structural-schema/embedded.ts';
import { schemaNode } from '../../../api/structural-schema/schema-node.ts';
import { StepBudget } from '../../../api/structural-schema/step-budget.ts';
import { validateLargeValue } from '../../../api/structural-schema/validate-value.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { type Interruptible, timed } from '../../../util/slices.ts';
import type { DefinitionVersion } from '../definition/definition.ts';
import type { CustomKind } from '../kind/custom-kind.ts';
import { type ExpressionRules, expressionRules } from './expression-rules.ts';
import { validateLists } from './list-validation.ts';
import { ownFields } from './own-fields.ts';
import { noRuleObserver, type RuleObserver } from './rule-observer.ts';
import { scaleValidation } from './scale-validation.ts';

const notAskedText =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
const notAsked = invalid('<nil>', null, notAskedText);
/** The same, for releases that show values as JSON. */
const notAskedJson = invalid('<nil>', new GoText('null'), notAskedText);

/** Steps that the schema of one object takes at most: a second or so, in slices. */
const maxSteps = 8_000_000;

/** Errors after which rules are not asked: what they look at may not be there, or not be of its type. */
const blocking: readonly string[] = [
  'FieldValueRequired',
  'FieldValueNotSupported',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
];

/** The validation of instances, in the order in which clients know the causes. */
export function instanceValidation(
  kind: CustomKind,
  version: DefinitionVersion,
  names: ExtensionNames,
  observer: RuleObserver = noRuleObserver,
): InstanceValidation {
  return new InstanceValidation(kind, version, names, observer);
}

class InstanceValidation {
  readonly #kind: CustomKind;
  readonly #names: ExtensionNames;
  readonly #scale: ReturnType<typeof scaleValidation>;
  readonly #observer: RuleObserver;
  readonly #hasEmbedded: boolean;
  readonly #rules: ExpressionRules | undefined;
  /** Warnings by objects that are being written. */
  readonly #warnings = new WeakMap<ApiObject, readonly string[]>();

  constructor(kind: CustomKind, version: DefinitionVersion, names: ExtensionNames, observer: RuleObserver) {
    this.#observer = observer;
    const { node, validation, ruleRelease, style } = kind;
    this.#kind = kind;
    this.#names = names;
    this.#scale = scaleValidation(version.subresources?.scale);
    this.#hasEmbedded = validation !== undefined && (node ?? schemaNode(validation, names)).hasEmbedded;
    this.#rules =
      validation === undefined || ruleRelease === undefined
        ? undefined
        : expressionRules(validation, { release: ruleRelease, names, style, observer });
  }

  /** Lists what is wrong with an object that was validated, and was so before. */
  warningsOf(object: ApiObject): readonly string[] {
    return this.#warnings.get(object) ?? [];
  }

  *create(object: ApiObject): Interruptible<FieldError[]> {
    const errors = yield* this.#all(object, undefined);
    return yield* this.#withRules([...errors, ...(yield* this.#listErrors(object))], object, undefined);
  }

  /** Lists that were not in order before need not be now. */
  *update(object: ApiObject, old: ApiObject): Interruptible<FieldError[]> {
    const errors = yield* this.#all(object, old);
    const inLists = yield* this.#listErrors(object);
    if (inLists.length > 0 && (yield* this.#listErrors(old)).length === 0) addErrors(errors, inLists);
    return yield* this.#withRules(errors, object, old);
  }

  *status(object: ApiObject, old: ApiObject): Interruptible<FieldError[]> {
    const only = this.#kind.style.splitsStatus ? 'status' : undefined;
    const errors = yield* this.#schemaErrors(object, old, only);
    const own = this.#scale.validateStatusReplicas(object);
    return yield* this.#withRules([...errors, ...own], object, old);
  }

  *#all(object: ApiObject, old: ApiObject | undefined): Interruptible<FieldError[]> {
    const errors = yield* this.#schemaErrors(object, old);
    addErrors(errors, this.#scale.validateSpecReplicas(object));
    addErrors(errors, this.#scale.validateStatusReplicas(object));
    if (!this.#hasEmbedded) return errors;
    const context = { path: FieldPath.root, names: this.#names, style: this.#kind.style };
    addErrors(errors, yield* validateLargeEmbedded(ownFields(object), this.#kind.validation!, context));
    return errors;
  }

  /** `only`: the one field that is looked at. */
  *#schemaErrors(object: ApiObject, old: ApiObject | undefined, only?: string): Interruptible<FieldError[]> {
    const { validation: whole, style } = this.#kind;
    const schema = only === undefined ? whole : whole && propertyOf(whole, only);
    if (schema === undefined) return [];
    const [value, before] = only === undefined ? [object, old] : [object[only], old?.[only]];
    if (only !== undefined && value === undefined) return [];
    const path = only === undefined ? FieldPath.root : FieldPath.of(only);
    const context = { path, style, names: this.#names };
    const found = yield* validateLargeValue(value, schema, { ...context, budget: new StepBudget(maxSteps) });
    if (found.length === 0) return found;
    const budget = new StepBudget(maxSteps);
    // What was so before is rare, and looking for it takes time.
    const errors =
      style.ratchets && before !== undefined
        ? yield* this.#newErrors(value, schema, { ...context, budget, old: before })
        : found;
    // Clients know the object itself by this name.
    return errors.map((error) => (error.field === '' ? { ...error, field: '<nil>' } : error));
  }

  /** Leaves out what was wrong before. */
  #newErrors(...given: Parameters<typeof validateLargeValue>): Interruptible<FieldError[]> {
    return timed(validateLargeValue(...given), (seconds) => this.#observer.ratcheted(seconds));
  }

  *#listErrors(object: ApiObject): Interruptible<FieldError[]> {
    const { validation, style } = this.#kind;
    return validation === undefined ? [] : yield* validateLists(object, validation, this.#names, style);
  }

  /** Rules are not asked about what is not of its type. */
  *#withRules(
    errors: FieldError[],
    object: ApiObject,
    old: ApiObject | undefined,
  ): Interruptible<FieldError[]> {
    if (this.#rules === undefined) return errors;
    const { isPrecise, showsJson } = this.#kind.style;
    const isBlocked = isPrecise
      ? !object.metadata.name || errors.some(({ reason }) => blocking.includes(reason))
      : errors.length > 0;
    if (isBlocked) return [...errors, showsJson ? notAskedJson : notAsked];
    const findings = yield* this.#rules.validate(object, old);
    if (findings.warnings.length > 0) this.#warnings.set(object, findings.warnings);
    return [...errors, ...findings.errors];
  }
}
