import type { Interruptible } from '../../util/slices.ts';
import { compileSteps, maxCompileSteps } from '../cel/compile-steps.ts';
import type { Compilation } from '../cel/contract.ts';
import type { Type } from '../cel/types/types.ts';
import { additionalOf, type ExtensionNames, itemsOf, type JsonSchema } from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, forbidden, internal, invalid } from '../validation/field-errors.ts';
import { validateEach, validateEachInSteps } from '../validation/validate-each.ts';
import { rulesOf, type ValidationRule } from './rule.ts';
import { RuleCosts } from './rule-costs.ts';
import type { RuleEnvironment } from './rule-environments.ts';
import { RuleSurvey } from './rule-survey.ts';
import { ruleTextErrors } from './rule-texts.ts';
import { SchemaSizes } from './schema-sizes.ts';
import { shownRule } from './shown-rule.ts';
import { StepBudget, StepBudgetError } from './step-budget.ts';

/** Environments of new expressions, and of those that are stored already. */
export interface RuleEnvironments {
  readonly fresh: RuleEnvironment;
  readonly stored: RuleEnvironment;
}

/** Everything that the rules of a definition are checked with. */
export interface RuleValidation {
  /** Made when the first rule is looked at. */
  environments(): RuleEnvironments;
  /** Whether an expression stands in the stored definition. */
  isKept(text: string): boolean;
  /** Schemas that an update leaves as they are have no limits for single expressions. */
  isUnchanged(schema: JsonSchema): boolean;
}

/** Fields that the rules of one schema are about: each has a type in expressions. */
const maxFields = 30_000;

const untyped = 'internal error: failed to construct type information for';
const unconverted = 'unable to convert structural schema to CEL declarations';

/** A schema on the way down, and what is known of its place. */
interface Place {
  readonly isRoot: boolean;
  /** Number of values at most; undefined where something above has no bound. */
  readonly count: number | undefined;
  /** The list above whose items cannot be found in the old object. */
  readonly uncorrelated: FieldPath | undefined;
}

/** The rules of a structural schema: expressions that can be worked out, and say whether a value will do. */
export function* validateRules(
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
  validation: RuleValidation,
): Interruptible<FieldError[]> {
  const survey = new RuleSurvey(schema, names);
  if (!survey.has(schema)) return [];
  if (survey.fields > maxFields) return [forbidden(path, 'rules are about more fields than can be checked')];
  const root: Place = { isRoot: true, count: 1, uncorrelated: undefined };
  const validator = new RuleValidator(names, validation, survey, !validation.isUnchanged(schema));
  try {
    const texts = validator.textErrors(schema, path);
    if (texts.length > 0) return texts;
    return [...(yield* validator.expressionErrors(schema, path, root)), ...validator.costs.totalErrors(path)];
  } catch (error) {
    if (!(error instanceof StepBudgetError)) throw error;
    return [forbidden(path, 'rules are more than can be checked')];
  }
}

class RuleValidator {
  readonly costs: RuleCosts;
  readonly #names: ExtensionNames;
  readonly #validation: RuleValidation;
  readonly #survey: RuleSurvey;
  readonly #sizes: SchemaSizes;
  readonly #steps = new StepBudget(maxCompileSteps);
  readonly #release: number;

  constructor(
    names: ExtensionNames,
    validation: RuleValidation,
    survey: RuleSurvey,
    limitsExpressions: boolean,
  ) {
    this.#names = names;
    this.#survey = survey;
    this.#validation = validation;
    const { stored } = validation.environments();
    this.#sizes = new SchemaSizes(names, stored);
    this.#release = stored.release;
    this.costs = new RuleCosts(names.validations, limitsExpressions);
  }

