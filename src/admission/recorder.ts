import type { JsonPatch } from '../api/patch/json-patch.ts';
import type { AdmissionDecision, EvaluatedExpression, TriedPolicy } from '../api/request/decisions.ts';

/** Receives what plugins and webhooks do with one object, for a caller who asked for it. */
export interface AdmissionRecorder {
  /** Runs one plugin, and finds out what it changes and whether it refuses. Passes its error on. */
  during(
    plugin: string,
    step: AdmissionDecision['step'],
    object: object | undefined,
    ask: () => void | Promise<void>,
  ): Promise<void>;
  /** The patch of a webhook that is being asked. */
  patched(webhook: string, patch: JsonPatch): void;
  /** Undefined unless the caller asked for what expressions of policies give. */
  readonly expressions: ExpressionRecorder | undefined;
  /** A policy has changed the object. */
  changed(decision: AdmissionDecision, object: object | undefined): void;
  /** A webhook has answered, or failed to; a policy has refused. */
  answered(decision: AdmissionDecision): void;
}

export interface ExpressionRecorder {
  /** A policy that is not in force, whose expressions are to be evaluated as well. */
  readonly tried: TriedPolicy | undefined;
  evaluated(expression: EvaluatedExpression): void;
}
