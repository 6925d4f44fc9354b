import type { AuthorizationMode } from '../mode.ts';
import { abac } from './abac.ts';
import { alwaysAllow, alwaysDeny } from './always.ts';
import { node } from './node/node.ts';
import { rbac } from './rbac.ts';
import { webhook } from './webhook/index.ts';

/** All that `--authorization-mode` can name; the flag says which are asked, and in which order. */
export const authorizationModes: readonly AuthorizationMode[] = [
  abac,
  alwaysAllow,
  alwaysDeny,
  node,
  rbac,
  webhook,
];
