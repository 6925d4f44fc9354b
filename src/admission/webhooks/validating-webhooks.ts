import { timeout } from '../../api/meta/status.ts';
import { currentTrace } from '../../util/tracing/request-trace.ts';
import { isSelected } from '../matching/selection.ts';
import { type Shown, VersionedObjects } from '../matching/versioned-objects.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, WriteTarget } from '../plugin.ts';
import type { Candidate } from './webhook-index.ts';
import type { WebhookParts } from './webhook-parts.ts';

/** Asks validating webhooks, all at once, and waits for all of them: the first that refuses is the answer. */
export class ValidatingWebhooks implements AdmissionPlugin {
  readonly #parts: WebhookParts;
  readonly #failedOpenKey: string;

  constructor(parts: WebhookParts, api: string) {
    this.#parts = parts;
    this.#failedOpenKey = `failed-open.validating.webhook.admission.${api}`;
  }

  handles(target: AdmissionTarget): boolean {
    return !this.#parts.isExempt(target);
  }

  skipsNoopUpdates(target: WriteTarget): boolean {
    return this.#parts.index.candidates(target).length === 0;
  }

  validate(attributes: AdmissionAttributes): void | Promise<void> {
    const candidates = this.#parts.index.candidates(attributes);
    if (candidates.length > 0) return this.#askAll(candidates, attributes);
  }

  async #askAll(candidates: readonly Candidate[], attributes: AdmissionAttributes): Promise<void> {
    const shown = new VersionedObjects(attributes, this.#parts.versions);
    const chosen: { candidate: Candidate; shown: Shown }[] = [];
    for (const candidate of candidates) {
      const isChosen = isSelected(candidate.webhook, attributes, this.#parts.namespaces);
      if (!(isChosen instanceof Promise ? await isChosen : isChosen)) continue;
      const holds = this.#parts.conditions.hold(candidate, attributes, shown);
      if (!(holds instanceof Promise ? await holds : holds)) continue;
      chosen.push({ candidate, shown: shown.as(candidate.as) });
    }
    if (chosen.length === 0) return;
    if (this.#parts.clock.now() >= attributes.deadline) {
      throw timeout('request did not complete within requested timeout');
    }
    const refusals: unknown[] = [];
    const asked = chosen.map((one, index) =>
      this.#ask(one.candidate, attributes, one.shown, index).catch((error) => void refusals.push(error)),
    );
    const begun = performance.now();
    await Promise.all(asked);
    currentTrace()?.add('webhooks', performance.now() - begun);
    if (refusals.length > 0) throw refusals[0];
  }

  async #ask(
    candidate: Candidate,
    attributes: AdmissionAttributes,
    shown: Shown,
    index: number,
  ): Promise<void> {
    const { calls, verdicts } = this.#parts;
    const { webhook } = candidate;
    const failedOpen = (): void =>
      attributes.annotate(`${this.#failedOpenKey}/round_0_index_${index}`, webhook.name);
    await verdicts.of(webhook, attributes, () => calls.ask(candidate, attributes, shown), failedOpen);
  }
}
