import type { FlagSet } from '../arguments/flag-set.ts';
import type { Session } from '../session/session.ts';

/**
 * The name under which a command owns the fields that it writes: that of `--field-manager`, or else that of the
 * dialect's command-line client. `suffix`: `-create`.
 */
export async function fieldManager(session: Session, flags: FlagSet, suffix: string): Promise<string> {
  return (
    (flags.defines('field-manager') && flags.text('field-manager')) ||
    `${(await session.dialect()).commandLineClient}${suffix}`
  );
}
