import type { CelExpression, CompileProblem } from '../cel/contract.ts';
import type { RuleRelease } from '../cel/schema/rule-release.ts';
import { RuleScope } from '../cel/schema/rule-scope.ts';
import { cardinalityBelow, maxInRequest } from '../cel/schema/schema-sizes.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  someSchema,
} from '../schema/json-schema.ts';
import {
  type FieldError,
  type FieldPath,
  internal,
  invalid,
  notSupported,
  required,
} from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';
import { RuleCosts } from './rule-costs.ts';

/** A rule that values have to meet, as a definition says it. */
export interface ValidationRule {
  rule?: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
  fieldPath?: string;
  optionalOldSelf?: boolean;
}

const ruleReasons = [
  'FieldValueInvalid',
  'FieldValueForbidden',
  'FieldValueRequired',
  'FieldValueDuplicate',
] as const;

export const rulesOf = (schema: JsonSchema, names: ExtensionNames): readonly ValidationRule[] =>
  (schema[names.validations] as ValidationRule[] | undefined) ?? [];

export const hasRules = (schema: JsonSchema, names: ExtensionNames): boolean =>
  someSchema(schema, (each) => rulesOf(each, names).length > 0);

/** All that is the same at all places of a schema. */
interface Context {
  readonly names: ExtensionNames;
  readonly release: RuleRelease;
  /** Texts of expressions that the stored definition has. */
  readonly storedTexts: ReadonlySet<string>;
  readonly costs: RuleCosts;
}

interface Place {
  readonly isRoot: boolean;
  /** The list above whose items cannot be found in the old object. */
  readonly uncorrelated: FieldPath | undefined;
  /** The number of values of the place one object can have; undefined where no size is declared. */
  readonly cardinality: number | undefined;
}

/**
 * The rules of a structural schema: expressions that can be worked out, and say whether a value will do.
 * `storedTexts`: expressions that the stored definition has, which may say more than new ones.
 */
export function validateRules(
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
  { release, storedTexts = new Set() }: { release: RuleRelease; storedTexts?: ReadonlySet<string> },
): FieldError[] {
  if (!hasRules(schema, names)) return [];
  const plain = validateForms(schema, path, { names, isStrict: release.isStrict });
  if (plain.length > 0) return plain;
  const costs = new RuleCosts();
  const place = { isRoot: true, uncorrelated: undefined, cardinality: 1 };
  const errors = validateNode(schema, path, { context: { names, release, storedTexts, costs }, place });
  return [...errors, ...costs.errors(path, names.validations)];
}

/** Texts of all expressions of a schema. */
export function ruleTexts(schema: JsonSchema, names: ExtensionNames): Set<string> {
  const texts = new Set<string>();
  someSchema(schema, (each) => {
    for (const { rule, messageExpression } of rulesOf(each, names)) {
      for (const text of [rule, messageExpression]) if (text !== undefined) texts.add(text);
    }
    return false;
  });
  return texts;
}

/** Schemas below, with their paths. */
function childrenOf(schema: JsonSchema, path: FieldPath): (readonly [JsonSchema, FieldPath])[] {
  const { properties = {} } = schema;
  const ofProperties = Object.keys(properties).map(
    (name) => [properties[name]!, path.child('properties').key(name)] as const,
  );
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  return [
    ...ofProperties,
    ...(items === undefined ? [] : [[items, path.child('items')] as const]),
    ...(additional === undefined ? [] : [[additional, path.child('additionalProperties')] as const]),
  ];
}

interface Forms {
  readonly names: ExtensionNames;
  readonly isStrict: boolean;
}

/** All that can be said of rules without reading them. */
function validateForms(schema: JsonSchema, path: FieldPath, forms: Forms): FieldError[] {
  const { names, isStrict } = forms;
  const rules = rulesOf(schema, names);
  return [
    ...validateEach(rules, (rule, index) =>
      formErrors(rule, path.child(names.validations).index(index), isStrict),
    ),
    ...validateEach(childrenOf(schema, path), ([child, childPath]) => validateForms(child, childPath, forms)),
  ];
}

function formErrors(
  { rule = '', message, messageExpression, reason }: ValidationRule,
  path: FieldPath,
  isStrict: boolean,
): FieldError[] {
  const isKnown =
    reason === undefined || (!isStrict && reason === '') || ruleReasons.some((known) => known === reason);
  const supported = isStrict ? [...ruleReasons].sort() : ruleReasons;
  const isBlankExpression =
    messageExpression !== undefined && messageExpression !== '' && messageExpression.trim() === '';
  return [
    ...(rule.trim() === '' ? [required(path.child('rule'), 'rule is not specified')] : []),
    ...messageErrors(rule, { message, path: path.child('message'), isStrict }),
    ...(isBlankExpression
      ? [required(path.child('messageExpression'), 'messageExpression must be non-empty if specified')]
      : []),
    ...(isKnown ? [] : [notSupported(path.child('reason'), reason, supported)]),
  ];
}

function validateNode(
  schema: JsonSchema,
  path: FieldPath,
  { context, place }: { context: Context; place: Place },
): FieldError[] {
  const { names } = context;
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  const ownItems = schema[names.listType] === 'map' ? undefined : path;
  return [
    ...ownErrors(schema, path.child(names.validations), { context, place }),
    ...validateEach(childrenOf(schema, path), ([child, childPath]) => {
      const isItem = child === items;
      const below: Place = {
        isRoot: false,
        uncorrelated: place.uncorrelated ?? (isItem ? ownItems : undefined),
        cardinality:
          isItem || child === additional
            ? product(place.cardinality, cardinalityBelow(schema, isItem ? 'items' : 'members'))
            : place.cardinality,
      };
      return validateNode(child, childPath, { context, place: below });
    }),
  ];
}

