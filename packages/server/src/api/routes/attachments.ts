import { Refusal } from '#platform/refusal.ts';
import type { Routes } from '../router.ts';
import { text } from '../parameters.ts';
import { attachmentShape } from '../serializers/event.ts';

/**
 * Files of an event. They need the same permission as the event, and are always downloads, whatever their content type.
 */
export const attachmentRoutes: Routes = (api, { query, command }) => {
  const list = '/projects/:org/:project/events/:event/attachments';

  api.get(list, {}, async (context, viewer) => {
    const { project, event } = context.req.param();
    const { eventId, attachments } = await query.attachments(viewer, project, event);
    return context.json(attachments.map((attachment) => attachmentShape(attachment, eventId)));
  });

  api.get(`${list}/:attachment`, { query: { download: text } }, async (context, viewer, sent) => {
    const { project, event, attachment: id } = context.req.param();
    const { eventId, attachments } = await query.attachments(viewer, project, event);
    const named = attachments.find((each) => each.id === id);
    if (!named) throw new Refusal('not-found', 'Attachment not found, or you do not have access to it.');
    if (sent.query.download === undefined) return context.json(attachmentShape(named, eventId));
    const { filename, contentType, bytes, body } = await query.attachment(viewer, eventId, project, id);
    return context.body(body, 200, {
      'content-length': String(bytes),
      'content-type': PASSIVE.test(contentType) ? contentType : 'application/octet-stream',
      'content-disposition': disposition(filename),
    });
  });

  api.delete(`${list}/:attachment`, {}, async (context, viewer) => {
    const { project, event, attachment: id } = context.req.param();
    await command.deleteAttachment(viewer, project, event, id);
    return context.body(null, 204);
  });
};

/** Types that no browser runs. */
const PASSIVE = /^(?:image\/(?:png|jpeg|gif|webp)|text\/plain|application\/json)$/;

/** The original name in the form for Unicode, and its ASCII part for old clients. */
function disposition(filename: string): string {
  const ascii = filename.replaceAll(/[^\w. -]/g, '_').slice(0, 100) || 'attachment';
  const encoded = encodeURIComponent(filename.toWellFormed().slice(0, 200)).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
