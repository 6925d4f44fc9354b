import { fileURLToPath } from 'node:url';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { applyStrategicPatch } from '../../../src/api/patch/strategic/strategic-patch.ts';
import { loadDefinitions } from '../../../src/api/schema/load.ts';
import type { StructSchema } from '../../../src/api/schema/schema.ts';
import { testedRelease } from '../release.ts';
import { frozen } from './patch-values.ts';

/** Patches objects of one message of the real definitions, and sees to it that neither is changed. */
export type Patched = (live: object, patch: object) => any;

/** By the names of messages: `core.v1.Pod`. */
export function patchers(...names: string[]): Patched[] {
  const { structs } = loadDefinitions(
    fileURLToPath(new URL('../../../api-definitions', import.meta.url)),
    dialects[0]!,
    testedRelease,
  );
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
