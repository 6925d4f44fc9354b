import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { AdmissionAttributes } from '../../plugin.ts';

/** The object as the type that a plugin has made sure of with the requests that it handles. */
export const objectOf = <T>({ object }: AdmissionAttributes): T => object as T;

export const oldOf = <T>({ old }: AdmissionAttributes): T => old as T;

export const podOf = (attributes: AdmissionAttributes): CoreV1Pod => objectOf<CoreV1Pod>(attributes);

/** Reads an own key of a map: keys are data, and `constructor` may be one of them. */
export function entryOf(map: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