const product = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a * b;

function ownErrors(
  schema: JsonSchema,
  path: FieldPath,
  { context, place }: { context: Context; place: Place },
): FieldError[] {
  const { names, release } = context;
  const rules = rulesOf(schema, names);
  if (rules.length === 0) return [];
  const isWhole = place.isRoot || schema[names.embeddedResource] === true;
  const scope = new RuleScope(release, names, schema, isWhole);
  if (!scope.isKnown) {
    const problem = `failed to construct type information for ${names.validations} rules: unable to convert structural schema to CEL declarations`;
    return [internal(path, `internal error: ${problem}`)];
  }
  const cardinality = place.cardinality ?? maxInRequest(schema, names);
  const checks = new RuleChecks(scope, context, { uncorrelated: place.uncorrelated, cardinality });
  return validateEach(rules, (rule, index) => checks.errors(rule, path.index(index)));
}

/** Compiles the rules of one place. */
class RuleChecks {
  readonly #scope: RuleScope;
  readonly #context: Context;
  readonly #place: { uncorrelated: FieldPath | undefined; cardinality: number };

  constructor(
    scope: RuleScope,
    context: Context,
    place: { uncorrelated: FieldPath | undefined; cardinality: number },
  ) {
    this.#scope = scope;
    this.#context = context;
    this.#place = place;
  }

  errors(rule: ValidationRule, path: FieldPath): FieldError[] {
    const text = rule.rule ?? '';
    const compiled = this.#compile(text, rule);
    const rulePath = path.child('rule');
    if ('problem' in compiled) {
      return [
        invalid(rulePath, this.#shown(rule, text), compilationText(compiled.problem)),
        ...unusedOld(rule, path),
        ...this.#messageErrors(rule, path.child('messageExpression')),
      ];
    }
    const { expression } = compiled;
    const usesOld = expression.uses('oldSelf');
    const { uncorrelated } = this.#place;
    const isBool = expression.type.kind === 'bool' || expression.type.kind === 'dyn';
    return [
      ...(isBool
        ? []
        : [invalid(rulePath, this.#shown(rule, text), 'cel expression must evaluate to a bool')]),
      ...(isBool ? this.#costErrors(expression, rulePath, 'rule') : []),
      ...(usesOld && uncorrelated !== undefined && rule.optionalOldSelf !== true
        ? [
            invalid(
              rulePath,
              text,
              `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`,
            ),
          ]
        : []),
      ...(usesOld ? [] : unusedOld(rule, path)),
      ...this.#messageErrors(rule, path.child('messageExpression')),
    ];
  }

  #compile(text: string, { optionalOldSelf = false }: ValidationRule) {
    const { release, storedTexts } = this.#context;
    const hasOptionalOld = optionalOldSelf && release.hasOptionalOld;
    return this.#scope.compile(text, { isStored: storedTexts.has(text), hasOptionalOld });
  }

  #costErrors(expression: CelExpression, path: FieldPath, kind: 'rule' | 'messageExpression'): FieldError[] {
    const { max } = this.#scope.estimatedCost(expression);
    // A message is made once, of the first value that breaks the rule.
    const cardinality = kind === 'rule' ? this.#place.cardinality : 1;
    return this.#context.costs.add(path, kind, max, cardinality);
  }

  #messageErrors(rule: ValidationRule, path: FieldPath): FieldError[] {
    const { messageExpression: text } = rule;
    if (text === undefined || text === '') return [];
    const compiled = this.#compile(text, rule);
    if ('problem' in compiled) {
      return [
        invalid(path, this.#shown(rule, text), `messageExpression ${compilationText(compiled.problem)}`),
      ];
    }
    const { kind } = compiled.expression.type;
    if (kind === 'string' || kind === 'dyn')
      return this.#costErrors(compiled.expression, path, 'messageExpression');
    return [invalid(path, this.#shown(rule, text), 'messageExpression must evaluate to a string')];
  }

  /** All that clients see of a rule that is wrong: all of it, or the expression. */
  #shown(rule: ValidationRule, text: string): unknown {
    if (!this.#context.release.showsWholeRules) return text;
    const { rule: own = '', message = '', messageExpression = '', reason = null } = rule;
    const { fieldPath = '', optionalOldSelf = null } = rule;
    return {
      Rule: own,
      Message: message,
      MessageExpression: messageExpression,
      Reason: reason,
      FieldPath: fieldPath,
      OptionalOldSelf: optionalOldSelf,
    };
  }
}

const compilationText = ({ issues, detail }: CompileProblem): string =>
  issues === undefined ? detail : `compilation failed: ${issues}`;

const unusedOld = ({ optionalOldSelf }: ValidationRule, path: FieldPath): FieldError[] =>
  optionalOldSelf === undefined
    ? []
    : [
        invalid(
          path.child('optionalOldSelf'),
          optionalOldSelf,
          'may not be set if oldSelf is not used in rule',
        ),
      ];

function messageErrors(
  rule: string,
  { message, path, isStrict }: { message: string | undefined; path: FieldPath; isStrict: boolean },
): FieldError[] {
  const subject = isStrict ? '' : 'message ';
  const hasBreak = (text: string): boolean => /[\r\n]/.test(text.trim());
  if (message === undefined || message === '') {
    return hasBreak(rule) ? [required(path, 'message must be specified if rule contains line breaks')] : [];
  }
  if (message.trim() === '') return [invalid(path, message, `${subject}must be non-empty if specified`)];
  return hasBreak(message) ? [invalid(path, message, `${subject}must not contain line breaks`)] : [];
}