  /** Faults of rules that have to be mended before their expressions are looked at. */
  textErrors(schema: JsonSchema, path: FieldPath): FieldError[] {
    const own = path.child(this.#names.validations);
    return [
      ...validateEach(this.#below(schema, path), ([below, belowPath]) => this.textErrors(below, belowPath)),
      ...validateEach(rulesOf(schema, this.#names), (rule, index) =>
        ruleTextErrors(rule, schema, own.index(index)),
      ),
    ];
  }

  *expressionErrors(schema: JsonSchema, path: FieldPath, place: Place): Interruptible<FieldError[]> {
    return [
      ...(yield* validateEachInSteps(this.#below(schema, path), ([below, belowPath]) =>
        this.expressionErrors(below, belowPath, this.#placeOf(below, schema, path, place)),
      )),
      ...(yield* this.#rulesErrors(schema, path.child(this.#names.validations), place)),
    ];
  }

  *#rulesErrors(schema: JsonSchema, path: FieldPath, place: Place): Interruptible<FieldError[]> {
    const rules = rulesOf(schema, this.#names);
    if (rules.length > 0 && !this.#environmentFor('').hasType(schema, this.#isWhole(schema, place))) {
      return [internal(path, `${untyped} ${this.#names.validations} rules: ${unconverted}`)];
    }
    return yield* validateEachInSteps(rules, (rule, index) =>
      this.#ruleErrors(rule, schema, path.index(index), place),
    );
  }

  /** Schemas below with rules, or with one below them. */
  #below(schema: JsonSchema, path: FieldPath): (readonly [JsonSchema, FieldPath])[] {
    const propertiesPath = path.child('properties');
    const places = [
      ...Object.entries(schema.properties ?? {}).map(
        ([name, property]) => [property, () => propertiesPath.key(name)] as const,
      ),
      [itemsOf(schema), () => path.child('items')] as const,
      [additionalOf(schema), () => path.child('additionalProperties')] as const,
    ];
    return places.flatMap(([below, pathOf]) =>
      below !== undefined && this.#survey.has(below) ? [[below, pathOf()] as const] : [],
    );
  }

  #placeOf(below: JsonSchema, schema: JsonSchema, path: FieldPath, place: Place): Place {
    const { maxItems, maxProperties } = schema as { maxItems?: number; maxProperties?: number };
    const isItem = below === itemsOf(schema);
    const isValue = !isItem && below === additionalOf(schema);
    const factor = isItem ? maxItems : isValue ? maxProperties : 1;
    const count = place.count === undefined || factor === undefined ? undefined : place.count * factor;
    const isFound = !isItem || schema[this.#names.listType] === 'map';
    const uncorrelated = place.uncorrelated ?? (isFound ? undefined : path);
    return { isRoot: false, count, uncorrelated };
  }

  *#ruleErrors(
    rule: ValidationRule,
    schema: JsonSchema,
    path: FieldPath,
    place: Place,
  ): Interruptible<FieldError[]> {
    const { rule: text = '', messageExpression, optionalOldSelf } = rule;
    this.#steps.take(compileSteps(text) + (messageExpression ? compileSteps(messageExpression) : 0));
    const compiled = yield* this.#compile(text, rule, schema, place);
    yield;
    const rulePath = path.child('rule');
    if (compiled === undefined) return [];
    const count = place.count ?? this.#sizes.maxCount(schema);
    const usesOld = 'expression' in compiled && compiled.expression.uses('oldSelf');
    return [
      ...this.#costErrors(compiled, schema, rulePath, count, 'estimated rule cost'),
      ...expressionErrors(compiled, 'bool', rulePath, rule, {
        release: this.#release,
        prefix: '',
        wrong: 'cel expression must evaluate to a bool',
      }),
      ...(messageExpression ? yield* this.#messageErrors(messageExpression, rule, schema, path, place) : []),
      ...(usesOld && place.uncorrelated !== undefined
        ? [
            invalid(
              rulePath,
              text,
              `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelated}`,
            ),
          ]
        : []),
      ...(!usesOld && optionalOldSelf !== undefined
        ? [
            invalid(
              path.child('optionalOldSelf'),
              optionalOldSelf,
              'may not be set if oldSelf is not used in rule',
            ),
          ]
        : []),
    ];
  }

  *#messageErrors(
    text: string,
    rule: ValidationRule,
    schema: JsonSchema,
    path: FieldPath,
    place: Place,
  ): Interruptible<FieldError[]> {
    const compiled = yield* this.#compile(text, rule, schema, place);
    if (compiled === undefined) return [];
    const own = path.child('messageExpression');
    return [
      ...expressionErrors(compiled, 'string', own, rule, {
        release: this.#release,
        prefix: 'messageExpression ',
        wrong: 'messageExpression must evaluate to a string',
      }),
      // Only the first message is made, however many values there are.
      ...this.#costErrors(compiled, schema, own, 1, 'estimated messageExpression cost'),
    ];
  }

  *#compile(
    text: string,
    rule: ValidationRule,
    schema: JsonSchema,
    place: Place,
  ): Interruptible<Compilation | undefined> {
    return yield* this.#environmentFor(text).compile(text, schema, {
      isWhole: this.#isWhole(schema, place),
      hasOptionalOld: rule.optionalOldSelf === true,
    });
  }

  #environmentFor(text: string): RuleEnvironment {
    const { fresh, stored } = this.#validation.environments();
    return this.#validation.isKept(text) ? stored : fresh;
  }

  #isWhole(schema: JsonSchema, { isRoot }: Place): boolean {
    return isRoot || schema[this.#names.embeddedResource] === true;
  }

  /** `count`: how often the expression is worked out for one object. */
  #costErrors(
    compiled: Compilation,
    schema: JsonSchema,
    path: FieldPath,
    count: number,
    what: string,
  ): FieldError[] {
    if ('problem' in compiled) return [];
    const { max } = compiled.expression.estimatedCost(this.#sizes.of(schema));
    return this.costs.add(path, max * count, what);
  }
}

/** `prefix`: before the text of what does not compile. `release`: the minor one in whose words it is said. */
function expressionErrors(
  compiled: Compilation,
  wanted: Type['kind'],
  path: FieldPath,
  rule: ValidationRule,
  { prefix, wrong, release }: { prefix: string; wrong: string; release: number },
): FieldError[] {
  if ('problem' in compiled)
    return [invalid(path, shownRule(rule, release), `${prefix}${compiled.problem.detail}`)];
  return compiled.expression.type.kind === wanted ? [] : [invalid(path, shownRule(rule, release), wrong)];
}
