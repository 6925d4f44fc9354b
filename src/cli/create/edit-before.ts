import type { ApiObject } from '../../api/meta/metadata.ts';
import type { CommandContext } from '../shared/command.ts';
import { editedObjects, textOf } from '../shared/editor/edited-text.ts';
import { runEditor } from '../shared/editor/run-editor.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { targetOf } from '../shared/manifests/manifest-targets.ts';
import type { ManifestObject, ManifestTarget } from '../shared/resources/target.ts';

/** The objects that the user leaves of this one in the editor: none without a change. Rejects with CliError. */
export async function editedBefore(
  { flags, session, host }: CommandContext,
  { object, source }: ManifestTarget,
): Promise<ManifestTarget[]> {
  const format = flags.text('output') === 'json' ? 'json' : 'yaml';
  const shown = textOf([object as unknown as ApiObject], format, []);
  const windows = flags.boolean('windows-line-endings');
  const text = await runEditor(host, { text: shown, format, windows });
  if (text === shown || text.trim() === '') {
    host.err.line('Edit cancelled, no changes made.');
    return [];
  }
  const edited = editedObjects(text);
  if (edited instanceof CliError) throw edited;
  return Promise.all(edited.map((one) => targetOf(session, one as unknown as ManifestObject, source)));
}
