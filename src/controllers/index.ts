import type { ControllerDescriptor } from './controller.ts';

/** Every controller, in the order in which they start. */
export const controllers: readonly ControllerDescriptor[] = [];
