import { parseReview } from '../../../admission/webhooks/parse-review.ts';
import type { WebhookClients } from '../../../admission/webhooks/webhook-clients.ts';
import { writeJson } from '../../../api/codec/json.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { StatusError } from '../../../api/meta/status.ts';
import type { ObservedConversion } from '../../../server/metrics/conversion-series.ts';
import type { Random } from '../../../util/random.ts';
import type { Definition } from '../definition/definition.ts';
import { convertedObjects, ReviewError, reviewText, reviewVersionOf } from './conversion-review.ts';
import type { ConvertInstances } from './version-converter.ts';

export interface ConversionDependencies {
  clients: Pick<WebhookClients, 'of'>;
  random: Random;
  /** `apiextensions.<domain>` */
  group: string;
  /** Called with what a call took. */
  observe(conversion: ObservedConversion, seconds: number): void;
}

const timeout = 30_000;
/** Characters of the objects of one call, which may come back larger; a larger object is converted alone. */
const charactersAtOnce = 2_000_000;
const objectsAtOnce = 500;

interface Waiting {
  object: ApiObject;
  /** The same as JSON. */
  text: string;
  resolve(converted: ApiObject): void;
  reject(error: unknown): void;
}

/** Converts instances by the webhook of their definition. Those that are asked for at the same moment share a call. */
export function conversionWebhook(
  { spec, metadata }: Definition,
  { clients, random, group, observe }: ConversionDependencies,
): ConvertInstances | undefined {
  if (spec.conversion?.strategy !== 'Webhook') return undefined;
  const { clientConfig = {}, conversionReviewVersions } = spec.conversion.webhook ?? {};
  const review = reviewVersionOf(conversionReviewVersions ?? []);

  const call = async (batch: readonly Waiting[], desiredAPIVersion: string): Promise<ApiObject[]> => {
    const objects = batch.map(({ object }) => object);
    const [{ apiVersion, kind }] = objects as [ApiObject];
    const began = performance.now();
    const done = (failure: ObservedConversion['failure']): void => {
      const versions = { from: versionIn(apiVersion), to: versionIn(desiredAPIVersion) };
      observe({ definition: metadata.name ?? '', ...versions, failure }, (performance.now() - began) / 1_000);
    };
    try {
      const webhook = clients.of({ clientConfig, clientKey: JSON.stringify(clientConfig) });
      const request = { apiVersion: `${group}/${review}`, uid: random.uuid(), desiredAPIVersion, objects };
      const texts = batch.map(({ text }) => text);
      const answer = await webhook.send(reviewText(request, texts), timeout);
      const converted = convertedObjects(parsed(answer), request);
      done('');
      return converted;
    } catch (error) {
      const how = error instanceof ReviewError ? error.failure : 'call';
      done(`conversion_webhook_${how}_failure`);
      const why = error instanceof ReviewError ? error.message : `failed: ${(error as Error).message}`;
      throw new StatusError(500, undefined, `conversion webhook for ${apiVersion}, Kind=${kind} ${why}`);
    }
  };

  const waiting = new Map<string, Waiting[]>();
  const flush = (version: string): void => {
    const all = waiting.get(version) ?? [];
    waiting.delete(version);
    for (const batch of batches(all)) {
      call(batch, version).then(
        (converted) => batch.forEach(({ resolve }, index) => void resolve(converted[index]!)),
        (error) => batch.forEach(({ reject }) => void reject(error)),
      );
    }
  };
  const convertOne = (object: ApiObject, version: string): Promise<ApiObject> =>
    new Promise((resolve, reject) => {
      const others = waiting.get(version);
      const one = { object, text: writeJson(object), resolve, reject };
      if (others !== undefined) return void others.push(one);
      waiting.set(version, [one]);
      setImmediate(() => flush(version));
    });
  return (objects, version) => Promise.all(objects.map((object) => convertOne(object, version)));
}

const versionIn = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);

function batches(all: readonly Waiting[]): Waiting[][] {
  const result: Waiting[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const one of all) {
    size += one.text.length;
    if (size > charactersAtOnce || result.at(-1)!.length === objectsAtOnce) {
      result.push([]);
      size = one.text.length;
    }
    result.at(-1)!.push(one);
  }
  return result;
}

function parsed(answer: Buffer): unknown {
  try {
    return parseReview(answer.toString());
  } catch (error) {
    throw new ReviewError(`failed: ${(error as Error).message}`, 'malformed_response');
  }
}
