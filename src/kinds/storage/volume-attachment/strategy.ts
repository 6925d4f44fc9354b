import type { StorageV1VolumeAttachment } from '../../../api/schema/types.gen.ts';
import { keepMetadata, keptMetadata } from '../../shared/keep-metadata.ts';
import { versionName } from '../../shared/version-name.ts';
import { validateVolumeAttachmentUpdate } from './validation.ts';

type Attachment = StorageV1VolumeAttachment;

/** The older versions have no sub-resource `status`: there it is written with the rest. */
const hasStatusApart = (apiVersion = 'v1'): boolean => versionName(apiVersion) === 'v1';

/** `apiVersion` is the request's; v1 when it is not given. */
export const strategy = {
  prepareForCreate(attachment: Attachment, apiVersion?: string): void {
    if (hasStatusApart(apiVersion)) attachment.status = { attached: false };
  },
  prepareForUpdate(attachment: Attachment, old: Attachment, apiVersion?: string): void {
    if (hasStatusApart(apiVersion)) attachment.status = old.status;
  },
  status: {
    keeps: keptMetadata,
    prepareForUpdate(attachment: Attachment, old: Attachment): void {
      attachment.spec = old.spec;
      keepMetadata(attachment, old);
    },
    validateUpdate: (attachment: Attachment, old: Attachment) =>
      validateVolumeAttachmentUpdate(attachment, old),
  },
};
