import type { Target } from '../engine/target.ts';
import { applyTarget, fieldSets } from './apply.ts';
import { abac, certificateRequests, certificateRequestTexts, jwt, pem, tokenFiles } from './credentials.ts';
import { files } from './files.ts';
import { json, yaml, yamlJson } from './json.ts';
import { kinds } from './kinds.ts';
import { patches } from './patches.ts';
import { protobuf } from './protobuf.ts';
import { headers, mediaTypes, targets as requestTargets } from './requests.ts';
import { rbac, webhookAnswers } from './rules.ts';
import { durations, positions, quantities, schedules, times } from './scalars.ts';
import { fieldSelectors, labelObjects, labelSelectors, nameRules } from './selectors.ts';

/** Everything that reads what a client sends and needs no server for it. */
export const allTargets: readonly Target[] = [
  ...[json, yaml, yamlJson, protobuf, ...patches, applyTarget, fieldSets],
  ...[labelSelectors, labelObjects, fieldSelectors, nameRules],
  ...[quantities, durations, times, schedules, positions],
  ...[requestTargets, mediaTypes, headers],
  ...[jwt, pem, certificateRequests, certificateRequestTexts, tokenFiles, abac],
  ...[...files, rbac, webhookAnswers, kinds],
];
