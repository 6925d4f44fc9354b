import type { CommandFlag } from '../shared/arguments/flag.ts';
import { recordFlag } from '../shared/writes/change-cause.ts';
import { changeFlags } from '../shared/writes/change-objects.ts';
import { localFlag } from '../shared/writes/write-flags.ts';

/** Flags of every command that sets a field. */
export const setFlags: readonly CommandFlag[] = [...changeFlags, localFlag, recordFlag];
