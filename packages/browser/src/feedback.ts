import { CLIENT_SCREENSHOT_BYTES_MAX, FEEDBACK_MESSAGE_CHARS_MAX } from '@seismo/protocol/client-limits';
import { safely, safeListener } from './debug.ts';
import type { Attachment } from './event.ts';
import { sendFeedback } from './send-feedback.ts';
import { getClient, pageScopes } from './scopes.ts';
import { english, type FeedbackLabels } from './feedback-box/labels.ts';
import { styledHost } from './feedback-box/style.ts';

export type { FeedbackLabels } from './feedback-box/labels.ts';

export interface FeedbackBoxOptions {
  /** Any of its words. */
  labels?: Partial<FeedbackLabels>;
  /** The fields beside the message; `false` removes a field. */
  name?: boolean;
  email?: boolean;
  screenshot?: boolean;
  /** The system's theme by default. */
  theme?: 'light' | 'dark';
  /** The ID of the related event, for example `lastEventId()`. */
  associatedEventId?: string;
  tags?: Record<string, string>;
}

/**
 * Asks the visitor for feedback in a dialog. Resolves to its ID, or to `null` if the visitor closed the dialog,
 * reporting is off, or a dialog is open already.
 */
export function openFeedback(options: FeedbackBoxOptions = {}): Promise<string | null> {
  return new Promise((resolve) => {
    if (!getClient() || box?.isConnected) {
      resolve(null);
      return;
    }
    if (!safely(() => show(options, resolve))) resolve(null);
  });
}

/** The open dialog, unless the page has removed it. */
let box: HTMLElement | undefined;

/** Adds a button to the bottom of the page that opens the dialog. Returns a function that removes it. */
export function feedbackButton(options: FeedbackBoxOptions = {}): () => void {
  let host: HTMLElement | undefined;
  safely(() => {
    const made = styledHost(options.theme);
    const button = make('button', { type: 'button', className: 'float', textContent: wordsOf(options).button });
    button.addEventListener(
      'click',
      safeListener(() => void openFeedback(options)),
    );
    made.root.append(button);
    document.body.append(made.host);
    ({ host } = made);
  });
  return () => host?.remove();
}

const wordsOf = ({ labels }: FeedbackBoxOptions): FeedbackLabels => ({ ...english, ...labels });

function show(options: FeedbackBoxOptions, closed: (id: string | null) => void): true {
  const words = wordsOf(options);
  const { host, root } = styledHost(options.theme);
  const { user } = pageScopes().page;
  const message = make('textarea', {
    required: true,
    rows: 5,
    maxLength: FEEDBACK_MESSAGE_CHARS_MAX,
    placeholder: words.hint,
  });
  const name = make('input', { autocomplete: 'name', value: textOf(user?.username) });
  const email = make('input', { type: 'email', autocomplete: 'email', value: textOf(user?.email) });
  const file = make('input', { type: 'file', accept: 'image/*' });
  const status = make('p', {});
  status.setAttribute('role', 'status');
  const cancel = make('button', { type: 'button', textContent: words.cancel });
  const send = make('button', { type: 'submit', className: 'send', textContent: words.send });
  const form = make('form', {}, [
    make('h2', { id: 'title', textContent: words.title }),
    labeled(words.message, message),
    ...(options.name === false ? [] : [labeled(words.name, name)]),
    ...(options.email === false ? [] : [labeled(words.email, email)]),
    ...(options.screenshot === false ? [] : [labeled(words.screenshot, file)]),
    status,
    make('div', {}, [cancel, send]),
  ]);
  const dialog = make('dialog', {}, [form]);
  dialog.setAttribute('aria-labelledby', 'title');
  let sentId: string | null = null;
  let sending = false;

  const submit = async (): Promise<void> => {
    if (sending || !message.value.trim()) return;
    const picture = file.files?.[0];
    if (picture && picture.size > CLIENT_SCREENSHOT_BYTES_MAX) {
      status.textContent = words.tooLarge;
      return;
    }
    sending = true;
    send.setAttribute('aria-disabled', 'true');
    status.textContent = words.sending;
    const { associatedEventId, tags } = options;
    try {
      sentId = await sendFeedback(
        {
          message: message.value.trim(),
          source: 'widget',
          ...(name.value.trim() && { name: name.value.trim() }),
          ...(email.value.trim() && { email: email.value.trim() }),
          ...(associatedEventId && { associatedEventId }),
          ...(tags && { tags }),
        },
        { attachments: picture ? [await attachmentOf(picture)] : [] },
      );
      status.textContent = words.thanks;
      cancel.textContent = words.close;
      form.replaceChildren(status, make('div', {}, [cancel]));
      dialog.setAttribute('aria-label', words.thanks);
      dialog.removeAttribute('aria-labelledby');
      cancel.focus();
    } catch {
      status.textContent = words.failed;
    }
    sending = false;
    send.removeAttribute('aria-disabled');
  };
  form.addEventListener(
    'submit',
    safeListener((event: Event) => {
      event.preventDefault();
      void submit();
    }),
  );
  cancel.addEventListener('click', () => dialog.close());
  dialog.addEventListener(
    'close',
    safeListener(() => {
      host.remove();
      closed(sentId);
    }),
  );
  // Keep typed keys from triggering shortcuts of the page.
  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    dialog.addEventListener(type, (event) => event.stopPropagation());
  }
  root.append(dialog);
  document.body.append(host);
  try {
    dialog.showModal();
  } catch (error) {
    host.remove();
    throw error;
  }
  box = host;
  return true;
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  fields: Partial<HTMLElementTagNameMap[Name]>,
  children: Node[] = [],
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...children);
  return element;
}

const labeled = (text: string, field: HTMLElement): HTMLElement => make('label', {}, [new Text(text), field]);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

async function attachmentOf(picture: File): Promise<Attachment> {
  return {
    filename: picture.name,
    data: new Uint8Array(await picture.arrayBuffer()),
    ...(picture.type && { contentType: picture.type }),
  };
}
