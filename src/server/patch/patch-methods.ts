import { parseBodyJson } from '../../api/codec/body-json.ts';
import { duplicateField, duplicateFields, unknownField } from '../../api/codec/duplicate-fields.ts';
import { DecodeError } from '../../api/codec/json.ts';
import { MessageLimit } from '../../api/codec/message-limit.ts';
import type { MismatchText } from '../../api/codec/normalizer.ts';
import { goValue } from '../../api/go-format/go-value.ts';
import { isMap, jsonType } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest } from '../../api/meta/status.ts';
import { applyJsonPatchPaced, type JsonPatch, toJsonPatch } from '../../api/patch/json-patch.ts';
import { applyMergePatchPaced, sortedWhereMerged } from '../../api/patch/merge-patch.ts';
import { withSortedRawFields } from '../../api/patch/sorted-keys.ts';
import { strategicMismatchText } from '../../api/patch/strategic/mismatch-text.ts';
import { applyStrategicPatch } from '../../api/patch/strategic/strategic-patch.ts';
import type { StructSchema } from '../../api/schema/schema.ts';
import type { Pacer } from '../../util/pacer.ts';
import { truncatedJson } from '../../util/truncate.ts';

/** A way in which a patch says what to change: the media type of its body. */
export interface PatchMethod {
  readonly mediaType: string;
  /** Throws StatusError or PatchError when the text is no patch of this type. */
  parse(text: string, strict: boolean): ParsedPatch;
}

/** A patch that can be applied any number of times, to one state of an object after the other. */
export interface ParsedPatch {
  /** With strict decoding: what the patch itself says twice or in vain. Goes through all of its text. */
  readonly problems: () => readonly string[];
  /** Bytes of JSON that a result has at most beyond those of the object. */
  readonly growth: number;
  /** Text for a value of the result that is not of its type, when it is another than for a body. */
  readonly mismatchText?: MismatchText;
  /** It may bring a value of the object to another place of it, and into what is said about that place. */
  readonly relocates?: boolean;
  /** The patched object, not decoded yet, or a promise of it. Changes neither the patch nor the object. Throws PatchError. */
  apply(object: ApiObject, schema: StructSchema, pacer?: Pacer): unknown;
  /** The part of the result that error messages quote. */
  shown(result: unknown): string;
}

export const jsonPatchMethod: PatchMethod = {
  mediaType: 'application/json-patch+json',
  parse(text, strict) {
    const patch = toJsonPatch(parsed(text, strict ? 'error decoding patch: ' : ''));
    return {
      problems: once(() => (strict ? operationErrors(patch, text) : [])),
      growth: patch.some(({ op }) => op === 'copy') ? Number.POSITIVE_INFINITY : text.length,
      relocates: patch.some(({ op }) => op === 'copy' || op === 'move'),
      apply: (object, _schema, pacer) => applyJsonPatchPaced(object, patch, pacer),
      shown: truncatedJson,
    };
  },
};

export const mergePatchMethod: PatchMethod = {
  mediaType: 'application/merge-patch+json',
  parse(text, strict) {
    const patch = parsed(text, strict ? 'error decoding patch: ' : undefined);
    // A list is a patch: its result is what no object can be made of.
    if (!isMap(patch) && !Array.isArray(patch)) throw badRequest(invalidPatch);
    return {
      problems: once(() => faultsOf(text, strict)),
      growth: text.length,
      apply: (object, _schema, pacer) => applyMergePatchPaced(object, patch, pacer),
      shown: (result) => truncatedJson(sortedWhereMerged(result, patch)),
    };
  },
};

export const strategicPatchMethod: PatchMethod = {
  mediaType: 'application/strategic-merge-patch+json',
  parse(text, strict) {
    const patch = parsed(text, '') ?? {};
    if (!isMap(patch)) {
      throw badRequest(
        `json: cannot unmarshal ${jsonType(patch)} into Go value of type map[string]interface {}`,
      );
    }
    return {
      problems: once(() => faultsOf(text, strict)),
      growth: text.length,
      apply: (object, schema) => {
        const { kind, apiVersion } = object;
        // Of which type the object is stands firm, whatever a manifest says that was sent as a patch.
        return {
          ...withSortedRawFields(applyStrategicPatch(object, patch, schema), schema),
          kind,
          apiVersion,
        };
      },
      mismatchText: strategicMismatchText,
      shown: () => goValue(patch),
    };
  },
};

const invalidPatch = 'Invalid JSON Patch';

/** `prefix` undefined: whatever is wrong with the text, the message says no more than that it is no patch. */
function parsed(text: string, prefix: string | undefined): unknown {
  try {
    return parseBodyJson(text);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(prefix === undefined ? invalidPatch : prefix + error.message);
  }
}

/** A patch is applied anew to each state of its object, and its problems stay the same. */
function once<T>(work: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: work() }).value;
}

const faultsOf = (text: string, strict: boolean): string[] =>
  strict ? duplicateFields(text).map(duplicateField) : [];

const operationFields = ['op', 'path', 'from', 'value'];

function operationErrors(patch: JsonPatch, text: string): string[] {
  const budget = new MessageLimit();
  const unknown = patch.flatMap((operation, index) =>
    Object.keys(operation)
      .filter((name) => !operationFields.includes(name) && !budget.isReached)
      .map((name) => unknownField(budget.count(`[${index}].${name}`))),
  );
  return [...unknown, ...faultsOf(text, true)].map((problem) => `json patch ${problem}`);
}
