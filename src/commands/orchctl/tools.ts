import type { Tools } from '../../cli/shared/tools.ts';
import { productVersion, versionDocument } from '../version.ts';

/** What of the product's other wings commands use: loaded by the command that needs it. */
export const tools: Tools = {
  version: productVersion,
  commandTable: async () => (await import('../../cli/commands.ts')).commands,
  converter: async (dialect) => (await import('./converter.ts')).converter(dialect),
  build: () => ({ ...versionDocument(productVersion.split('.').slice(0, 2).join('.')) }),
};
