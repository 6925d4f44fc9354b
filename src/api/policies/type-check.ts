import type { Compilation } from '../cel/contract.ts';
import type { AdmissionregistrationV1ValidatingAdmissionPolicy } from '../schema/types.gen.ts';
import type { Environments } from './environments.ts';
import { type CheckedTypes, type ExpressionUse, PolicyExpressions } from './policy-expressions.ts';

type Spec = AdmissionregistrationV1ValidatingAdmissionPolicy['spec'];

/** A kind that a policy is about, with the types that its expressions meet there. */
export interface CheckedKind extends CheckedTypes {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** An expression that does not fit some of the kinds. */
export interface ExpressionWarning {
  /** `spec.validations[0].expression` */
  readonly fieldRef: string;
  readonly warning: string;
}

/**
 * Checks the validations of a policy and their messages with the types of the kinds that it is about. Whether they give a
 * bool is not looked at.
 */
export function typeWarnings(
  spec: Spec,
  kinds: readonly CheckedKind[],
  environments: Environments,
): ExpressionWarning[] {
  const checks = [...kinds]
    .sort(inOrder)
    .map((kind) => ({ kind, compile: checkOf(spec, kind, environments) }));
  const warningsOf = (fieldRef: string, use: ExpressionUse, text: string): ExpressionWarning[] => {
    const found = checks.flatMap(({ kind, compile }) => {
      const issues = issuesOf(compile(use, text));
      return issues === undefined ? [] : [`${kindText(kind)}: ${issues}\n`];
    });
    return found.length === 0 ? [] : [{ fieldRef, warning: found.join('\n') }];
  };
  return (spec.validations ?? []).flatMap(({ expression, messageExpression }, index) => {
    const path = `spec.validations[${index}]`;
    return [
      ...warningsOf(`${path}.expression`, 'validation', expression),
      ...(messageExpression ? warningsOf(`${path}.messageExpression`, 'message', messageExpression) : []),
    ];
  });
}

type Compile = (use: ExpressionUse, text: string) => Compilation;

function checkOf({ variables, paramKind }: Spec, types: CheckedTypes, environments: Environments): Compile {
  const expressions = new PolicyExpressions(environments, {
    hasParams: Boolean(paramKind),
    hasVariables: (variables ?? []).length > 0,
    types,
  });
  for (const { name, expression } of variables ?? []) {
    expressions.declare(name, expressions.compile('variable', expression));
  }
  return (use, text) => expressions.compile(use, text);
}

const issuesOf = (compiled: Compilation): string | undefined =>
  'problem' in compiled ? compiled.problem.issues : undefined;

const kindText = ({ group, version, kind }: CheckedKind): string => `${group}/${version}, Kind=${kind}`;

function inOrder(a: CheckedKind, b: CheckedKind): number {
  const [left, right] = [a, b].map(({ group, version, kind }) => [group, version, kind].join('\0'));
  return left! < right! ? -1 : left! > right! ? 1 : 0;
}
