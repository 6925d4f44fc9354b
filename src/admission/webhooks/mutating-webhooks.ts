import { writeJson } from '../../api/codec/json.ts';
import { Reinvocation } from '../matching/reinvocation.ts';
import { isSelected } from '../matching/selection.ts';
import { VersionedObjects } from '../matching/versioned-objects.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, WriteTarget } from '../plugin.ts';
import { applyPatch, patchOf } from './patched.ts';
import type { Candidate } from './webhook-index.ts';
import type { WebhookParts } from './webhook-parts.ts';

/** Asks mutating webhooks, one after the other: each sees what those before it have made of the object. */
export class MutatingWebhooks implements AdmissionPlugin {
  readonly #parts: WebhookParts;
  readonly #keys: { mutation: string; patch: string; failedOpen: string };
  /** State of requests whose first round is over and that may see a second. */
  readonly #reinvocations = new WeakMap<AdmissionAttributes, Reinvocation>();

  constructor(parts: WebhookParts, api: string) {
    this.#parts = parts;
    const domain = `webhook.admission.${api}`;
    this.#keys = {
      mutation: `mutation.${domain}`,
      patch: `patch.${domain}`,
      failedOpen: `failed-open.mutation.${domain}`,
    };
  }

  handles(target: AdmissionTarget): boolean {
    return !this.#parts.isExempt(target);
  }

  skipsNoopUpdates(target: WriteTarget): boolean {
    return this.#parts.index.candidates(target).length === 0;
  }

  admit(attributes: AdmissionAttributes, again: boolean): void | Promise<void> {
    const candidates = this.#parts.index.candidates(attributes);
    if (candidates.length > 0) return this.#askAll(candidates, attributes, again);
  }

  async #askAll(
    candidates: readonly Candidate[],
    attributes: AdmissionAttributes,
    again: boolean,
  ): Promise<void> {
    const shown = new VersionedObjects(attributes, this.#parts.versions);
    const reinvocation = Reinvocation.of(this.#reinvocations, attributes, again);
    for (const candidate of candidates) {
      const { identity, isReinvocable } = candidate.webhook;
      const isChosen = isSelected(candidate.webhook, attributes, this.#parts.namespaces);
      if (!(isChosen instanceof Promise ? await isChosen : isChosen)) continue;
      const holds = this.#parts.conditions.hold(candidate, attributes, shown);
      if (!(holds instanceof Promise ? await holds : holds)) continue;
      if (again && !reinvocation.isDue(identity)) continue;
      if (await this.#ask(candidate, attributes, shown, again)) {
        reinvocation.changed();
        attributes.reinvoke();
      }
      if (isReinvocable) reinvocation.invoked(identity);
    }
    reinvocation.roundOver(attributes.object);
  }

  /** True when the webhook has changed the object. */
  async #ask(
    candidate: Candidate,
    attributes: AdmissionAttributes,
    shown: VersionedObjects,
    again: boolean,
  ): Promise<boolean> {
    const { webhook, place } = candidate;
    const { calls, verdicts } = this.#parts;
    const round = `round_${again ? 1 : 0}_index_${place}`;
    const about = { configuration: webhook.configuration, webhook: webhook.name };
    let mutated = false;
    const ask = async (): Promise<boolean> => {
      const answer = await calls.ask(candidate, attributes, shown.as(candidate.as));
      const patch = patchOf(answer, webhook.name, this.#parts.failsUndecodable);
      if (patch.length === 0) return false;
      attributes.recorder?.patched(webhook.name, patch);
      const changed = await applyPatch(patch, answer, candidate, attributes, shown);
      const text = writeJson({ ...about, patch, patchType: answer.patchType });
      attributes.annotate(`${this.#keys.patch}/${round}`, text);
      return changed;
    };
    const failedOpen = (): void => attributes.annotate(`${this.#keys.failedOpen}/${round}`, webhook.name);
    try {
      mutated = (await verdicts.of(webhook, attributes, ask, failedOpen)) ?? false;
      return mutated;
    } finally {
      attributes.annotate(`${this.#keys.mutation}/${round}`, JSON.stringify({ ...about, mutated }));
    }
  }
}
