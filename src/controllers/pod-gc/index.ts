import type { Flag, FlagValues } from '../../util/flags.ts';
import type { ControllerDescriptor } from '../controller.ts';
import { PodGc } from './pod-gc.ts';

/** Milliseconds. */
const period = 20_000;
const quarantine = 40_000;

const thresholdFlag: Flag = {
  name: 'terminated-pod-gc-threshold',
  type: 'text',
  value: 'n',
  default: '12500',
  description:
    'pods that have ended which are kept; the oldest beyond these are deleted; 0 or less: all are kept',
};

export const podGcController: ControllerDescriptor = {
  name: 'podgc',
  account: 'pod-garbage-collector',
  flags: [thresholdFlag],
  create: async (dependencies) =>
    new PodGc(dependencies, { threshold: thresholdOf(dependencies.flags), period, quarantine }),
};

function thresholdOf(flags: FlagValues): number {
  const text = flags.text(thresholdFlag.name) ?? '';
  if (!/^-?\d{1,15}$/.test(text)) throw new Error(`--${thresholdFlag.name}: ${text} must be a whole number.`);
  return Number(text);
}
