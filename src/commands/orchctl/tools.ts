import type { Tools } from '../../cli/shared/tools.ts';
import { productRelease, productVersion, versionDocument } from '../version.ts';

/** Functions of other wings that commands use: loaded by the command that needs them. */
export const tools: Tools = {
  version: productVersion,
  commandTable: async () => (await import('../../cli/commands.ts')).commands,
  converter: async (dialect) => (await import('./converter.ts')).converter(dialect),
  build: () => ({ ...versionDocument(productRelease) }),
};
