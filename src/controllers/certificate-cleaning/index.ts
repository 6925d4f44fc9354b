import type { ControllerDescriptor } from '../controller.ts';
import { Cleaner } from './cleaner.ts';

export const certificateCleaningController: ControllerDescriptor = {
  name: 'csrcleaner',
  account: 'certificate-controller',
  flags: [],
  create: async (dependencies) => new Cleaner(dependencies),
};
