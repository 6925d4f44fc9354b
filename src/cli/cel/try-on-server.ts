import type { EvaluatedExpression, TriedPolicy } from '../../api/request/decisions.ts';
import type { AdmissionregistrationV1ParamRef } from '../../api/schema/types.gen.ts';
import type { CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { dryRuns } from '../shared/explained/dry-runs.ts';
import { explainedCall } from '../shared/explained/explained-call.ts';
import { targetOf } from '../shared/manifests/manifest-targets.ts';
import type { ManifestObject } from '../shared/resources/target.ts';
import type { Trial } from './trial.ts';

/** A write of which nothing is stored, with which expressions are evaluated. */
export interface ServerTrial {
  readonly object: ManifestObject;
  readonly verb: string;
  /** Undefined: the policies that are in force alone. */
  readonly tried: TriedPolicy | undefined;
}

/** Variable of the policy that an expression is tried in. */
const variable = 'tried';

/** A policy that evaluates one expression of any type. */
export function policyWith(expression: string, api: string, hasParams: ManifestObject | undefined): object {
  return {
    apiVersion: `admissionregistration.${api}/v1`,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'expression' },
    spec: {
      ...(hasParams && { paramKind: { apiVersion: hasParams.apiVersion, kind: hasParams.kind } }),
      matchConstraints: {
        resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }],
      },
      variables: [{ name: variable, expression }],
      validations: [{ expression: `variables.${variable} == variables.${variable}` }],
    },
  };
}

/** The parameters, which the server has. */
export const paramRefOf = ({ metadata }: ManifestObject): AdmissionregistrationV1ParamRef => ({
  name: metadata.name!,
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  parameterNotFoundAction: 'Deny',
});

/** Makes a dry run of a write: what the expressions of policies give on the server. Rejects with CliError. */
export async function tryOnServer(
  { session }: CommandContext,
  { object, verb, tried }: ServerTrial,
): Promise<Trial[]> {
  const write = dryRuns.get(verb);
  if (write === undefined)
    throw new UsageError(`--verb is one of ${[...dryRuns.keys()].join(', ')}: not ${verb}`);
  const { commandLineClient } = await session.dialect();
  const call = write.call(await targetOf(session, object, 'the object'), commandLineClient);
  const { decisions, error } = await explainedCall(session, call, 'expressions', tried);
  if (decisions === undefined)
    throw error ?? new CliError('this server does not tell what expressions of policies give');
  const withheld = decisions.withheld?.[0];
  if (withheld !== undefined)
    throw new CliError(`the server tells ${withheld} to users who may get the path /decisions/${withheld}`);
  const all = decisions.admission?.flatMap(({ expressions = [] }) => expressions) ?? [];
  const shown = tried === undefined ? all : all.filter(({ binding }) => binding === undefined);
  // The write never came to the policies.
  if (shown.length === 0 && error !== undefined) throw error;
  return shown.map(trialOf);
}

/** The expression alone, of a policy that was made for it. */
export const onlyTried = (trials: readonly Trial[]): Trial[] =>
  trials
    .filter(({ place, notes }) => place.endsWith(`variables.${variable}`) || isMisplaced(place, notes))
    .map((trial) => ({ ...trial, place: '' }));

/** The policy could not be made: the reason is said of no expression. */
const isMisplaced = (place: string, notes: readonly string[]): boolean =>
  place === 'expression' && notes.length > 0;

function trialOf(evaluated: EvaluatedExpression): Trial {
  const { policy, binding, variable: name, expression, value, cost, problem } = evaluated;
  const through = binding === undefined ? '' : ` with binding ${binding}`;
  return {
    place: `${policy}${through}${name === undefined ? '' : `: variables.${name}`}`,
    text: expression,
    value,
    cost,
    notes: problem === undefined ? [] : [problem],
  };
}
