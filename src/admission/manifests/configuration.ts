import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { forbidden, invalid } from '../../api/validation/field-errors.ts';
import type { PluginDependencies } from '../descriptor.ts';

/** Name of the field that holds the folder. */
export const folderField = 'staticManifestsDir';

const gate = 'ManifestBasedAdmissionControlConfig';

/** A folder that can be read, or "" for none. Throws a start-up error. */
export function checkedFolder(folder: unknown, { gates }: Pick<PluginDependencies, 'gates'>): string {
  if (folder === undefined || folder === null || folder === '') return '';
  if (typeof folder !== 'string') throw new Error(`${folderField}: must be a string`);
  const refused = (body: string): Error => new Error(`${folderField}: ${body}`);
  if (!gates.isOn(gate)) {
    const why = `${folderField} requires the ${gate} feature gate to be enabled`;
    throw refused(forbidden(folderField, why).body);
  }
  const problem = isAbsolute(folder) ? problemOf(folder) : 'must be an absolute file path';
  if (problem !== undefined) throw refused(invalid(folderField, folder, problem).body);
  return folder;
}

function problemOf(folder: string): string | undefined {
  try {
    return statSync(folder).isDirectory() ? undefined : 'must be a directory';
  } catch (error) {
    return `unable to read: ${(error as Error).message}`;
  }
}
