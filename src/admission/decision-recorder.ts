import { writeJson } from '../api/codec/json.ts';
import { StatusError } from '../api/meta/status.ts';
import { type DiffOperation, jsonDiff } from '../api/patch/json-diff.ts';
import type { JsonPatch } from '../api/patch/json-patch.ts';
import type { AdmissionDecision, ShownOperation } from '../api/request/decisions.ts';
import { truncate } from '../util/truncate.ts';
import type { AdmissionRecorder, ExpressionRecorder } from './recorder.ts';
import { Snapshot } from './snapshot.ts';

/** Operations of one patch that are shown, and characters of a value. */
const maxOperations = 50;
const maxValueLength = 1_024;
const maxMessageLength = 2_048;
const maxSteps = 100;

/** Collects what becomes of one object in admission. It keeps a bounded amount, however large the object. */
export class DecisionRecorder implements AdmissionRecorder {
  readonly steps: AdmissionDecision[] = [];
  readonly #asked = new Set<string>();
  /** Plugins that changed or refused the object, or asked webhooks. */
  readonly #active = new Set<string>();
  readonly #withValues: boolean;
  readonly #patches = new Map<string, JsonPatch>();
  #snapshot: Snapshot | undefined;

  readonly expressions: ExpressionRecorder | undefined;

  /** `withValues`: false for objects of confidential types. */
  constructor(withValues: boolean, expressions?: ExpressionRecorder) {
    this.#withValues = withValues;
    this.expressions = expressions;
  }

  /** Plugins that let the object pass as it was. */
  get passed(): string[] {
    return [...this.#asked].filter((plugin) => !this.#active.has(plugin));
  }

  get isTooLarge(): boolean {
    return this.#snapshot?.isTooLarge ?? false;
  }

  async during(
    plugin: string,
    step: AdmissionDecision['step'],
    object: object | undefined,
    ask: () => void | Promise<void>,
  ): Promise<void> {
    this.#snapshot ??= new Snapshot(object);
    const before = this.steps.length;
    this.#asked.add(plugin);
    try {
      await ask();
    } catch (error) {
      this.#active.add(plugin);
      // Where a webhook refused, that is a step already.
      const isKnown = this.steps.slice(before).some(({ outcome }) => isRefusal(outcome));
      if (!isKnown) this.#add({ plugin, step, outcome: 'refused', ...refusalOf(error) });
      throw error;
    }
    // Validation changes nothing, and what the server itself has changed before it is no plugin's doing.
    const change = step === 'admit' ? this.#snapshot.changeOf(object) : undefined;
    if (this.steps.length === before && change === undefined) return;
    this.#active.add(plugin);
    // The changes of webhooks are there already, as the webhooks stated them.
    if (this.steps.length > before || change === undefined) return;
    this.#add({ plugin, step, outcome: 'changed', ...this.#shown(jsonDiff(change.before, change.after)) });
  }

  patched(webhook: string, patch: JsonPatch): void {
    this.#patches.set(webhook, patch);
  }

  changed(decision: AdmissionDecision, object: object | undefined): void {
    const change = this.#snapshot?.changeOf(object);
    const patch = change && this.#shown(jsonDiff(change.before, change.after));
    this.#add({ ...decision, ...patch });
  }

  answered(decision: AdmissionDecision): void {
    const patch = this.#patches.get(decision.webhook!);
    this.#patches.delete(decision.webhook!);
    const { message } = decision;
    this.#add({
      ...decision,
      ...(message === undefined ? {} : { message: truncate(message, maxMessageLength) }),
      ...(patch === undefined
        ? {}
        : { outcome: 'changed', ...this.#shown(patch as Iterable<DiffOperation>) }),
    });
  }

  #add(decision: AdmissionDecision): void {
    if (this.steps.length < maxSteps || isRefusal(decision.outcome)) this.steps.push(decision);
  }

  #shown(operations: Iterable<DiffOperation>): Pick<AdmissionDecision, 'patch' | 'more'> {
    const patch: ShownOperation[] = [];
    let more = 0;
    for (const operation of operations) {
      if (patch.length === maxOperations) more++;
      else patch.push(this.#operation(operation));
    }
    return { patch, ...(more === 0 ? {} : { more }) };
  }

  #operation(operation: ShownOperation): ShownOperation {
    const { value, ...rest } = operation;
    if (value === undefined) return rest;
    const text = writeJson(value);
    if (!this.#withValues || text.length > maxValueLength) return { ...rest, valueLength: text.length };
    // As text and back: what the object holds may be changed by the next plugin.
    return { ...rest, value: JSON.parse(text) };
  }
}

const isRefusal = (outcome: AdmissionDecision['outcome']): boolean =>
  outcome === 'refused' || outcome === 'failed';

function refusalOf(error: unknown): Pick<AdmissionDecision, 'code' | 'message'> {
  const message = truncate(error instanceof Error ? error.message : String(error), maxMessageLength);
  return error instanceof StatusError ? { code: error.code, message } : { message };
}
