import { applyStrategicPatch } from '../../../src/api/patch/strategic/strategic-patch.ts';
import type { StructSchema } from '../../../src/api/schema/schema.ts';
import { definitionsOf } from './definitions.ts';
import { frozen } from './patch-values.ts';

/** Patches objects of one message of the real definitions, and sees to it that neither is changed. */
export type Patched = (live: object, patch: object) => any;

/** By the names of messages: `core.v1.Pod`. */
export function patchers(...names: string[]): Patched[] {
  const { structs } = definitionsOf();
  return names.map((name) => patcher(structs.get(name)!));
}

function patcher(schema: StructSchema): Patched {
  return (live, patch) =>
    applyStrategicPatch(
      frozen(live) as Record<string, unknown>,
      frozen(patch) as Record<string, unknown>,
      schema,
    );
}
