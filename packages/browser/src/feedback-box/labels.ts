/** All texts of the feedback dialog. */
export interface FeedbackLabels {
  /** The button that opens the dialog. */
  button: string;
  title: string;
  message: string;
  /** Placeholder of the message field. */
  hint: string;
  name: string;
  email: string;
  screenshot: string;
  tooLarge: string;
  cancel: string;
  send: string;
  sending: string;
  thanks: string;
  failed: string;
  close: string;
}

export const english: FeedbackLabels = {
  button: 'Feedback',
  title: 'What went wrong?',
  message: 'What happened? What did you expect?',
  hint: '',
  name: 'Name (optional)',
  email: 'Email (optional, for a reply)',
  screenshot: 'Screenshot (optional)',
  tooLarge: 'The image is too large.',
  cancel: 'Cancel',
  send: 'Send',
  sending: 'Sending…',
  thanks: 'Thank you. Your feedback was sent.',
  failed: 'Could not send your feedback. Please try again.',
  close: 'Close',
};
