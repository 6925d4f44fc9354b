/** The flags of commands are flags like those of the other programs. */
export type { Flag as CommandFlag, FlagType } from '../../../util/flags.ts';
