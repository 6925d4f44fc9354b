import { fileURLToPath } from 'node:url';
import { dialects } from '../../machinery/dialect.ts';
import { loadDefinitions } from '../../schema/load.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { frozen } from '../testing.ts';
import { applyStrategicPatch } from './strategic-patch.ts';

/** Patches objects of one message of the real definitions, and sees to it that neither is changed. */
export type Patched = (live: object, patch: object) => any;

/** By the names of messages: `core.v1.Pod`. */
export function patchers(...names: string[]): Patched[] {
  const { structs } = loadDefinitions(
    fileURLToPath(new URL('../../../../api-definitions', import.meta.url)),
    dialects[0]!,
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
