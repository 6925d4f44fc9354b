import type { StorageV1VolumeAttachment } from '../../../api/schema/types.gen.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { versionName } from '../../shared/version-name.ts';

type Attachment = StorageV1VolumeAttachment;

/** The earlier versions have no subresource `status`: a write of the object writes the status too. */
const hasStatusSubresource = (apiVersion = 'v1'): boolean => versionName(apiVersion) === 'v1';

/** `apiVersion` is the request's; undefined counts as v1. */
export const strategy = {
  prepareForCreate(attachment: Attachment, apiVersion?: string): void {
    if (hasStatusSubresource(apiVersion)) attachment.status = { attached: false };
  },
  prepareForUpdate(attachment: Attachment, old: Attachment, apiVersion?: string): void {
    if (hasStatusSubresource(apiVersion)) attachment.status = old.status;
  },
  status: statusStrategy,
};
