import { readFileSync } from 'node:fs';
import { isMap, isSeq, parseDocument } from 'yaml';
import type { AuthProviderSection } from './config-document.ts';
import { yamlOptions } from './edit/config-files.ts';
import { replaceFile, withLocks } from './edit/locked-files.ts';

/**
 * Writes values into the configuration of the user's provider, in the file that it comes from, and leaves the rest of
 * the file as it is, comments included. Throws when it cannot; then the file is as it was.
 */
export function writeProviderConfig(
  section: AuthProviderSection,
  values: Readonly<Record<string, string>>,
): void {
  withLocks([section.file], () => {
    const document = parseDocument(readFileSync(section.file, 'utf8'), yamlOptions);
    const users = document.get('users');
    const entries = isSeq(users) ? users.items : [];
    const index = entries.findIndex((entry) => isMap(entry) && entry.get('name') === section.user);
    if (index < 0) throw new Error(`${section.file} has no user ${JSON.stringify(section.user)}`);
    for (const [name, value] of Object.entries(values)) {
      document.setIn(['users', index, 'user', 'auth-provider', 'config', name], value);
    }
    replaceFile(section.file, document.toString({ lineWidth: 0 }));
  });
}
