import { bootstrapSigner } from './bootstrap-signer/index.ts';
import type { ControllerDescriptor } from './controller.ts';
import { garbageCollectorController } from './garbage-collector/index.ts';
import { namespaceController } from './namespace/index.ts';
import { rootCaPublisher } from './root-ca-publisher/index.ts';
import { serviceAccountController } from './service-account/index.ts';
import { serviceAccountTokenController } from './service-account-token/index.ts';
import { tokenCleaner } from './token-cleaner/index.ts';

/** Every controller, in the order in which they start. */
export const controllers: readonly ControllerDescriptor[] = [
  serviceAccountTokenController,
  serviceAccountController,
  rootCaPublisher,
  namespaceController,
  garbageCollectorController,
  bootstrapSigner,
  tokenCleaner,
];
