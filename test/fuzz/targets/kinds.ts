import { DecodeError, parseJson } from '../../../src/api/codec/json.ts';
import { FeatureGates } from '../../../src/api/gates/feature-gates.ts';
import { isMap } from '../../../src/api/json/json-values.ts';
import { StatusError } from '../../../src/api/meta/status.ts';
import { apiVersionOf, type KindDefinition } from '../../../src/api/schema/schema.ts';
import { fieldErrorsText, limitErrors } from '../../../src/api/validation/field-errors.ts';
import { allKinds } from '../../../src/kinds/index.ts';
import type { KindRules } from '../../../src/registry/kind-rules.ts';
import { testedRelease } from '../../support/release.ts';
import { createErrors, updateErrors } from '../../support/unit/validation.ts';
import { validObject } from '../../support/valid-objects.ts';
import { expectSame, type Target } from '../engine/target.ts';
import { definitions, dialect, encoder, fieldNames, shaped } from './samples.ts';

type Anything = Record<string, unknown>;

const clock = { now: () => Date.parse('2021-03-04T05:06:07Z') };
const rules = new Map<string, KindRules<any>>(
  allKinds({ dialect, clock, gates: new FeatureGates(testedRelease) }).map((kind) => [
    `${kind.group}/${kind.kind}`,
    kind,
  ]),
);

interface Known {
  definition: KindDefinition;
  stored: KindDefinition;
  rules: KindRules<any>;
}

const known = new Map(
  definitions.flatMap((definition): [string, Known][] => {
    const { group, kind } = definition.storedAs;
    const own = rules.get(`${group}/${kind}`);
    const stored = definitions.find(
      (other) => other.storage && other.storedAs.group === group && other.storedAs.kind === kind,
    );
    if (own === undefined || stored === undefined) return [];
    return [[`${apiVersionOf(definition)} ${definition.kind}`, { definition, stored, rules: own }]];
  }),
);

function seeds(): string[] {
  return [...known.values()].flatMap(({ definition }) => {
    try {
      return [JSON.stringify(validObject(apiVersionOf(definition), definition.kind, dialect.api))];
    } catch {
      // Not every version has an object of its own.
      return [];
    }
  });
}

/** As a request is decoded: shaped, with the defaults of its version, as it is stored. */
function toStored(object: Anything, { definition, stored, rules: own }: Known): Anything {
  const version = own.versions?.[apiVersionOf(definition)];
  let decoded = {
    ...shaped(object, definition),
    kind: object['kind'],
    apiVersion: object['apiVersion'],
  } as Anything;
  version?.applyDefaults?.(decoded);
  if (definition !== stored) decoded = (version?.toStored?.(decoded) as Anything | undefined) ?? decoded;
  decoded = shaped(decoded, stored);
  stored.filled?.fill(decoded);
  own.applyDefaults?.(decoded);
  return shaped(decoded, stored);
}

function fromStored(object: Anything, { definition, stored, rules: own }: Known): Anything {
  const version = own.versions?.[apiVersionOf(definition)];
  const given = structuredClone(object);
  return shaped(definition === stored ? given : (version?.fromStored?.(given) ?? given), definition);
}

/** Objects of all kinds in all versions, through what creates, updates and shows them. */
export const kinds: Target = {
  name: 'kinds',
  seeds,
  dictionary: fieldNames,
  refusals: [DecodeError, StatusError],
  maxMilliseconds: 200,
  run(input: string) {
    const object = parseJson(input);
    if (!isMap(object)) return;
    const kind = known.get(`${object['apiVersion']} ${object['kind']}`);
    if (kind === undefined) return;
    const { stored: definition, rules: own } = kind;
    const apiVersion = apiVersionOf(kind.definition);
    const stored = toStored({ ...object, metadata: object['metadata'] ?? {} }, kind);
    if (stored['metadata'] === undefined) stored['metadata'] = {};
    own.versions?.[apiVersion]?.validate?.(stored);
    own.prepareForCreate?.(stored, apiVersion);
    const errors = createErrors(own, stored, apiVersion);
    fieldErrorsText(limitErrors(errors));
    own.table?.cells(stored, clock.now());
    expectSame(shaped(stored, definition), shaped(shaped(stored, definition), definition), 'shaping twice');
    encoder.encode(shaped(stored, definition), definition.schema);
    if (errors.length > 0) return;
    const changed = structuredClone(stored);
    own.prepareForUpdate?.(changed, stored, apiVersion);
    updateErrors(own, changed, stored, apiVersion);
    fromStored(stored, kind);
  },
};
