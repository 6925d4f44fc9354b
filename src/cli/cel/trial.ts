import type { Activation, Compilation } from '../../api/cel/contract.ts';
import { valueOfJson } from '../../api/cel/values/json.ts';
import type { CelValue } from '../../api/cel/values/value.ts';
import { type Evaluation, OutOfBudgetError } from '../../api/policies/evaluation.ts';
import { valueText } from '../../api/policies/value-text.ts';

/** The objects that expressions see; undefined: null. */
export interface TriedObjects {
  readonly object: unknown;
  readonly old: unknown;
  readonly params: unknown;
  readonly namespace: unknown;
}

/** Outcome of one expression. */
export interface Trial {
  /** `validations[0]`; "" for an expression of its own. */
  readonly place: string;
  readonly text: string;
  /** JSON of the value. */
  readonly value?: string | undefined;
  readonly cost?: number | undefined;
  /** Lines about what is wrong with it, or what it would say. */
  readonly notes: readonly string[];
}

/** A request for the objects: an update if there was one before, a deletion without a new one. */
export function variablesOf({ object, old, namespace }: TriedObjects): Activation {
  const operation = old === undefined ? 'CREATE' : object === undefined ? 'DELETE' : 'UPDATE';
  const { metadata = {} } = (object ?? old ?? {}) as { metadata?: { name?: string; namespace?: string } };
  const request = { operation, ...metadataOf(metadata), userInfo: {}, dryRun: false };
  return new Map<string, CelValue>([
    ['object', valueOfJson(object ?? null)],
    ['oldObject', valueOfJson(old ?? null)],
    ['namespaceObject', valueOfJson(namespace ?? null)],
    ['request', valueOfJson(request)],
  ]);
}

const metadataOf = ({ name, namespace }: { name?: string; namespace?: string }): object => ({
  ...(name === undefined ? {} : { name }),
  ...(namespace === undefined ? {} : { namespace }),
});

/** Evaluates one expression. `budget`: what all of its list may cost. */
export async function tried(
  place: string,
  { text, compiled }: { text: string; compiled: Compilation },
  evaluation: Evaluation,
  budget: number,
): Promise<Trial & { readonly result?: CelValue | undefined }> {
  if ('problem' in compiled) return { place, text, notes: [compiled.problem.detail] };
  const left = { cost: budget };
  try {
    const outcome = await evaluation.evaluate({ text, compiled }, left);
    const cost = budget - left.cost;
    if (outcome.problem !== undefined) return { place, text, cost, notes: [outcome.problem] };
    return { place, text, value: valueText(outcome.value, compiled), cost, notes: [], result: outcome.value };
  } catch (error) {
    if (error instanceof OutOfBudgetError) return { place, text, notes: [error.message] };
    throw error;
  }
}
