import type { Check } from '../here.ts';
import { deletionChecks } from './deletion.ts';
import { joiningChecks } from './joining.ts';
import { kubectlChecks } from './kubectl.ts';
import { lifeChecks } from './life.ts';
import { networkChecks } from './network.ts';
import { nodeChecks } from './nodes.ts';
import { outageChecks } from './outages.ts';
import { placementChecks } from './placement.ts';
import { volumeChecks } from './volumes.ts';
import { workloadChecks } from './workloads.ts';

/** In this order, those that need the cluster for themselves at the end. */
export const checks: readonly Check[] = [
  ...joiningChecks,
  ...workloadChecks,
  ...lifeChecks,
  ...networkChecks,
  ...volumeChecks,
  ...kubectlChecks,
  ...placementChecks,
  ...deletionChecks,
  ...nodeChecks,
  ...outageChecks,
];
