import type { AuthorizationMode } from '../mode.ts';
import { alwaysAllow, alwaysDeny } from './always.ts';

/** All that `--authorization-mode` can name; the flag says which are asked, and in which order. */
export const authorizationModes: readonly AuthorizationMode[] = [alwaysAllow, alwaysDeny];
