import type { Pacer } from '../../util/pacer.ts';
import { type Interruptible, inSlices } from '../../util/slices.ts';
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
export async function typeWarnings(
  spec: Spec,
  kinds: readonly CheckedKind[],
  environments: Environments,
  pacer: Pacer,
): Promise<ExpressionWarning[]> {
  const checks: { kind: CheckedKind; compile: Compile }[] = [];
  for (const kind of [...kinds].sort(inOrder))
    checks.push({ kind, compile: await checkOf(spec, kind, environments, pacer) });
  const warnings: ExpressionWarning[] = [];
  const check = async (fieldRef: string, use: ExpressionUse, text: string): Promise<void> => {
    const found: string[] = [];
    for (const { kind, compile } of checks) {
      const issues = issuesOf(await inSlices(compile(use, text), pacer));
      if (issues !== undefined) found.push(`${kindText(kind)}: ${issues}\n`);
    }
    if (found.length > 0) warnings.push({ fieldRef, warning: found.join('\n') });
  };
  for (const [index, { expression, messageExpression }] of (spec.validations ?? []).entries()) {
    const path = `spec.validations[${index}]`;
    await check(`${path}.expression`, 'validation', expression);
    if (messageExpression) await check(`${path}.messageExpression`, 'message', messageExpression);
  }
  return warnings;
}

type Compile = (use: ExpressionUse, text: string) => Interruptible<Compilation>;

async function checkOf(
  { variables, paramKind }: Spec,
  types: CheckedTypes,
  environments: Environments,
  pacer: Pacer,
): Promise<Compile> {
  const expressions = new PolicyExpressions(environments, {
    hasParams: Boolean(paramKind),
    hasVariables: (variables ?? []).length > 0,
    types,
  });
  for (const { name, expression } of variables ?? []) {
    expressions.declare(name, await inSlices(expressions.compileInSteps('variable', expression), pacer));
  }
  return (use, text) => expressions.compileInSteps(use, text);
}

const issuesOf = (compiled: Compilation): string | undefined =>
  'problem' in compiled ? compiled.problem.issues : undefined;

const kindText = ({ group, version, kind }: CheckedKind): string => `${group}/${version}, Kind=${kind}`;

function inOrder(a: CheckedKind, b: CheckedKind): number {
  const [left, right] = [a, b].map(({ group, version, kind }) => [group, version, kind].join('\0'));
  return left! < right! ? -1 : left! > right! ? 1 : 0;
}
