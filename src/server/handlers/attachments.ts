import { thumbnailOf } from '#server/commands/make-thumbnail.ts';
import { receiveAttachment } from '#server/commands/receive-attachment.ts';
import { findAttachment, findPhoto } from '#server/data/photos.ts';
import { Existing, FileReply, type Handlers } from '#server/handlers/types.ts';

export const attachmentHandlers: Handlers['attachments'] = {
  get: (ctx, { params }) => findAttachment(ctx, params.sha256),
  put: async (ctx, { params, body }) => {
    const { isNew, ...attachment } = await receiveAttachment(ctx, params.sha256, body);
    return isNew ? attachment : new Existing(attachment);
  },
  thumbnail: async (ctx, { params }) => {
    const photo = await findPhoto(ctx, params.name);
    return new FileReply(ctx.photos, await thumbnailOf(ctx.photos, photo), true);
  },
};
