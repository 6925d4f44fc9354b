import { KvError } from '../../kv.ts';
import { checkFile, type Findings, forms, noFindings } from './check/file-check.ts';
import { differingPages, removeChecksums, writeChecksums } from './check/page-checksums.ts';
import { DataFile } from './data-file.ts';
import { mend } from './mend.ts';
import { createDataFile, removeOldFile, rewriteDataFile, storeFormat } from './new-file.ts';
import type { Form } from './records.ts';
import { openRoot, type Tables, tablesOf } from './tables.ts';

/** The open data file: LMDB's environment and our tables in it. */
export interface Environment extends Tables {
  readonly form: Form;
  readonly findings: Findings;
}

export interface EnvironmentOptions {
  mapSize: number;
  /** Nothing is written, but what LMDB itself needs. */
  isReadOnly?: boolean;
}

/**
 * Opens the data file of a directory, and makes it when there is none. Rejects with Corrupt when it is damaged beyond use or
 * not ours. `mapSize`: address space to reserve, in bytes; it grows by itself when the file does.
 */
export async function openEnvironment(
  directory: string,
  { mapSize, isReadOnly = false }: EnvironmentOptions,
): Promise<Environment> {
  if (!isReadOnly) removeOldFile(directory);
  const findings = examine(directory, isReadOnly);
  if (findings === undefined) await createDataFile(directory);
  if (!isReadOnly) removeChecksums(directory);
  let environment = await openTables(directory, mapSize, findings ?? noFindings);
  if (isReadOnly) return environment;
  if (environment.form === 'plain') {
    await rewriteDataFile(directory, environment);
    environment = await openTables(directory, mapSize, environment.findings);
  }
  try {
    mend(environment, environment.findings, Date.now());
    return environment;
  } catch (error) {
    await environment.root.close();
    throw error;
  }
}

/** Checks the file as it is on the disk: by its checksums after a clean end, whole otherwise. Undefined when there is none. */
function examine(directory: string, isReadOnly: boolean): Findings | undefined {
  return DataFile.use(directory, (file) => {
    const { transaction } = file.meta;
    const isAsItWas = !isReadOnly && differingPages(directory, transaction, file.readInto)?.length === 0;
    const findings = isAsItWas ? noFindings : check(file);
    file.fill();
    return findings;
  });
}

function check(file: DataFile): Findings {
  try {
    return checkFile(file) ?? noFindings;
  } catch (error) {
    throw file.damaged((error as Error).message);
  }
}

/** Marks the end of a file that is closed as clean: the next start need not read all its records. */
export function markCleanEnd(directory: string): void {
  try {
    DataFile.use(directory, (file) => writeChecksums(directory, file.meta, file.readInto));
  } catch {
    // There is no room for the mark.
  }
}

/** Rejects a file that has not our format before anything is written to it. */
async function openTables(directory: string, mapSize: number, findings: Findings): Promise<Environment> {
  const root = openRoot(directory, mapSize);
  try {
    const tables = tablesOf(root, false);
    const format = tables.meta.getBinary('format')?.toString();
    const form = forms[format ?? ''];
    if (form !== undefined) return { ...tables, form, findings };
    throw new KvError(
      'Corrupt',
      `the data file in ${directory} has format ${format}; this program knows format ${storeFormat}`,
    );
  } catch (error) {
    await root.close();
    throw error;
  }
}
