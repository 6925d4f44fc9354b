import type { ControllerDescriptor } from './controller.ts';
import { namespaceController } from './namespace/index.ts';

/** Every controller, in the order in which they start. */
export const controllers: readonly ControllerDescriptor[] = [namespaceController];
